/// What must be escaped inside a JSON string (RFC 8259, section 7).
enum JSONEscaping {
    /// Copies UTF-8 text, the runs between characters that need escaping each in one piece.
    static func append(_ text: UnsafeBufferPointer<UInt8>, to bytes: inout [UInt8]) {
        var start = 0
        var index = firstSpecial(text, from: 0)
        while index < text.count {
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start..<index]))
            escape(text[index], to: &bytes)
            start = index + 1
            index = firstSpecial(text, from: start)
        }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[start...]))
    }

    /// The first quote, backslash or control character at or after `start`; the count when there is none.
    private static func firstSpecial(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var index = start
        // Eight bytes at a time (Warren, "Hacker's Delight", chapter 6): a byte is zero, or below 0x20, where the
        // subtraction borrows and the byte itself has no high bit.
        while index + 8 <= text.count {
            let word = UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped + index).loadUnaligned(
                as: UInt64.self
            )
            let quotes = word ^ (ones &* UInt64(UInt8(ascii: "\"")))
            let slashes = word ^ (ones &* UInt64(UInt8(ascii: "\\")))
            let found =
                (word &- ones &* 0x20) & ~word | (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
            if found & highs != 0 { break }
            index += 8
        }
        while index < text.count {
            let byte = text[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
            index += 1
        }
        return index
    }

    private static let ones: UInt64 = 0x0101_0101_0101_0101
    private static let highs: UInt64 = 0x8080_8080_8080_8080

    private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(byte)
        case 0x0A: bytes.append(UInt8(ascii: "n"))
        case 0x0D: bytes.append(UInt8(ascii: "r"))
        case 0x09: bytes.append(UInt8(ascii: "t"))
        default:
            let low = byte & 0xF
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(UInt8(ascii: "0") + byte >> 4)
            bytes.append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }
}
