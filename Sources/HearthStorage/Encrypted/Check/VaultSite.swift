import CLinux
import Glibc
package import HearthCrypto

/// A vault's directory on this machine that is no folder of a running drive, opened by its path.
package final class VaultSite: Sendable {
    /// The vault's directory.
    package let volume: any Volume
    /// What was made in the vault's directory for writing, to be taken back.
    private let partition: Partition?
    private let path: String

    /// Opens a vault's directory.
    ///
    /// For writing, `.hearth` is made in it, on the same file system as all that is moved; ``close()`` takes it back.
    ///
    /// - Parameters:
    ///   - path: of this machine.
    ///   - writes: whether something will be written; otherwise nothing is created anywhere.
    /// - Throws: `.notFound`, `.notADirectory`, `.accessDenied`, `.readOnly`.
    package init(path: String, writes: Bool) throws(StorageError) {
        self.path = path
        guard writes else {
            partition = nil
            volume = try ReadOnlyDirectory(path: path)
            return
        }
        let partition = try Partition(path: path, id: "vault")
        // What an earlier run left that was killed.
        try partition.clearTemporary()
        self.partition = partition
        volume = try partition.volume(at: .root)
    }

    /// Takes back what was only needed for writing; nothing that holds something is removed.
    package func close() {
        guard let partition else { return }
        let staged = (try? volume.stagedIDs()) ?? []
        for id in staged where id.hasPrefix("vault-") { try? volume.discardStaged(id: id) }
        try? partition.clearTemporary()
        for name in ["/.hearth/uploads", "/.hearth/tmp", "/.hearth/trash", "/.hearth"] { rmdir(path + name) }
    }
}

extension VaultKeys {
    /// Refuses what is no vault of format 8, without any password.
    ///
    /// - Parameter volume: the vault's directory.
    /// - Returns: the vault's configuration, for which no keys have been tried.
    /// - Throws: `StorageError` `.notFound` where no vault is; `CryptoError` `.unsupported` for another format.
    @discardableResult
    package static func checkFormat(of volume: any Volume) throws -> [UInt8] {
        let token: [UInt8]
        do throws(StorageError) {
            token = try VaultFiles.configuration(on: volume)
        } catch {
            // Vaults of older formats have the key file alone.
            guard error.code == .notFound, let keyFile = try? VaultFiles.masterkey(on: volume) else {
                throw error
            }
            throw VaultConfiguration.refusal(ofKeyFileAlone: keyFile)
        }
        try VaultConfiguration.check(token)
        return token
    }

    /// Opens the keys of the vault in a directory.
    ///
    /// - Parameters:
    ///   - volume: the vault's directory.
    ///   - password: UTF-8 in any form.
    /// - Returns: keys for which the vault's configuration holds.
    /// - Throws: `StorageError` `.notFound` where no vault is; `CryptoError` `.unsupported` for a vault of another
    ///   format, before the password is tried, and `.authenticationFailed` for a wrong one.
    package static func opening(_ volume: any Volume, password: [UInt8]) throws -> VaultKeys {
        let token = try checkFormat(of: volume)
        let keys = try MasterkeyFile(json: try VaultFiles.masterkey(on: volume)).unlock(password: password)
        try VaultConfiguration.verify(token, keys: keys)
        return keys
    }
}
