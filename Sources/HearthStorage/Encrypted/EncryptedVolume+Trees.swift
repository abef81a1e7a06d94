extension EncryptedVolume {
    /// Moves an entry to another name in the same vault.
    package func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) {
        guard let other = volume as? EncryptedVolume, other.partitionID == partitionID else {
            throw StorageError(.crossVolume, "the destination is outside the vault")
        }
        let (name, parent) = try Self.split(path)
        let (newName, newParent) = try Self.split(destination)
        try vault.rename { () throws(StorageError) in
            Vault.Move(
                name: name,
                parent: try directory(at: parent),
                newName: newName,
                newParents: try other.directories(to: newParent),
                replace: replace
            )
        }
    }

    /// Copies a file or tree into this or another vault: every file gets a key of its own.
    ///
    /// - Throws: as the protocol says; `.crossVolume` for a destination that is no vault; `.damaged` when anything of the
    ///   source is.
    package func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws {
        guard let target = volume as? EncryptedVolume else {
            throw StorageError(.crossVolume, "what is in a vault is not copied out of it")
        }
        try VolumeCopy.run(path, from: self, to: destination, on: target, progress: progress)
    }

    /// Removes an entry; a tree disappears in one step and is deleted afterwards.
    ///
    /// When `progress` ends the work after that, the rest goes at ``recover(_:while:)``.
    package func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws {
        let (name, parent) = try entry(path)
        try vault.remove(name, in: parent, progress: progress)
    }

    /// Removes files of one directory; durable once for thousands of them.
    package func removeFiles(
        _ names: [FileName],
        in directory: VolumePath,
        removed: () throws -> Void
    ) throws {
        if names.isEmpty { return }
        try vault.removeFiles(names, in: self.directory(at: directory), removed: removed)
    }
}
