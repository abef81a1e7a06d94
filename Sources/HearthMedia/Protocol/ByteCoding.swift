/// Reads numbers and texts one after the other out of bytes that nobody trusts; big-endian.
struct ByteReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// True when nothing is left.
    var isAtEnd: Bool { position == bytes.count }

    /// The next number; nil when there are not enough bytes.
    mutating func next<Number: FixedWidthInteger>(_ type: Number.Type = Number.self) -> Number? {
        guard let part = next(bytes: Number.bitWidth / 8) else { return nil }
        return part.reduce(into: Number.zero) { $0 = $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    /// The next so many bytes; nil when there are fewer.
    mutating func next(bytes count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= bytes.count - position else { return nil }
        defer { position += count }
        return bytes[position..<position + count]
    }

    /// All that is left.
    mutating func rest() -> ArraySlice<UInt8> {
        defer { position = bytes.count }
        return bytes[position...]
    }
}

extension [UInt8] {
    /// Appends a number, big-endian.
    mutating func append(number: some FixedWidthInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
