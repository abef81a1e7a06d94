extension EncryptedVolume {
    /// What is at a path.
    ///
    /// A directory is told by the times and the number of where its entries are; a damaged one by its link's.
    package func info(_ path: VolumePath) throws(StorageError) -> FileInfo {
        if path.isRoot { return try vault.inner.info(directory(at: path).path) }
        let (name, parent) = try entry(path)
        let (spot, content) = try vault.locate(name, in: parent)
        guard let info = try vault.info(of: content, at: spot) else {
            throw StorageError(.notFound, "no such entry in a vault")
        }
        return info
    }

    /// The same: no link is followed in a vault.
    package func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo { try info(path) }

    /// What some entries of one directory are.
    package func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        try vault.info(of: names, in: directory(at: path))
    }

    /// Streams the entries of a directory; those whose names cannot be read are ``DirectoryEntry/isDamaged``.
    package func forEachEntry(
        of path: VolumePath,
        _ body: (DirectoryEntry) -> Bool
    ) throws(StorageError) {
        try vault.scan(directory(at: path)) { found in
            switch found {
            case .damaged(let node, let inode):
                return body(DirectoryEntry(name: node.bytes, kind: .other, inode: inode, isDamaged: true))
            case .entry(let entry):
                let kind: FileInfo.Kind =
                    switch entry.kind {
                    case .file: .file
                    case .directory: .directory
                    case .other: .other
                    }
                return body(DirectoryEntry(name: entry.name.bytes, kind: kind, inode: entry.inode))
            }
        }
    }

    /// Opens a file for reading.
    ///
    /// - Throws: as the protocol says; `.damaged` for a file that is broken or not the recorded one.
    package func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile {
        if path.isRoot { throw StorageError(.isADirectory, "a directory was opened as a file") }
        let (name, parent) = try entry(path)
        let (spot, content) = try vault.locate(name, in: parent)
        switch content {
        case .nothing, .shell: throw StorageError(.notFound, "no such entry in a vault")
        case .directory: throw StorageError(.isADirectory, "a directory was opened as a file")
        case .other: throw StorageError(.notARegularFile, "only regular files are opened")
        case .unreadable: throw Vault.unreadable
        case .file: return try vault.openFile(at: spot, under: lease)
        }
    }

    /// The sum of a tree.
    package func treeSize(
        _ path: VolumePath,
        counting: CountedFiles
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        let info = try info(path)
        switch info.kind {
        case .file: return (info.size, 1, 0)
        case .other: return (0, 0, 0)
        case .directory: return try vault.treeSize(directory(at: path))
        }
    }
}
