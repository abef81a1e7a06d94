import HearthCrypto

extension EncryptedVolume {
    /// Creates one directory, with an id of its own.
    package func makeDirectory(_ path: VolumePath) throws(StorageError) {
        if path.isRoot { throw StorageError(.alreadyExists, "the root itself is there") }
        let (name, parent) = try entry(path)
        _ = try vault.makeDirectory(name, in: parent)
    }

    /// Creates whatever is missing of a path of directories.
    @discardableResult
    package func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int {
        var directory = try directory(at: .root)
        for (index, name) in path.names.enumerated() {
            if let child = try childIfPresent(name, directory) {
                directory = child
                continue
            }
            do throws(StorageError) {
                try vault.makeDirectories(name, path.names[(index + 1)...], in: directory)
                return path.names.count - index
            } catch {
                // Made by somebody else meanwhile.
                guard error.code == .alreadyExists else { throw error }
                directory = try vault.child(name, of: directory)
            }
        }
        return 0
    }

    private func childIfPresent(
        _ name: FileName,
        _ parent: VaultDirectory
    ) throws(StorageError) -> VaultDirectory? {
        do throws(StorageError) { return try vault.child(name, of: parent) } catch {
            guard error.code == .notFound else { throw error }
            return nil
        }
    }

    /// Sets the modification time of a file, or of where a directory's entries are.
    package func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        if path.isRoot { return try vault.inner.setModified(time, of: directory(at: path).path) }
        let (name, parent) = try entry(path)
        let (spot, content) = try vault.locate(name, in: parent)
        switch content {
        case .nothing, .shell: throw StorageError(.notFound, "no such entry in a vault")
        case .other, .unreadable:
            throw StorageError(.notARegularFile, "only files and directories have their time set")
        case .file: try vault.inner.setModified(time, of: spot.contents)
        case .directory: try vault.inner.setModified(time, of: vault.child(at: spot).path)
        }
    }

    /// Begins a file: sealed as it is written, kept by the inner volume under its id.
    ///
    /// - Parameters:
    ///   - id: as the protocol says.
    ///   - size: plain bytes, if known; room for the sealed ones is reserved.
    /// - Returns: the file, empty and open.
    /// - Throws: as the protocol says.
    package func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile {
        let sealed = size.map { VaultFormat.cipherSize(ofPlainSize: $0) }
        let file = try vault.inner.stage(id: id, size: sealed)
        do throws(StorageError) {
            return try EncryptedStagedFile(new: file, keys: vault.keys)
        } catch {
            try? vault.inner.discardStaged(id: id)
            throw error
        }
    }

    /// Opens an unfinished file again.
    ///
    /// - Throws: `.damaged` for one that was not begun in this vault.
    package func reopenStaged(id: String) throws(StorageError) -> any StagedFile {
        try EncryptedStagedFile(reopening: vault.inner.reopenStaged(id: id), keys: vault.keys)
    }

    /// Throws an unfinished file away.
    package func discardStaged(id: String) throws(StorageError) { try vault.inner.discardStaged(id: id) }

    /// The ids of all unfinished files of the inner partition.
    package func stagedIDs() throws(StorageError) -> [String] { try vault.inner.stagedIDs() }

    /// Gives a staged file its final name, atomically and durably.
    ///
    /// A symbolic link of another program never gives way: `.alreadyExists`.
    @discardableResult
    package func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo {
        let (name, parent) = try entry(path)
        return try vault.publish(vault.finished(staged), as: name, in: parent, mode: mode)
    }
}
