/// A path inside an archive: it cannot leave the place where the archive is unpacked, on any system.
///
/// Made of single names only, so that it is never absolute, never empty and never holds `..`. Names that would do harm or
/// cannot be written are escaped visibly (``escaped(_:for:isFirst:)``).
package struct EntryPath: Sendable, Hashable {
    /// The names joined by `/`.
    package private(set) var bytes: [UInt8]

    /// A path of one name.
    ///
    /// Nil for an empty name, `.`, `..` and names with `/`, `\` or NUL.
    package init?(_ name: [UInt8]) {
        guard Self.isSafe(name) else { return nil }
        bytes = name
    }

    /// Goes down to something in this directory.
    ///
    /// - Returns: false for names that ``init(_:)`` refuses; the path is then as it was.
    package mutating func append(_ name: [UInt8]) -> Bool {
        guard Self.isSafe(name) else { return false }
        bytes.append(UInt8(ascii: "/"))
        bytes.append(contentsOf: name)
        return true
    }

    /// Goes back to the directory that holds this; a path of one name stays.
    package mutating func removeLast() {
        guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return }
        bytes.removeSubrange(slash...)
    }

    private static func isSafe(_ name: [UInt8]) -> Bool {
        let dot = UInt8(ascii: ".")
        guard !name.isEmpty, name != [dot], name != [dot, dot] else { return false }
        return !name.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") || $0 == 0 }
    }

    /// The name under which a file's name stands in an archive; most names are their own.
    ///
    /// Escaped are: `\`, which Windows takes for a separator; at the top the colon of `C:`, which it takes for a drive; in ZIP
    /// bytes that are not UTF-8, which the format cannot hold. Each such byte becomes `%` and two hex digits, and in a name
    /// that needs this every `%` does too, so that two different names that need escaping stay different. A name that needs none
    /// may look like an escaped one: see ``alternative(_:_:)``.
    ///
    /// - Returns: the name to write, or nil when it is written as it is.
    package static func escaped(
        _ name: [UInt8],
        for format: ArchiveFormat,
        isFirst: Bool
    ) -> [UInt8]? {
        let invalid = format == .zip ? invalidUTF8(name) : []
        let hasDrive = isFirst && name.count >= 2 && isLetter(name[0]) && name[1] == UInt8(ascii: ":")
        guard hasDrive || !invalid.isEmpty || name.contains(UInt8(ascii: "\\")) else { return nil }
        var result: [UInt8] = []
        var next = invalid.makeIterator()
        var nextInvalid = next.next()
        for (index, byte) in name.enumerated() {
            let isInvalid = index == nextInvalid
            if isInvalid { nextInvalid = next.next() }
            if isInvalid || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%")
                || (hasDrive && index == 1)
            {
                result.append(UInt8(ascii: "%"))
                result.append(digits[Int(byte >> 4)])
                result.append(digits[Int(byte & 15)])
            } else {
                result.append(byte)
            }
        }
        return result
    }

    /// The n-th other spelling of an escaped name, for the case that a neighbour really has that name.
    ///
    /// `%%` occurs in no escaped name, so that these clash with real names only.
    package static func alternative(_ escaped: [UInt8], _ n: Int) -> [UInt8] {
        escaped + Array("%%\(n)".utf8)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

    /// The positions of bytes that belong to no well-formed UTF-8 sequence.
    private static func invalidUTF8(_ name: [UInt8]) -> [Int] {
        if name.allSatisfy({ $0 < 0x80 }) { return [] }
        var positions: [Int] = []
        var index = 0
        while index < name.count {
            let length = sequenceLength(name, index)
            if length == 0 {
                positions.append(index)
                index += 1
            } else {
                index += length
            }
        }
        return positions
    }

    /// Bytes of the well-formed sequence that begins at an index (Unicode, table 3-7); 0 for none.
    private static func sequenceLength(_ name: [UInt8], _ index: Int) -> Int {
        let first = name[index]
        let (length, second): (Int, ClosedRange<UInt8>)
        switch first {
        case 0x00...0x7F: return 1
        case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: return 0
        }
        guard index + length <= name.count, second.contains(name[index + 1]) else { return 0 }
        return name[(index + 1)..<(index + length)].allSatisfy { $0 & 0xC0 == 0x80 } ? length : 0
    }
}
