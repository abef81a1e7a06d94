/// `masterkey.cryptomator`: the master keys of a vault, wrapped with a key made from the password.
package struct MasterkeyFile: Sendable {
    /// The longest file, in bytes.
    package static let longestFile = FlatJSON.longestInput

    /// What takes the place of the vault's version since format 8.
    private static let standardVersion: UInt32 = 999
    /// As Cryptomator writes it; up to 64 bytes are read.
    private static let saltSize = 8

    /// The cost of trying one password.
    package let cost: ScryptCost
    private let version: UInt32
    private let salt: [UInt8]
    private let encryption: [UInt8]
    private let authentication: [UInt8]
    private let versionCode: [UInt8]

    /// Wraps keys with a new password under a fresh salt; takes as long as trying a password.
    ///
    /// - Parameters:
    ///   - keys: the keys of the vault, which stay the same when the password changes.
    ///   - password: UTF-8, any form; form C is what counts.
    ///   - cost: acceptable numbers with a parallelism of 1.
    /// - Returns: the file.
    /// - Throws: `.invalidInput` for a password that is not UTF-8, `.parameters` for another cost, `.library`.
    package static func make(
        _ keys: VaultKeys,
        password: [UInt8],
        cost: ScryptCost = .standard
    ) throws(CryptoError) -> MasterkeyFile {
        guard cost.parallelism == 1 else { throw CryptoError(.parameters, "a key file has no scrypt p") }
        let salt = try SecureRandom.bytes(saltSize)
        let key = try passwordKey(password, salt: salt, cost: cost)
        return MasterkeyFile(
            cost: cost,
            version: standardVersion,
            salt: salt,
            encryption: try KeyWrap.wrap(keys.encryption, key: key),
            authentication: try KeyWrap.wrap(keys.authentication, key: key),
            versionCode: try versionCode(of: standardVersion, keys: keys)
        )
    }

    private init(
        cost: ScryptCost,
        version: UInt32,
        salt: [UInt8],
        encryption: [UInt8],
        authentication: [UInt8],
        versionCode: [UInt8]
    ) {
        self.cost = cost
        self.version = version
        self.salt = salt
        self.encryption = encryption
        self.authentication = authentication
        self.versionCode = versionCode
    }

    /// Reads a file.
    ///
    /// - Throws: `.invalidInput` when it is damaged or longer than ``longestFile``; `.unsupported` when trying a
    ///   password would cost more than is allowed here.
    package init(json: [UInt8]) throws(CryptoError) {
        let fields = try FlatJSON(json)
        guard let version = fields.number("version").flatMap(UInt32.init(exactly:)),
            let rounds = fields.number("scryptCostParam").flatMap(UInt64.init(exactly:)),
            let blockSize = fields.number("scryptBlockSize").flatMap(UInt64.init(exactly:)),
            let salt = Self.bytes("scryptSalt", fields), (1...64).contains(salt.count),
            let encryption = Self.bytes("primaryMasterKey", fields), encryption.count == 40,
            let authentication = Self.bytes("hmacMasterKey", fields), authentication.count == 40,
            let versionCode = Self.bytes("versionMac", fields), versionCode.count == 32
        else { throw CryptoError(.invalidInput, "masterkey.cryptomator is damaged") }
        let cost = ScryptCost(rounds: rounds, blockSize: blockSize)
        guard cost.isAcceptable else {
            throw CryptoError(.unsupported, "masterkey.cryptomator asks for scrypt costs out of range")
        }
        self.init(
            cost: cost,
            version: version,
            salt: salt,
            encryption: encryption,
            authentication: authentication,
            versionCode: versionCode
        )
    }

    /// The file, ASCII; what ``init(json:)`` reads.
    package var json: [UInt8] {
        func text(_ bytes: [UInt8]) -> String {
            FlatJSON.quote(String(decoding: PaddedBase64.standard.encode(bytes), as: UTF8.self))
        }
        let lines = [
            "\"version\": \(version)",
            "\"scryptSalt\": \(text(salt))",
            "\"scryptCostParam\": \(cost.rounds)",
            "\"scryptBlockSize\": \(cost.blockSize)",
            "\"primaryMasterKey\": \(text(encryption))",
            "\"hmacMasterKey\": \(text(authentication))",
            "\"versionMac\": \(text(versionCode))",
        ]
        return Array("{\n  \(lines.joined(separator: ",\n  "))\n}\n".utf8)
    }

    /// Tries a password: about a tenth of a second of a core and 32 MiB at the standard cost.
    ///
    /// - Parameter password: any bytes; form C of the text is what counts.
    /// - Returns: the keys of the vault.
    /// - Throws: `.authenticationFailed` for another password, or when the wrapped keys are damaged, which looks the
    ///   same; `.invalidInput` when the password is right but the version's code is not; `.library`.
    package func unlock(password: [UInt8]) throws(CryptoError) -> VaultKeys {
        let key: SecretBytes
        do throws(CryptoError) {
            key = try Self.passwordKey(password, salt: salt, cost: cost)
        } catch  where error.code == .invalidInput {
            throw CryptoError(.authenticationFailed, "a password that is not UTF-8 opens nothing")
        }
        let keys = try VaultKeys(
            encryption: KeyWrap.unwrap(encryption, key: key),
            authentication: KeyWrap.unwrap(authentication, key: key)
        )
        guard constantTimeEquals(try Self.versionCode(of: version, keys: keys), versionCode) else {
            throw CryptoError(.invalidInput, "the version in masterkey.cryptomator was changed")
        }
        return keys
    }

    private static func passwordKey(
        _ password: [UInt8],
        salt: [UInt8],
        cost: ScryptCost
    ) throws(CryptoError) -> SecretBytes {
        var normal = try NFC.normalize(password)
        defer { wipe(&normal) }
        return try Scrypt.derive(normal, salt: salt, cost: cost)
    }

    /// HMAC-SHA-256 of the version, 32 bits big-endian, with the key of the authentication.
    private static func versionCode(of version: UInt32, keys: VaultKeys) throws(CryptoError) -> [UInt8] {
        let message = withUnsafeBytes(of: version.bigEndian) { Array($0) }
        return try KeyedHash.sha256.authenticate(message, key: keys.authentication)
    }

    private static func bytes(_ name: String, _ fields: FlatJSON) -> [UInt8]? {
        fields.text(name).flatMap { PaddedBase64.standard.decode(Array($0.utf8)) }
    }
}
