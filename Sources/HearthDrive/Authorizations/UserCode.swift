import HearthCrypto

/// What a person types on the page for devices (RFC 8628, section 6.1).
///
/// Eight of 20 consonants: 34 bits, no words, nothing that is mixed up on a screen. Typed in either case, with or without
/// the dash.
package struct UserCode: Sendable, Hashable {
    private static let letters = Array("BCDFGHJKLMNPQRSTVWXZ".utf8)
    private static let count = 8

    /// Eight letters.
    let bytes: [UInt8]

    /// A new one.
    init() throws {
        var letters: [UInt8] = []
        while letters.count < Self.count {
            // Bytes from 240 on would favour the first letters.
            letters += try SecureRandom.bytes(16).filter { $0 < 240 }.map { Self.letters[Int($0) % 20] }
        }
        bytes = Array(letters.prefix(Self.count))
    }

    /// What somebody typed; nil when that cannot be a code.
    package init?(typed text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let letters = text.utf8.filter { !" -\t".utf8.contains($0) }.map {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) ? $0 & 0xDF : $0
        }
        guard letters.count == Self.count, letters.allSatisfy(Self.letters.contains) else { return nil }
        bytes = letters
    }

    /// As it is shown: `XXXX-XXXX`.
    package var text: String {
        String(decoding: bytes.prefix(4) + [UInt8(ascii: "-")] + bytes.suffix(4), as: UTF8.self)
    }
}
