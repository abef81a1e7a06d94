import HearthCrypto

/// A vault as a volume: plain names and contents outside, Cryptomator's format 8 on the inner volume.
///
/// Names are UTF-8 in form C; an entry that another program made under another form is found by that form. Symbolic
/// links of other programs are kind `.other`; none is followed. What cannot be authenticated is `.damaged`, and
/// nothing around it is touched.
package final class EncryptedVolume: Volume {
    /// What is open.
    let vault: Vault
    /// What stands before every path.
    private let base: [FileName]
    /// Ends what reads files; without one only closing the vault does.
    let lease: VaultLease?

    /// The vault, or one of its directories.
    ///
    /// - Parameters:
    ///   - vault: shared by all its volumes.
    ///   - directory: what is the root here; a path, followed anew by every operation.
    /// - Throws: `.notFound`, `.notADirectory`, `.damaged`.
    package init(_ vault: Vault, at directory: VolumePath = .root) throws(StorageError) {
        self.vault = vault
        lease = nil
        base = directory.names
        if !directory.isRoot { _ = try self.directory(at: .root) }
    }

    private init(_ volume: EncryptedVolume, under lease: VaultLease) {
        vault = volume.vault
        base = volume.base
        self.lease = lease
    }

    /// The same for one user: files that are opened through it end with the lease, or with the vault.
    package func leased(under lease: VaultLease) -> EncryptedVolume { EncryptedVolume(self, under: lease) }

    /// Names in form C; no links.
    package var capabilities: VolumeCapabilities {
        var capabilities = VolumeCapabilities()
        capabilities.namesAreNFC = true
        capabilities.reservesSpace = vault.inner.capabilities.reservesSpace
        capabilities.followsLinks = false
        return capabilities
    }

    /// The inner partition's, and which vault of it.
    package var partitionID: String { vault.partitionID }

    /// The inner root, and which opening of the vault.
    package var scope: VolumeScope? {
        vault.inner.scope.map { VolumeScope(device: $0.device, inode: $0.inode, epoch: vault.epoch) }
    }

    /// Room on the inner partition.
    package func space() throws(StorageError) -> VolumeSpace { try vault.inner.space() }

    /// Ends what reads files of the vault now: their next read fails with `.accessDenied`.
    ///
    /// For the moment in which the vault is locked: a download that goes on slowly would keep its key for as long.
    package func close() { vault.close() }

    /// What interrupted changes left in the vault, for ``recover(_:while:)``.
    ///
    /// - Returns: names that mean nothing to people.
    /// - Throws: what the inner volume says.
    package func leftovers() throws(StorageError) -> [FileName] { try vault.leftovers() }

    /// Deletes one of the ``leftovers()``, unless somebody of this process works on it.
    ///
    /// Others may use the vault meanwhile: what goes has no place in it.
    ///
    /// - Parameters:
    ///   - name: of it.
    ///   - isWanted: asked between directories; after a no the rest stays for another time.
    /// - Throws: what the inner volume says.
    package func recover(_ name: FileName, while isWanted: () -> Bool) throws(StorageError) {
        try vault.recover(name, while: isWanted)
    }

    /// Where a file's cipher file is on the inner volume, or would be.
    ///
    /// - Parameter path: whose parents exist; what is there, if anything, may be of any kind.
    /// - Returns: a path on the inner volume; nothing of it is a plain name.
    /// - Throws: `.notFound`, `.notADirectory`, `.damaged`, `.invalidName`.
    package func location(of path: VolumePath) throws(StorageError) -> VolumePath {
        let (name, parent) = try entry(path)
        return try vault.locate(name, in: parent).spot.contents
    }

    /// The directory at a path.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.damaged`, `.invalidName`.
    func directory(at path: VolumePath) throws(StorageError) -> VaultDirectory {
        var directory = vault.root
        for name in base { directory = try vault.child(name, of: directory) }
        for name in path.names { directory = try vault.child(name, of: directory) }
        return directory
    }

    /// The directories from the vault's root to a path.
    func directories(to path: VolumePath) throws(StorageError) -> [VaultDirectory] {
        var result = [vault.root]
        var last = vault.root
        for name in base + path.names {
            last = try vault.child(name, of: last)
            result.append(last)
        }
        return result
    }

    /// The directory and name of an entry.
    ///
    /// - Throws: `.invalidName` for the root, which is no entry.
    func entry(_ path: VolumePath) throws(StorageError) -> (name: FileName, parent: VaultDirectory) {
        let (name, parent) = try Self.split(path)
        return (name, try directory(at: parent))
    }

    /// A path as a name and what stands before it.
    static func split(_ path: VolumePath) throws(StorageError) -> (name: FileName, parent: VolumePath) {
        guard let name = path.last, let parent = path.parent else {
            throw StorageError(.invalidName, "a root directory cannot be changed as an entry")
        }
        return (name, parent)
    }
}
