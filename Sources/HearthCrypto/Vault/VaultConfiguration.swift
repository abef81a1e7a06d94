/// `vault.cryptomator`: a token, signed with both master keys, that says how the vault is written.
///
/// Written with HS256, read with HS256, HS384 and HS512. Its parts may be base64 with padding: some programs write
/// them so.
package enum VaultConfiguration {
    /// The longest file, in bytes.
    package static let longestFile = JWT.longestToken

    private static let keyID = "masterkeyfile:masterkey.cryptomator"

    /// A configuration for a new vault, with an id of its own.
    ///
    /// - Returns: ASCII, the whole file.
    /// - Throws: `.library`.
    package static func make(_ keys: VaultKeys) throws(CryptoError) -> [UInt8] {
        let id = String(decoding: try UUIDText.random(), as: UTF8.self)
        let payload =
            "{\"jti\":\"\(id)\",\"format\":\(VaultFormat.version),"
            + "\"cipherCombo\":\"\(VaultFormat.cipherCombination)\","
            + "\"shorteningThreshold\":\(VaultFormat.shorteningThreshold)}"
        return try JWT.encode(Array(payload.utf8), algorithm: .hs256, keyID: keyID, key: keys.signingKey())
    }

    /// Looks, before any password, whether the vault is of the one kind that is handled here.
    ///
    /// Nothing is proved by that: ``verify(_:keys:)`` must follow.
    ///
    /// - Throws: `.unsupported` for another format, cipher combination, threshold or place of the key, with a message
    ///   for people; `.invalidInput` when the file is damaged.
    package static func check(_ token: [UInt8]) throws(CryptoError) {
        _ = try read(token)
    }

    /// Proves that the configuration was signed with these keys, and that the vault is of the kind handled here.
    ///
    /// - Throws: `.authenticationFailed` for other keys or a changed file; `.unsupported`, `.invalidInput` as
    ///   ``check(_:)``; `.library`.
    package static func verify(_ token: [UInt8], keys: VaultKeys) throws(CryptoError) {
        try read(token).verify(allowing: Set(JWT.Algorithm.allCases), key: keys.signingKey())
    }

    /// Why a directory with a `masterkey.cryptomator` but no `vault.cryptomator` is not opened: up to format 7, the
    /// key file told the format.
    ///
    /// - Parameter keyFile: the content of `masterkey.cryptomator`.
    /// - Returns: `.unsupported` with the format, `.invalidInput` when the file tells none.
    package static func refusal(ofKeyFileAlone keyFile: [UInt8]) -> CryptoError {
        guard let fields = try? FlatJSON(keyFile), let version = fields.number("version"),
            (1..<Int64(VaultFormat.version)).contains(version)
        else { return CryptoError(.invalidInput, "vault.cryptomator is missing") }
        return unsupported(format: version, combination: "SIV_CTRMAC")
    }

    private static func read(_ token: [UInt8]) throws(CryptoError) -> JWT {
        // Other programs may leave a line's end after the token.
        var token = token
        while let last = token.last, last == 0x0A || last == 0x0D { token.removeLast() }
        let jwt = try JWT(parsing: token, encoding: .tolerant)
        let header = try FlatJSON(jwt.header)
        let payload = try FlatJSON(jwt.payload)
        guard header.text("typ") == "JWT" || !header.contains("typ") else {
            throw CryptoError(.invalidInput, "vault.cryptomator is no JSON Web Token")
        }
        guard let format = payload.number("format"), let combination = payload.text("cipherCombo") else {
            throw CryptoError(.invalidInput, "vault.cryptomator does not say how the vault is written")
        }
        guard format == Int64(VaultFormat.version), combination == VaultFormat.cipherCombination else {
            throw unsupported(format: format, combination: combination)
        }
        guard let threshold = payload.number("shorteningThreshold") else {
            throw CryptoError(.invalidInput, "vault.cryptomator does not say when names are shortened")
        }
        guard threshold == Int64(VaultFormat.shorteningThreshold) else {
            throw CryptoError(
                .unsupported,
                "the vault shortens names over \(threshold) characters; only \(VaultFormat.shorteningThreshold) is supported"
            )
        }
        guard JWT.Algorithm(rawValue: jwt.algorithm) != nil else {
            throw CryptoError(.unsupported, "vault.cryptomator is signed in a way that is not supported")
        }
        guard jwt.keyID == keyID else {
            throw CryptoError(.unsupported, "the vault keeps its key elsewhere than in masterkey.cryptomator")
        }
        return jwt
    }

    private static func unsupported(format: Int64, combination: String) -> CryptoError {
        // The text comes from a file nobody has proved: only what is surely a short name is repeated.
        let isName =
            (1...32).contains(combination.utf8.count)
            && combination.utf8.allSatisfy {
                (0x41...0x5A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
            }
        return CryptoError(
            .unsupported,
            "vault format \(format) (\(isName ? combination : "unknown cipher")) is not supported; "
                + "only format \(VaultFormat.version) (\(VaultFormat.cipherCombination)) is"
        )
    }
}
