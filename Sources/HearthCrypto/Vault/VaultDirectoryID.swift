/// What names a directory of a vault in its names and its place, whatever the directory is called.
package struct VaultDirectoryID: Hashable, Sendable {
    /// None for the root; 1 to ``longest`` printable ASCII characters for any other.
    package let bytes: [UInt8]

    /// The longest id: Cryptomator takes no more than a UUID's text.
    package static let longest = 36

    /// The id of the root directory.
    package static let root = VaultDirectoryID(unchecked: [])

    private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

    /// Takes what a `dir.c9r` holds; nil unless that is 1 to 36 printable ASCII characters without blanks.
    ///
    /// An empty file is refused, not taken for the root: a directory that points at the root shows everything, and
    /// deleting it deletes everything.
    package init?(_ bytes: [UInt8]) {
        guard (1...Self.longest).contains(bytes.count), bytes.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            return nil
        }
        self.bytes = bytes
    }

    /// A new id: the text of a random UUID (RFC 9562, version 4), 36 characters.
    ///
    /// - Throws: `.library`.
    package static func random() throws(CryptoError) -> VaultDirectoryID {
        VaultDirectoryID(unchecked: try UUIDText.random())
    }

    /// Whether this is the root.
    package var isRoot: Bool { bytes.isEmpty }
}

/// Texts of random UUIDs.
enum UUIDText {
    /// 36 lower-case characters of ASCII (RFC 9562, version 4).
    static func random() throws(CryptoError) -> [UInt8] {
        var bytes = try SecureRandom.bytes(16)
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        var text = Array(Hex.encode(bytes).utf8)
        for position in [8, 13, 18, 23] { text.insert(UInt8(ascii: "-"), at: position) }
        return text
    }
}
