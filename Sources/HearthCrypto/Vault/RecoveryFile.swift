/// `hearth/recovery.json`: the master keys of a vault, wrapped with its recovery key.
///
/// Other clients of the vault do not know it and leave it alone. Both keys are wrapped as one, encryption first
/// (RFC 3394), with HKDF of the recovery key and a salt of the file's own.
package struct RecoveryFile: Sendable {
    /// The longest file, in bytes.
    package static let longestFile = FlatJSON.longestInput

    private static let version: Int64 = 1
    private static let saltSize = 16
    private static let keySize = 32

    private let salt: [UInt8]
    private let wrapped: [UInt8]

    /// Wraps keys with a recovery key, which replaces any earlier one.
    ///
    /// - Throws: `.library`.
    package static func make(_ keys: VaultKeys, _ key: RecoveryKey) throws(CryptoError) -> RecoveryFile {
        let salt = try SecureRandom.bytes(saltSize)
        let both = try SecretBytes(joining: keys.encryption, keys.authentication)
        return RecoveryFile(salt: salt, wrapped: try KeyWrap.wrap(both, key: wrappingKey(key, salt: salt)))
    }

    private init(salt: [UInt8], wrapped: [UInt8]) {
        self.salt = salt
        self.wrapped = wrapped
    }

    /// Reads a file.
    ///
    /// - Throws: `.invalidInput` when it is damaged, `.unsupported` for a later version.
    package init(json: [UInt8]) throws(CryptoError) {
        let fields = try FlatJSON(json)
        guard let version = fields.number("version") else {
            throw CryptoError(.invalidInput, "recovery.json is damaged")
        }
        guard version == Self.version else {
            throw CryptoError(.unsupported, "recovery.json has version \(version)")
        }
        guard let salt = fields.text("salt").flatMap({ PaddedBase64.standard.decode(Array($0.utf8)) }),
            salt.count == Self.saltSize,
            let wrapped = fields.text("wrappedKeys").flatMap({ PaddedBase64.standard.decode(Array($0.utf8)) }
            ),
            wrapped.count == 2 * Self.keySize + KeyWrap.overhead
        else { throw CryptoError(.invalidInput, "recovery.json is damaged") }
        self.init(salt: salt, wrapped: wrapped)
    }

    /// The file, ASCII; what ``init(json:)`` reads.
    package var json: [UInt8] {
        let salt = String(decoding: PaddedBase64.standard.encode(salt), as: UTF8.self)
        let keys = String(decoding: PaddedBase64.standard.encode(wrapped), as: UTF8.self)
        return Array(
            "{\n  \"version\": \(Self.version),\n  \"salt\": \"\(salt)\",\n  \"wrappedKeys\": \"\(keys)\"\n}\n"
                .utf8
        )
    }

    /// Opens the file; cheap, since no recovery key can be guessed.
    ///
    /// - Returns: the keys of the vault; prove them against its configuration (``VaultConfiguration/verify(_:keys:)``).
    /// - Throws: `.authenticationFailed` for another recovery key or a damaged file, `.library`.
    package func unlock(_ key: RecoveryKey) throws(CryptoError) -> VaultKeys {
        let both = try KeyWrap.unwrap(wrapped, key: Self.wrappingKey(key, salt: salt))
        let (encryption, authentication) = try both.withUnsafeBytes { (both) throws(CryptoError) in
            (
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: both[..<Self.keySize])),
                try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: both[Self.keySize...]))
            )
        }
        return try VaultKeys(encryption: encryption, authentication: authentication)
    }

    private static func wrappingKey(_ key: RecoveryKey, salt: [UInt8]) throws(CryptoError) -> SecretBytes {
        try HKDF.derive(from: key.secret, salt: salt, info: Array("hearth vault recovery 1".utf8))
    }
}
