/// What opens a vault when its password is lost: 256 random bits, shown to its owner once and never stored.
///
/// As text it is 56 characters of Crockford's base 32 in groups of four: the 32 bytes, then 3 bytes of their SHA-256,
/// so that a slip of the pen is told from a key of another vault (one in 16 million slips is not).
package struct RecoveryKey: Sendable, Equatable {
    private static let size = 32
    private static let checksumSize = 3
    private static let groupSize = 4

    let secret: SecretBytes
    private let checksum: [UInt8]

    private init(secret: SecretBytes) throws(CryptoError) {
        var bytes = secret.withUnsafeBytes { Array($0) }
        defer { wipe(&bytes) }
        self.secret = secret
        checksum = try Self.checksum(bytes)
    }

    /// A new key.
    ///
    /// - Throws: `.library`.
    package static func random() throws(CryptoError) -> RecoveryKey {
        try RecoveryKey(secret: .random(size))
    }

    /// Reads a key as people type it: in either case, with blanks and hyphens anywhere or nowhere, O for 0, I and L
    /// for 1.
    ///
    /// Nil when it is not 56 characters or its checksum is wrong.
    package init?(text: String) {
        var characters: [UInt8] = []
        defer { wipe(&characters) }
        for scalar in text.unicodeScalars where !Self.isSeparator(scalar) {
            guard scalar.isASCII, characters.count < 56 else { return nil }
            let byte = UInt8(ascii: scalar)
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            switch upper {
            case UInt8(ascii: "O"): characters.append(UInt8(ascii: "0"))
            case UInt8(ascii: "I"), UInt8(ascii: "L"): characters.append(UInt8(ascii: "1"))
            default: characters.append(upper)
            }
        }
        guard var bytes = Base32.crockford.decode(characters), bytes.count == Self.size + Self.checksumSize
        else {
            return nil
        }
        defer { wipe(&bytes) }
        guard let secret = try? SecretBytes(Array(bytes.prefix(Self.size))),
            let key = try? RecoveryKey(secret: secret), key.checksum[...] == bytes.suffix(Self.checksumSize)
        else { return nil }
        self = key
    }

    /// The key for its owner: 14 groups of four with hyphens between, 69 characters.
    package var text: String {
        let characters = secret.withUnsafeBytes { Base32.crockford.encode(Array($0) + checksum) }
        var text = ""
        for (index, character) in characters.enumerated() {
            if index > 0, index % Self.groupSize == 0 { text.append("-") }
            text.unicodeScalars.append(Unicode.Scalar(character))
        }
        return text
    }

    private static func checksum(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        try Array(SHA256.hash(Array("hearth recovery key".utf8) + bytes).bytes.prefix(checksumSize))
    }

    /// White space and every kind of hyphen or dash that word processors make of one.
    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.properties.isDash || scalar == "\u{200B}"
            || scalar == "\u{FEFF}"
    }
}

extension RecoveryKey: CustomStringConvertible, CustomDebugStringConvertible {
    /// Nothing of the key.
    package var description: String { "<recovery key>" }
    /// Nothing of the key.
    package var debugDescription: String { description }
}
