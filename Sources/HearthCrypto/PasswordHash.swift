/// Hashes of account passwords: Argon2id as a PHC string, `$argon2id$v=19$m=…,t=…,p=…$salt$tag`.
///
/// Each call takes tens of milliseconds of a core and the memory of its parameters: run it on a pool for blocking
/// work, few at a time, and throttle before it.
package enum PasswordHash {
    private static let saltLength = 16
    private static let tagLength = 32

    /// Hashes a password under a fresh salt.
    package static func make(
        _ password: [UInt8],
        parameters: Argon2Parameters = .standard
    ) throws(CryptoError) -> String {
        guard parameters.isAcceptable else {
            throw CryptoError(.parameters, "Argon2id costs are out of range")
        }
        let salt = try SecureRandom.bytes(saltLength)
        let tag = try Argon2id.derive(password, salt: salt, parameters: parameters, length: tagLength)
        return PHCString(parameters: parameters, salt: salt, tag: tag).text
    }

    /// Whether the password is the one that was hashed.
    ///
    /// - Throws: `.malformedHash` when the text is no hash of ours or its costs are out of range.
    package static func verify(_ password: [UInt8], against phc: String) throws(CryptoError) -> Bool {
        let stored = try PHCString(parsing: phc)
        let tag = try Argon2id.derive(
            password,
            salt: stored.salt,
            parameters: stored.parameters,
            length: stored.tag.count
        )
        return constantTimeEquals(tag, stored.tag)
    }

    /// Whether a hash was made with other parameters than today's: then make another one at the next login.
    package static func needsUpgrade(_ phc: String) -> Bool {
        guard let stored = try? PHCString(parsing: phc) else { return true }
        return stored.parameters != .standard || stored.salt.count < saltLength
            || stored.tag.count != tagLength
    }
}
