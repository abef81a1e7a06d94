import HearthCrypto
package import HearthStorage
import HearthWire

/// How rows about a root tell paths and keys: as they are for a plain root, sealed for an encrypted one.
///
/// The same input gives the same output, so that rows can be looked up by it; nothing can be read from what is stored
/// (server decisions, 7).
package struct RowSeal: Sendable {
    /// Paths and keys as they are.
    package static let plain = RowSeal(vault: nil)

    private struct Vault: Sendable {
        var keys: VaultKeys
        var root: Int
    }

    private let vault: Vault?

    private init(vault: Vault?) { self.vault = vault }

    /// Rows about an encrypted root.
    init(keys: VaultKeys, root: Int) { vault = Vault(keys: keys, root: root) }

    /// Whether what it returns differs from what it takes.
    package var isEncrypted: Bool { vault != nil }

    /// What a row keeps of a path below the root.
    ///
    /// - Throws: 1 when a key cannot be used.
    package func bytes(_ path: VolumePath) throws -> [UInt8] {
        guard let vault else { return path.bytes }
        return try Self.crypto { () throws(CryptoError) in
            try vault.keys.sealRow(path.bytes, context: Self.context("path", vault.root))
        }
    }

    /// The path behind what a row keeps.
    ///
    /// - Throws: 1 for bytes that ``bytes(_:)`` of this root never made.
    package func path(_ bytes: [UInt8]) throws -> VolumePath {
        var plain = bytes
        if let vault {
            plain = try Self.crypto { () throws(CryptoError) in
                try vault.keys.openRow(bytes, context: Self.context("path", vault.root))
            }
        }
        guard let path = VolumePath(bytes: plain) else { throw DriveError(.internalError) }
        return path
    }

    /// What a row keeps of a key by which an upload is found again: a hash or what the client calls one.
    ///
    /// An empty key stays empty: it stands for none. Otherwise 64 hexadecimal digits for an encrypted root.
    ///
    /// - Throws: 1 when a key cannot be used.
    package func key(_ text: String) throws -> String {
        guard let vault, !text.isEmpty else { return text }
        let code = try Self.crypto { () throws(CryptoError) in
            try vault.keys.authenticate(
                Self.context("upload", vault.root) + Array(text.utf8),
                purpose: .rows
            )
        }
        return Hex.encode(code)
    }

    /// The use and the root: what was sealed for one is not taken for another.
    private static func context(_ purpose: String, _ root: Int) -> [UInt8] {
        Array("\(purpose) of root \(root)\0".utf8)
    }

    private static func crypto<T>(_ work: () throws(CryptoError) -> T) throws -> T {
        do throws(CryptoError) {
            return try work()
        } catch {
            throw DriveError(.internalError, cause: error)
        }
    }
}
