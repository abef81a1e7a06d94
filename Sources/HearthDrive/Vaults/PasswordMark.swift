import HearthCrypto
import HearthWire

/// What a password looks like to this process, so that the same one is known again without deriving a key.
///
/// HMAC with a random key of the process: what is in memory helps nobody to guess after it is gone. Compared in
/// constant time.
struct PasswordMark: Hashable, Sendable {
    private let code: [UInt8]

    /// The mark of a password for a root; spellings that Unicode calls equivalent are one password.
    ///
    /// - Throws: 1 when a key cannot be used.
    init(_ password: String, root: Int, key: [UInt8]) throws {
        let bytes = Array(password.utf8)
        // What is too long to be normalised opens nothing; it only has to look like itself.
        let normal = (try? NFC.normalize(bytes)) ?? bytes
        do {
            code = try HMACSHA256.authenticate(Array("\(root)\0".utf8) + normal, key: key)
        } catch {
            throw DriveError(.internalError, cause: error)
        }
    }

    static func == (left: PasswordMark, right: PasswordMark) -> Bool {
        constantTimeEquals(left.code, right.code)
    }
}
