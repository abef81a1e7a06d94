package import HearthCrypto
import HearthWire

/// The old door's `hash`: SHA-256 of the whole file, with a suffix that tells simultaneous uploads apart.
package struct UploadKey: Sendable, Hashable {
    /// The whole string: what finds the session.
    package let text: String
    /// The part before the dash: what the bytes must hash to.
    package let hash: SHA256Digest

    /// Parses `[0-9a-f]{64}`, optionally followed by `-[0-9A-Za-z]{1,32}`.
    ///
    /// - Throws: 10031 when empty; 10004 for any other shape, so that no path can hide in it.
    package init(_ text: String) throws {
        if text.isEmpty { throw DriveError(.uploadFieldsMissing) }
        let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, first.utf8.count == 64,
            let hash = SHA256Digest(hex: first.lowercased())
        else { throw DriveError(.illegalParameter, argument: "hash") }
        var key = first.lowercased()
        if parts.count == 2 {
            let suffix = parts[1].utf8
            guard (1...32).contains(suffix.count), suffix.allSatisfy(Self.isAlphanumeric) else {
                throw DriveError(.illegalParameter, argument: "hash")
            }
            key += "-" + parts[1]
        }
        self.text = key
        self.hash = hash
    }

    /// Splits `{file name}{hash}` as `DELETE cache/` sends it (wangpan-api, 4.11).
    static func split(_ bytes: [UInt8]) -> (name: [UInt8], key: UploadKey)? {
        // The plain form first, then each length of suffix.
        for suffix in [0] + Array(2...33) where bytes.count > 64 + suffix {
            let tail = String(decoding: bytes.suffix(64 + suffix), as: UTF8.self)
            if let key = try? UploadKey(tail), key.text.utf8.count == 64 + suffix {
                return (Array(bytes.dropLast(64 + suffix)), key)
            }
        }
        return nil
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

/// Names of uploads and other temporary files.
enum UploadID {
    /// 32 hexadecimal characters: unguessable, and legal as a file name anywhere.
    static func make() throws -> String { Hex.encode(try SecureRandom.bytes(16)) }

    static func make(prefix: String) throws -> String { "\(prefix)-\(try make())" }
}
