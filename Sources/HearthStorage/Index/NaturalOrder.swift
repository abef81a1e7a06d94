/// The order in which people expect names: without regard to case, and `img9` before `img10`.
///
/// Names are compared through keys, byte by byte; a key is the folded name in UTF-8 in which each run of ASCII digits
/// became `0`, the number of its digits without leading zeros, and those digits. Equal keys are ordered by the bytes of
/// the names, so that the order is total.
package enum NaturalOrder {
    /// Bytes that are not UTF-8 come last: no UTF-8 text contains this.
    private static let invalidMarker: UInt8 = 0xFF
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// Appends the key of a name of at most 255 bytes; the key has at most 3 bytes per byte of the name.
    static func appendKey(of name: UnsafeBufferPointer<UInt8>, to key: inout [UInt8]) {
        var position = 0
        while position < name.count {
            let byte = name[position]
            if digits.contains(byte) {
                position = appendNumber(name, from: position, to: &key)
            } else if byte < 0x80 {
                key.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                position += 1
            } else {
                position = appendFolded(name, from: position, to: &key)
            }
        }
    }

    /// Appends a name folded for searching: digits stay as they are.
    static func appendFolded(_ name: UnsafeBufferPointer<UInt8>, to text: inout [UInt8]) {
        var position = 0
        while position < name.count {
            let byte = name[position]
            if byte < 0x80 {
                text.append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
                position += 1
            } else {
                position = appendFolded(name, from: position, to: &text)
            }
        }
    }

    /// Whether the left name comes before the right one.
    package static func areInIncreasingOrder(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        var (leftKey, rightKey): ([UInt8], [UInt8]) = ([], [])
        left.withUnsafeBufferPointer { appendKey(of: $0, to: &leftKey) }
        right.withUnsafeBufferPointer { appendKey(of: $0, to: &rightKey) }
        if leftKey == rightKey { return left.lexicographicallyPrecedes(right) }
        return leftKey.lexicographicallyPrecedes(rightKey)
    }

    /// The extension, folded; a dot at the start begins none.
    static func type(of name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return [] }
        var text: [UInt8] = []
        appendFolded(UnsafeBufferPointer(rebasing: name[(dot + 1)...]), to: &text)
        return text
    }

    /// The extension of a name in an array.
    static func type(of name: [UInt8]) -> [UInt8] { name.withUnsafeBufferPointer { type(of: $0) } }

    private static func appendNumber(
        _ name: UnsafeBufferPointer<UInt8>,
        from start: Int,
        to key: inout [UInt8]
    ) -> Int {
        var first = start
        while first < name.count, name[first] == UInt8(ascii: "0") { first += 1 }
        var end = first
        while end < name.count, digits.contains(name[end]) { end += 1 }
        key.append(UInt8(ascii: "0"))
        key.append(UInt8(truncatingIfNeeded: end - first))
        key.append(contentsOf: UnsafeBufferPointer(rebasing: name[first..<end]))
        return end
    }

    private static func appendFolded(
        _ name: UnsafeBufferPointer<UInt8>,
        from start: Int,
        to text: inout [UInt8]
    ) -> Int {
        guard let (code, length) = scalar(in: name, at: start) else {
            text.append(invalidMarker)
            text.append(name[start])
            return start + 1
        }
        let folded = CaseFolding.fold(code)
        if folded == code {
            text.append(contentsOf: UnsafeBufferPointer(rebasing: name[start..<(start + length)]))
        } else {
            Unicode.Scalar(folded).map {
                text.append(contentsOf: UTF8.encode($0) ?? UTF8.encodedReplacementCharacter)
            }
        }
        return start + length
    }

    /// The code point of a well-formed sequence of two to four bytes.
    private static func scalar(in name: UnsafeBufferPointer<UInt8>, at start: Int) -> (UInt32, Int)? {
        let first = name[start]
        let length: Int
        var code: UInt32
        let least: UInt32
        switch first {
        case 0xC2...0xDF: (length, code, least) = (2, UInt32(first & 0x1F), 0x80)
        case 0xE0...0xEF: (length, code, least) = (3, UInt32(first & 0x0F), 0x800)
        case 0xF0...0xF4: (length, code, least) = (4, UInt32(first & 0x07), 0x10000)
        default: return nil
        }
        guard start + length <= name.count else { return nil }
        for index in (start + 1)..<(start + length) {
            guard name[index] & 0xC0 == 0x80 else { return nil }
            code = code << 6 | UInt32(name[index] & 0x3F)
        }
        guard code >= least, code <= 0x10FFFF, !(0xD800...0xDFFF).contains(code) else { return nil }
        return (code, length)
    }
}
