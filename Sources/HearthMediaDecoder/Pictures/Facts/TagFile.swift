/// The tags of a TIFF file, or of EXIF, which has the same form (TIFF 6.0, section 2; CIPA DC-008, 4.6).
///
/// Every offset and count is the file's own word and is checked before it is followed.
struct TagFile {
    private let window: ByteWindow
    /// Offsets count from here.
    private let start: Int64
    private let isBigEndian: Bool
    /// Where the first directory lies.
    let first: Int

    /// One directory.
    struct Directory {
        fileprivate var entries: [Int: Entry] = [:]
        /// Where the next one lies; 0 where there is none.
        var next = 0
    }

    fileprivate struct Entry {
        let type: Int
        let count: Int
        /// In the file.
        let offset: Int64
    }

    /// A file; nil when it does not begin as one.
    ///
    /// Olympus' and Panasonic's own first bytes are taken too.
    init?(_ window: ByteWindow, at start: Int64) {
        guard let mark = window.u16(start), mark == 0x4949 || mark == 0x4d4d else { return nil }
        let isBigEndian = mark == 0x4d4d
        guard let magic = window.u16(start + 2, isBigEndian: isBigEndian),
            [0x2a, 0x55, 0x4f52, 0x5352].contains(magic),
            let first = window.u32(start + 4, isBigEndian: isBigEndian), first >= 8
        else { return nil }
        self.window = window
        self.start = start
        self.isBigEndian = isBigEndian
        self.first = first
    }

    /// Reads a directory; nil where there is none.
    func directory(at offset: Int) -> Directory? {
        guard offset >= 8, let count = u16(offset), (1...1024).contains(count) else { return nil }
        var directory = Directory()
        for index in 0..<count {
            let at = offset + 2 + index * 12
            guard let tag = u16(at), let type = u16(at + 2), let values = u32(at + 4) else { break }
            guard let size = Self.size(of: type), values > 0, values <= 1 << 28 else { continue }
            guard let value = size * values <= 4 ? at + 8 : u32(at + 8) else { break }
            directory.entries[tag] = Entry(type: type, count: values, offset: start + Int64(value))
        }
        directory.next = u32(offset + 2 + count * 12) ?? 0
        return directory
    }

    /// How many pages there are, at most 4096; smaller copies of others are none.
    var pages: Int {
        var count = 0
        var offset = first
        var seen: Set<Int> = []
        while seen.count < 4096, seen.insert(offset).inserted, let directory = directory(at: offset) {
            // NewSubfileType, its lowest bit.
            if (number(254, in: directory) ?? 0) & 1 == 0 { count += 1 }
            offset = directory.next
        }
        return count
    }

    /// Whole numbers of a tag, at most 64 of them; none when the tag is missing.
    func numbers(_ tag: Int, in directory: Directory) -> [Int] {
        guard let entry = directory.entries[tag], let size = Self.size(of: entry.type), size <= 4 else {
            return []
        }
        return (0..<min(entry.count, 64)).compactMap { index in
            window.number(at: entry.offset + Int64(index * size), bytes: size, isBigEndian: isBigEndian)
        }
    }

    /// The first number of a tag.
    func number(_ tag: Int, in directory: Directory) -> Int? { numbers(tag, in: directory).first }

    /// Text of a tag, at most 64 bytes, up to its zero.
    func text(_ tag: Int, in directory: Directory) -> String? {
        guard let entry = directory.entries[tag], entry.type == 2 || entry.type == 7 else { return nil }
        guard let bytes = window.bytes(at: entry.offset, count: min(entry.count, 64)) else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Where the bytes of a tag lie in the file, and how many there are.
    func place(_ tag: Int, in directory: Directory) -> (offset: Int64, count: Int64)? {
        guard let entry = directory.entries[tag], let size = Self.size(of: entry.type) else { return nil }
        return (entry.offset, Int64(entry.count) * Int64(size))
    }

    /// An offset that a tag names, as one in the file.
    func absolute(_ offset: Int) -> Int64 { start + Int64(offset) }

    private func u16(_ offset: Int) -> Int? { window.u16(start + Int64(offset), isBigEndian: isBigEndian) }
    private func u32(_ offset: Int) -> Int? { window.u32(start + Int64(offset), isBigEndian: isBigEndian) }

    private static func size(of type: Int) -> Int? {
        switch type {
        case 1, 2, 6, 7: return 1
        case 3, 8: return 2
        case 4, 9, 11, 13: return 4
        case 5, 10, 12: return 8
        default: return nil
        }
    }
}
