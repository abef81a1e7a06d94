/// Writes tar archives in POSIX' interchange format (IEEE Std 1003.1, "pax"): what a plain header cannot hold stands in an
/// extended one before it.
struct TarEncoder: ArchiveEncoder {
    private static let block = 512
    /// What eleven octal digits hold, for sizes and times.
    private static let largestNumber: Int64 = 0o77_777_777_777
    private static let longestName = 100

    private var count = ContentCount()
    private var padding = 0

    mutating func begin(_ entry: ArchiveEntry) throws(ArchiveError) -> [UInt8] {
        try count.begin(entry)
        padding = Int((Int64(Self.block) - entry.size % Int64(Self.block)) % Int64(Self.block))
        let path = entry.bytes
        var header: [UInt8] = []
        let records = Self.records(of: entry, path)
        if !records.isEmpty {
            let name = Array("PaxHeaders/entry".utf8)
            header += Self.header(
                name,
                type: UInt8(ascii: "x"),
                mode: 0o644,
                size: Int64(records.count),
                time: 0
            )
            header += records
            header += [UInt8](repeating: 0, count: (Self.block - records.count % Self.block) % Self.block)
        }
        header += Self.header(
            Array(path.prefix(Self.longestName)),
            type: UInt8(ascii: entry.isDirectory ? "5" : "0"),
            mode: entry.isDirectory ? 0o755 : 0o644,
            size: entry.size <= Self.largestNumber ? entry.size : 0,
            time: min(max(entry.seconds, 0), Self.largestNumber)
        )
        return header
    }

    mutating func content(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        try count.take(bytes.count)
    }

    mutating func skipContent() { count.skip() }

    mutating func end() throws(ArchiveError) -> [UInt8] {
        try count.end()
        return [UInt8](repeating: 0, count: padding)
    }

    mutating func finish() -> [[UInt8]] {
        [[UInt8](repeating: 0, count: 2 * Self.block)]
    }

    // MARK: Extended headers

    private static func records(of entry: ArchiveEntry, _ path: [UInt8]) -> [UInt8] {
        var records: [UInt8] = []
        let isUTF8 = String(validating: path, as: UTF8.self) != nil
        // Short names that are not UTF-8 need no record: the plain header holds bytes.
        if path.count > longestName || (isUTF8 && path.contains { $0 >= 0x80 }) {
            // Says that the path's bytes are no UTF-8, but what the file system has.
            if !isUTF8 { records += record("hdrcharset", Array("BINARY".utf8)) }
            records += record("path", path)
        }
        if entry.size > largestNumber { records += record("size", Array("\(entry.size)".utf8)) }
        if entry.nanoseconds != 0 || !(0...largestNumber).contains(entry.seconds) {
            records += record("mtime", Array(time(entry.seconds, entry.nanoseconds).utf8))
        }
        return records
    }

    /// `LENGTH KEY=VALUE\n`, where the length counts its own digits.
    private static func record(_ key: StaticString, _ value: [UInt8]) -> [UInt8] {
        var text: [UInt8] = [UInt8(ascii: " ")]
        key.withUTF8Buffer { text.append(contentsOf: $0) }
        text.append(UInt8(ascii: "="))
        text.append(contentsOf: value)
        text.append(UInt8(ascii: "\n"))
        var length = text.count
        while "\(length)".utf8.count + text.count != length { length = "\(length)".utf8.count + text.count }
        return Array("\(length)".utf8) + text
    }

    private static func time(_ seconds: Int64, _ nanoseconds: Int32) -> String {
        guard nanoseconds != 0 else { return "\(seconds)" }
        // Before 1970 the fraction counts backwards from zero in the text.
        let isNegative = seconds < 0
        let whole = isNegative ? -(seconds + 1) : seconds
        let fraction = isNegative ? 1_000_000_000 - Int64(nanoseconds) : Int64(nanoseconds)
        let digits = String(fraction)
        return (isNegative ? "-" : "") + "\(whole)." + String(repeating: "0", count: 9 - digits.count)
            + digits
    }

    // MARK: Plain headers

    private static func header(_ name: [UInt8], type: UInt8, mode: Int64, size: Int64, time: Int64) -> [UInt8]
    {
        var header = [UInt8](repeating: 0, count: block)
        func put(_ bytes: some Sequence<UInt8>, at offset: Int) {
            for (index, byte) in bytes.enumerated() { header[offset + index] = byte }
        }
        put(name, at: 0)
        put(octal(mode, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(size, digits: 11), at: 124)
        put(octal(time, digits: 11), at: 136)
        header[156] = type
        put("ustar\0".utf8, at: 257)
        put("00".utf8, at: 263)
        // The sum counts its own field as blanks.
        let sum = header.reduce(8 * Int64(UInt8(ascii: " "))) { $0 + Int64($1) }
        put(octal(sum, digits: 6), at: 148)
        header[155] = UInt8(ascii: " ")
        return header
    }

    private static func octal(_ value: Int64, digits: Int) -> [UInt8] {
        let text = Array(String(value, radix: 8).utf8)
        return [UInt8](repeating: UInt8(ascii: "0"), count: max(0, digits - text.count)) + text
    }
}
