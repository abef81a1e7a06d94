package import HearthCrypto
import Synchronization

/// An open vault: the inner volume that holds it, its keys, and what is remembered while it is open.
///
/// The layout is Cryptomator's vault format 8 (docs.cryptomator.org, "Vault Cryptography"), with our own directory
/// `hearth/` beside it. A directory's entries lie at a path made from its random id, so that a name or place of it
/// changes in one small file, and no operation depends on the depth of the tree. Any thread; calls block.
package final class Vault: Sendable {
    /// Where the vault lies: `d/`, `hearth/` and the two files of the format are at its root.
    let inner: any Volume
    let keys: VaultKeys
    let records: any VaultRecords
    /// Differs for each opening, so that lists of names kept from an earlier one are not found.
    let epoch: UInt64
    let root: VaultDirectory
    /// Equal for all who opened this vault at this place, and for nobody else.
    let partitionID: String
    let locks: VaultLocks
    let links = LinkCache()
    /// Set when the last who may use the vault may not any more: what is being read then ends.
    private let isClosed = Atomic(false)

    /// Makes the directories of a new vault: the root's content with its `dirid.c9r`, `hearth/tmp`
    /// and the place of sealed thumbnails.
    ///
    /// The configuration and the key file are written by the caller, the key file last, so that what a crash leaves is
    /// no vault yet. Beginning again is fine.
    ///
    /// - Parameters:
    ///   - inner: a volume whose root becomes the vault.
    ///   - keys: new keys.
    /// - Throws: `.noSpace`, `.io` and the like.
    package static func create(on inner: any Volume, keys: VaultKeys) throws(StorageError) {
        let root = try directory(.root, keys)
        try makeContent(of: root, on: inner, keys: keys)
        try inner.makeDirectories(VolumePath([VaultNames.own, VaultNames.temporary]))
        try inner.makeDirectories(VolumePath([VaultNames.own, VaultNames.thumbnails]))
    }

    /// Opens a vault with its keys; reads nothing but the inner root's number.
    ///
    /// - Parameters:
    ///   - inner: the volume whose root is the vault.
    ///   - keys: checked against the vault's configuration by the caller.
    ///   - records: of this vault.
    ///   - epoch: a number that no other opening has.
    /// - Throws: `.notFound`, `.io`.
    package init(
        inner: any Volume,
        keys: VaultKeys,
        records: any VaultRecords,
        epoch: UInt64
    ) throws(StorageError) {
        self.inner = inner
        self.keys = keys
        self.records = records
        self.epoch = epoch
        root = try Self.directory(.root, keys)
        let info = try inner.info(.root)
        partitionID = "\(inner.partitionID)#vault-\(info.device)-\(info.inode)"
        locks = VaultLocks.of(partitionID)
    }

    /// Whether ``EncryptedVolume/close()`` has not been called.
    var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

    /// From now on open files give nothing any more.
    func close() { isClosed.store(true, ordering: .relaxed) }

    /// What follows from a directory's id.
    func directory(_ id: VaultDirectoryID) throws(StorageError) -> VaultDirectory {
        id.isRoot ? root : try Self.directory(id, keys)
    }

    private static func directory(
        _ id: VaultDirectoryID,
        _ keys: VaultKeys
    ) throws(StorageError) -> VaultDirectory {
        try cipher("naming a directory of a vault") { () throws(CryptoError) in
            let path = try keys.contentPath(of: id)
            return VaultDirectory(
                id: id,
                path: VolumePath([
                    VaultNames.data, FileName(unchecked: path.first), FileName(unchecked: path.second),
                ]),
                place: Array(try keys.authenticate(id.bytes, purpose: .records).prefix(16))
            )
        }
    }

    /// Makes the content directory of an id with its `dirid.c9r`; what is there already stays.
    static func makeContent(
        of directory: VaultDirectory,
        on inner: any Volume,
        keys: VaultKeys
    ) throws(StorageError) {
        try inner.makeDirectories(directory.path)
        let backup = try cipher("sealing a directory's id") { () throws(CryptoError) in
            try keys.sealSmall(directory.id.bytes)
        }
        let path = directory.path.appending(VaultNames.directoryID)
        do throws(StorageError) {
            try SmallFiles.write(backup, at: path, on: inner)
        } catch {
            guard error.code == .alreadyExists else { throw error }
        }
    }
}
