import HearthArchive
import Testing

/// Archives made in memory.
struct ArchiveMaker {
    private var encoder: any ArchiveEncoder
    private(set) var bytes: [UInt8] = []

    init(_ format: ArchiveFormat) { encoder = format.encoder() }

    mutating func add(
        _ path: String,
        _ content: [UInt8]? = nil,
        seconds: Int64 = 1_600_000_000,
        nanoseconds: Int32 = 0
    ) throws {
        let kind: ArchiveEntry.Kind = content.map { .file(size: Int64($0.count)) } ?? .directory
        let entry = try Self.entry(path, kind, seconds: seconds, nanoseconds: nanoseconds)
        bytes += try encoder.begin(entry)
        if let content {
            try content.withUnsafeBytes { try encoder.content($0) }
            bytes += content
        }
        bytes += try encoder.end()
    }

    /// An entry whose content is left out of ``bytes``.
    mutating func skip(_ path: String, size: Int64) throws {
        bytes += try encoder.begin(try Self.entry(path, .file(size: size)))
        encoder.skipContent()
        bytes += try encoder.end()
    }

    mutating func finish() -> [UInt8] {
        bytes += encoder.finish().flatMap { $0 }
        return bytes
    }

    static func entry(
        _ path: String,
        _ kind: ArchiveEntry.Kind,
        seconds: Int64 = 1_600_000_000,
        nanoseconds: Int32 = 0
    ) throws -> ArchiveEntry {
        let names = path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
        var made = try #require(EntryPath(names[0]))
        for name in names.dropFirst() {
            let isTaken = made.append(name)
            try #require(isTaken)
        }
        return ArchiveEntry(path: made, kind: kind, seconds: seconds, nanoseconds: nanoseconds)
    }
}

extension [UInt8] {
    /// An integer stored lowest byte first.
    func little<T: FixedWidthInteger>(_ offset: Int, as: T.Type) -> T {
        (0..<MemoryLayout<T>.size).reduce(T.zero) { $0 | T(self[offset + $1]) << T(8 * $1) }
    }
}
