/// Writes ZIP archives whose entries are stored (PKWARE APPNOTE.TXT 6.3.10; sections are named below).
///
/// The checksum follows each file in a data descriptor, since the file has not been read when its header goes out; sizes
/// are known, which decides beforehand whether an entry needs 64-bit fields. Kept in memory: the central directory, some 65
/// bytes and the path for each entry.
struct ZipEncoder: ArchiveEncoder {
    private static let storedMethod: UInt16 = 0
    private static let longestPath = 0xFFFF
    private static let limit32: UInt64 = 0xFFFF_FFFF
    /// A piece of the central directory is closed at this size, so that it never moves in memory as it grows.
    private static let pieceSize = 64 << 10

    private struct Current {
        let entry: ArchiveEntry
        let offset: UInt64
        let flags: UInt16
        let time: ZipTime
        var isLarge: Bool { entry.size >= Int64(ZipEncoder.limit32) }
        /// 4.4.3: 4.5 for 64-bit fields, 2.0 otherwise.
        var version: UInt16 { isLarge ? 45 : 20 }
    }

    private var offset: UInt64 = 0
    private var current: Current?
    private var count = ContentCount()
    private var checksum = CRC32()
    private var directory: [[UInt8]] = []
    private var directorySize: UInt64 = 0
    private var entries: UInt64 = 0

    mutating func begin(_ entry: ArchiveEntry) throws(ArchiveError) -> [UInt8] {
        try count.begin(entry)
        let path = entry.bytes
        guard path.count <= Self.longestPath else {
            throw ArchiveError(.pathTooLong, "a path of \(path.count) bytes does not fit into a ZIP archive")
        }
        // 4.4.4: bit 11, the name is UTF-8; bit 3, the checksum follows the content.
        let flags: UInt16 = 1 << 11 | (entry.size > 0 ? 1 << 3 : 0)
        let current = Current(
            entry: entry,
            offset: offset,
            flags: flags,
            time: ZipTime(seconds: entry.seconds, nanoseconds: entry.nanoseconds)
        )
        self.current = current
        checksum = CRC32()
        var extra = current.time.extra
        if current.isLarge {
            // 4.5.3; its presence is what says that the descriptor has 64-bit sizes (4.3.9.2).
            extra.append(little: UInt16(1))
            extra.append(little: UInt16(16))
            extra.append(little: UInt64(0))
            extra.append(little: UInt64(0))
        }
        let size: UInt32 = current.isLarge ? .max : 0
        var header: [UInt8] = []
        header.reserveCapacity(30 + path.count + extra.count)
        header.append(little: UInt32(0x0403_4B50))
        header.append(little: current.version)
        header.append(little: flags)
        header.append(little: Self.storedMethod)
        header.append(little: current.time.time)
        header.append(little: current.time.date)
        header.append(little: UInt32(0))
        header.append(little: size)
        header.append(little: size)
        header.append(little: UInt16(path.count))
        header.append(little: UInt16(extra.count))
        header.append(contentsOf: path)
        header.append(contentsOf: extra)
        offset += UInt64(header.count) + UInt64(entry.size)
        return header
    }

    mutating func content(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError) {
        try count.take(bytes.count)
        checksum.update(bytes)
    }

    mutating func skipContent() { count.skip() }

    mutating func end() throws(ArchiveError) -> [UInt8] {
        try count.end()
        guard let current else { throw ArchiveError(.misuse, "an entry ends that did not begin") }
        self.current = nil
        append(centralHeader(of: current))
        entries += 1
        guard current.entry.size > 0 else { return [] }
        var descriptor: [UInt8] = []
        descriptor.append(little: UInt32(0x0807_4B50))
        descriptor.append(little: checksum.value)
        for _ in 0..<2 {
            if current.isLarge {
                descriptor.append(little: UInt64(current.entry.size))
            } else {
                descriptor.append(little: UInt32(truncatingIfNeeded: current.entry.size))
            }
        }
        offset += UInt64(descriptor.count)
        return descriptor
    }

    mutating func finish() -> [[UInt8]] {
        var pieces = directory
        directory = []
        var end: [UInt8] = []
        let needs64 =
            entries >= 0xFFFF || directorySize >= Self.limit32 || offset >= Self.limit32
        if needs64 { appendEnd64(to: &end) }
        // 4.3.16
        end.append(little: UInt32(0x0605_4B50))
        end.append(little: UInt32(0))
        let count = UInt16(min(entries, 0xFFFF))
        end.append(little: count)
        end.append(little: count)
        end.append(little: UInt32(min(directorySize, Self.limit32)))
        end.append(little: UInt32(min(offset, Self.limit32)))
        end.append(little: UInt16(0))
        pieces.append(end)
        return pieces
    }

    /// APPNOTE 4.3.12.
    private func centralHeader(of current: Current) -> [UInt8] {
        let entry = current.entry
        let path = entry.bytes
        var extra = current.time.extra
        var large: [UInt8] = []
        if current.isLarge {
            large.append(little: UInt64(entry.size))
            large.append(little: UInt64(entry.size))
        }
        if current.offset >= Self.limit32 { large.append(little: current.offset) }
        if !large.isEmpty {
            extra.append(little: UInt16(1))
            extra.append(little: UInt16(large.count))
            extra.append(contentsOf: large)
        }
        let size: UInt32 = current.isLarge ? .max : UInt32(entry.size)
        var header: [UInt8] = []
        header.reserveCapacity(46 + path.count + extra.count)
        header.append(little: UInt32(0x0201_4B50))
        // 4.4.2: written on Unix, so that the high half of the attributes is a mode.
        header.append(little: UInt16(3 << 8 | 45))
        header.append(little: large.isEmpty ? current.version : 45)
        header.append(little: current.flags)
        header.append(little: Self.storedMethod)
        header.append(little: current.time.time)
        header.append(little: current.time.date)
        header.append(little: checksum.value)
        header.append(little: size)
        header.append(little: size)
        header.append(little: UInt16(path.count))
        header.append(little: UInt16(extra.count))
        header.append(little: UInt16(0))  // comment
        header.append(little: UInt16(0))  // disk
        header.append(little: UInt16(0))  // internal attributes
        let mode: UInt32 = entry.isDirectory ? 0o040_755 : 0o100_644
        header.append(little: mode << 16 | (entry.isDirectory ? 0x10 : 0))
        header.append(little: UInt32(min(current.offset, Self.limit32)))
        header.append(contentsOf: path)
        header.append(contentsOf: extra)
        return header
    }

    private mutating func append(_ header: [UInt8]) {
        directorySize += UInt64(header.count)
        if directory.isEmpty || directory[directory.count - 1].count + header.count > Self.pieceSize {
            var piece: [UInt8] = []
            piece.reserveCapacity(directory.isEmpty ? header.count : max(header.count, Self.pieceSize))
            directory.append(piece)
        }
        directory[directory.count - 1].append(contentsOf: header)
    }

    /// APPNOTE 4.3.14 and 4.3.15.
    private func appendEnd64(to end: inout [UInt8]) {
        end.append(little: UInt32(0x0606_4B50))
        end.append(little: UInt64(44))
        end.append(little: UInt16(3 << 8 | 45))
        end.append(little: UInt16(45))
        end.append(little: UInt32(0))
        end.append(little: UInt32(0))
        end.append(little: entries)
        end.append(little: entries)
        end.append(little: directorySize)
        end.append(little: offset)
        end.append(little: UInt32(0x0706_4B50))
        end.append(little: UInt32(0))
        end.append(little: offset + directorySize)
        end.append(little: UInt32(1))
    }
}
