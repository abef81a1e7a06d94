/// Base 32 without padding, five bits a character.
struct Base32: Sendable {
    /// The alphabet of RFC 4648, section 6, for the directories of vaults.
    static let rfc4648 = Base32("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    /// Crockford's alphabet, which has no I, L, O and U, for keys that people copy by hand.
    static let crockford = Base32("0123456789ABCDEFGHJKMNPQRSTVWXYZ")

    private let alphabet: [UInt8]

    private init(_ alphabet: String) { self.alphabet = Array(alphabet.utf8) }

    /// Eight characters for five bytes, the rest shorter.
    func encode(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for byte in bytes {
            bits = bits << 8 | UInt32(byte)
            count += 8
            while count >= 5 {
                count -= 5
                text.append(alphabet[Int(bits >> count & 31)])
            }
        }
        if count > 0 { text.append(alphabet[Int(bits << (5 - count) & 31)]) }
        return text
    }

    /// Reads what ``encode(_:)`` writes, and nothing else.
    func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var bits: UInt32 = 0
        var count = 0
        for character in text {
            guard let value = alphabet.firstIndex(of: character) else { return nil }
            bits = bits << 5 | UInt32(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> count))
            }
        }
        guard count < 5, bits & (1 << count - 1) == 0 else { return nil }
        return bytes
    }
}
