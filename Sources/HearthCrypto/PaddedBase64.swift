/// Base 64 with padding (RFC 4648) in bytes, as vaults have it in names and key files.
///
/// Names of a whole directory go through it at each listing, so it works on tables and makes one array a call.
struct PaddedBase64: Sendable {
    /// The alphabet for names (section 5).
    static let url = PaddedBase64(UInt8(ascii: "-"), UInt8(ascii: "_"))
    /// The alphabet of key files (section 4).
    static let standard = PaddedBase64(UInt8(ascii: "+"), UInt8(ascii: "/"))

    private static let pad = UInt8(ascii: "=")
    private static let invalid: UInt8 = 0xFF

    private let characters: [UInt8]
    private let values: [UInt8]

    private init(_ last: UInt8...) {
        let upper = UInt8(ascii: "A")...UInt8(ascii: "Z")
        let lower = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let characters = Array(upper) + Array(lower) + Array(digits) + last
        var values = [UInt8](repeating: Self.invalid, count: 256)
        for (value, character) in characters.enumerated() { values[Int(character)] = UInt8(value) }
        self.characters = characters
        self.values = values
    }

    /// Four characters for three bytes or the rest of them.
    func encode(_ bytes: [UInt8]) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4 + 4)
        var index = 0
        while index < bytes.count {
            let rest = min(bytes.count - index, 3)
            var bits = UInt32(bytes[index]) << 16
            if rest > 1 { bits |= UInt32(bytes[index + 1]) << 8 }
            if rest > 2 { bits |= UInt32(bytes[index + 2]) }
            text.append(characters[Int(bits >> 18)])
            text.append(characters[Int(bits >> 12 & 63)])
            text.append(rest > 1 ? characters[Int(bits >> 6 & 63)] : Self.pad)
            text.append(rest > 2 ? characters[Int(bits & 63)] : Self.pad)
            index += 3
        }
        return text
    }

    /// Reads what ``encode(_:)`` writes, and nothing else: exact padding, no spaces, no stray bits at the end, so
    /// that no two texts mean the same bytes.
    func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        guard text.count % 4 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var count = 0
        var pads = 0
        for character in text {
            if character == Self.pad {
                pads += 1
                continue
            }
            let value = values[Int(character)]
            guard value != Self.invalid, pads == 0 else { return nil }
            bits = bits << 6 | UInt32(value)
            count += 1
            guard count == 4 else { continue }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
            bytes.append(UInt8(truncatingIfNeeded: bits))
            (bits, count) = (0, 0)
        }
        switch (count, pads) {
        case (0, 0): return bytes
        case (2, 2) where bits & 0xF == 0:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
            return bytes
        case (3, 1) where bits & 3 == 0:
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
            return bytes
        default: return nil
        }
    }
}
