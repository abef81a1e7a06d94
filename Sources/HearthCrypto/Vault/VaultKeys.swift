/// The two master keys of a vault, and what is derived from them.
///
/// Everything here is deterministic or random as the format says; nothing is read or written. Any thread.
package final class VaultKeys: Sendable {
    let encryption: SecretBytes
    let authentication: SecretBytes
    /// The key of AES-SIV: the authentication's half comes first, though the format's own name for both together has
    /// the encryption's first.
    let names: SecretBytes
    private let records: SecretBytes
    private let rows: SecretBytes
    private let sealedRows: SecretBytes
    private let thumbnails: SecretBytes

    /// New keys for a new vault.
    ///
    /// - Throws: `.library`.
    package static func random() throws(CryptoError) -> VaultKeys {
        try VaultKeys(encryption: .random(32), authentication: .random(32))
    }

    /// Takes the keys a key file holds.
    ///
    /// - Parameters:
    ///   - encryption: "primaryMasterKey", 32 bytes.
    ///   - authentication: "hmacMasterKey", 32 bytes.
    /// - Throws: `.parameters` for other sizes, `.library`.
    package init(encryption: SecretBytes, authentication: SecretBytes) throws(CryptoError) {
        guard encryption.count == 32, authentication.count == 32 else {
            throw CryptoError(.parameters, "sizes of a vault's keys")
        }
        self.encryption = encryption
        self.authentication = authentication
        names = try SecretBytes(joining: authentication, encryption)
        let both = try SecretBytes(joining: encryption, authentication)
        records = try VaultKeyPurpose.records.key(from: both)
        rows = try VaultKeyPurpose.rows.key(from: both)
        thumbnails = try VaultKeyPurpose.thumbnails.key(from: both)
        sealedRows = try HKDF.derive(
            from: both,
            info: Array("hearth vault sealed rows 1".utf8),
            count: AES256SIV.keySize
        )
    }

    /// The key for signatures of the vault's configuration: both keys, the encryption's first.
    func signingKey() throws(CryptoError) -> SecretBytes {
        try SecretBytes(joining: encryption, authentication)
    }

    /// A key of our own for one purpose, 32 bytes.
    ///
    /// - Throws: nothing today; a purpose whose key is made when it is first needed would.
    package func derived(_ purpose: VaultKeyPurpose) throws(CryptoError) -> SecretBytes {
        switch purpose {
        case .records: records
        case .rows: rows
        case .thumbnails: thumbnails
        }
    }

    /// HMAC-SHA-256 of a message with the key of a purpose, 32 bytes.
    ///
    /// - Throws: `.library`.
    package func authenticate(
        _ message: [UInt8],
        purpose: VaultKeyPurpose
    ) throws(CryptoError) -> [UInt8] {
        try KeyedHash.sha256.authenticate(message, key: derived(purpose))
    }

    /// Seals text of a database row: the same text and context give the same bytes, so that rows can be found by it.
    ///
    /// - Parameters:
    ///   - plain: any length, also none.
    ///   - context: what the text is, such as the name of the column; needed again to open it.
    /// - Returns: 16 bytes more than `plain`.
    /// - Throws: `.library`.
    package func sealRow(_ plain: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        try AES256SIV.seal(plain, associated: [context], key: sealedRows)
    }

    /// Opens what ``sealRow(_:context:)`` made.
    ///
    /// - Throws: `.authenticationFailed` for anything else, `.library`.
    package func openRow(_ sealed: [UInt8], context: [UInt8]) throws(CryptoError) -> [UInt8] {
        try AES256SIV.open(sealed, associated: [context], key: sealedRows)
    }
}

extension VaultKeys: CustomStringConvertible {
    /// Nothing of the keys.
    package var description: String { "<keys of a vault>" }
}

/// What a key of our own, derived from a vault's master keys, is for.
package enum VaultKeyPurpose: Sendable, CaseIterable {
    /// Records about files and directories, which notice replayed and swapped ones.
    case records
    /// Codes in rows of the database, such as keys of uploads; sealed text has a key of its own.
    case rows
    /// Prepared pictures.
    case thumbnails

    /// 32 bytes by HKDF-SHA-256; the texts never change, or what was written with the keys is lost.
    func key(from both: SecretBytes) throws(CryptoError) -> SecretBytes {
        let info =
            switch self {
            case .records: "hearth vault records 1"
            case .rows: "hearth vault rows 1"
            case .thumbnails: "hearth vault thumbnails 1"
            }
        return try HKDF.derive(from: both, info: Array(info.utf8))
    }
}
