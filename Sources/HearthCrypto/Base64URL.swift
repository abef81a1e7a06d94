/// Base 64 for addresses and file names (RFC 4648, section 5), without padding.
package enum Base64URL {
    /// Four characters for three bytes, the rest shorter.
    package static func encode(_ bytes: [UInt8]) -> String { Base64.url.encode(bytes) }

    /// Reads what ``encode(_:)`` writes, and nothing else: no padding, no spaces, no stray bits at the end.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { Base64.url.decode(text) }
}

/// Base 64 without padding in either alphabet.
struct Base64: Sendable {
    static let url = Base64(UInt8(ascii: "-"), UInt8(ascii: "_"))
    static let standard = Base64(UInt8(ascii: "+"), UInt8(ascii: "/"))

    private let alphabet: [UInt8]

    private init(_ last: UInt8...) {
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        alphabet = Array(upper) + Array(lower) + Array(digits) + last
    }

    func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 6 {
                count -= 6
                text.append(alphabet[Int(bits >> count & 63)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << (6 - count) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    func decode(_ text: some StringProtocol) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        // A whole character too many, or bits that no encoder writes.
        guard count < 6, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }
}
