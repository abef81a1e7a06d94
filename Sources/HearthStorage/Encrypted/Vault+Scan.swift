import HearthCrypto

extension Vault {
    /// An entry of a directory, with its plain name.
    struct Entry {
        /// What an entry is.
        enum Kind {
            /// A file; with what is known of it when that had to be looked up.
            case file(FileInfo?)
            case directory
            /// A symbolic link of another program.
            case other
        }

        let name: FileName
        let spot: VaultSpot
        let kind: Kind
        /// Of the entry on the inner volume.
        let inode: UInt64
    }

    /// What a scan finds.
    enum Scanned {
        case entry(Entry)
        /// Something whose name cannot be read, by its name on the disk.
        case damaged(FileName, inode: UInt64)
    }

    /// Streams the entries of a directory; what is as good as nothing, and files of other programs, are left out.
    ///
    /// - Parameters:
    ///   - directory: what to read.
    ///   - body: returns false to stop.
    /// - Throws: `.damaged` when the directory's content is missing; what the inner volume says.
    func scan(
        _ directory: VaultDirectory,
        _ body: (Scanned) -> Bool
    ) throws(StorageError) {
        var failure: StorageError?
        var isOurs = false
        var isNamed = false
        var stranger: DirectoryEntry?
        do throws(StorageError) {
            try inner.forEachEntry(of: directory.path) { entry in
                guard VaultNames.isShort(entry.name) || VaultNames.isLong(entry.name) else {
                    stranger = entry
                    return true
                }
                isOurs = true
                do throws(StorageError) {
                    guard let found = try scanned(entry, in: directory) else { return true }
                    if case .entry = found { isNamed = true }
                    return body(found)
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            guard error.code == .notFound else { throw error }
            throw StorageError(.damaged, "the content of a vault's directory is missing")
        }
        if let failure { throw failure }
        if isOurs, !isNamed, try isAnother(directory) {
            throw StorageError(.damaged, "the content of another directory lies in a directory's place")
        }
        // Nothing of a vault, not even the directory's own id: something else lies in its place.
        if !isOurs, let stranger {
            _ = body(.damaged(FileName(unchecked: stranger.name), inode: stranger.inode))
        }
    }

    /// Whether nothing is in a directory.
    func isEmpty(_ directory: VaultDirectory) throws(StorageError) -> Bool {
        var isEmpty = true
        try scan(directory) { _ in
            isEmpty = false
            return false
        }
        return isEmpty
    }

    private func scanned(
        _ entry: DirectoryEntry,
        in directory: VaultDirectory
    ) throws(StorageError) -> Scanned? {
        let node = FileName(unchecked: entry.name)
        let isLong = VaultNames.isLong(entry.name)
        if node == VaultNames.directoryID { return nil }
        let damaged = Scanned.damaged(node, inode: entry.inode)
        let path = directory.path.appending(node)
        var cipherName = entry.name
        if isLong {
            // The name first: it goes after the content, so that a node without a name has lost both.
            let stored = try storedName(at: path)
            guard let stored, try isShortened(stored, to: entry.name) else {
                return try isNothing(entry, at: path, isLong: true) ? nil : damaged
            }
            cipherName = stored
        }
        guard isLong || cipherName.count <= VaultFormat.shorteningThreshold,
            let name = plainName(cipherName, in: directory)
        else {
            return try isNothing(entry, at: path, isLong: isLong) ? nil : damaged
        }
        let spot = VaultSpot(directory: directory, cipherName: cipherName, node: node, isLong: isLong)
        func found(_ kind: Entry.Kind) -> Scanned {
            .entry(Entry(name: name, spot: spot, kind: kind, inode: entry.inode))
        }
        if entry.isLink || entry.kind == .other { return found(.other) }
        if !isLong, entry.kind == .file { return found(.file(nil)) }
        switch try content(entry, at: path, isLong: isLong) {
        case .nothing, .shell: return nil
        case .file(let info): return found(.file(info))
        case .directory: return found(.directory)
        case .unreadable: return damaged
        case .other: return found(.other)
        }
    }

    /// Whether the content of a directory tells the id of another one.
    ///
    /// Only asked where no name speaks for the directory: names of others do not decrypt, and an empty directory in the
    /// place of another looks empty. Without the file, or with one that cannot be read, nothing is
    /// known: some programs write none.
    private func isAnother(_ directory: VaultDirectory) throws(StorageError) -> Bool {
        let path = directory.path.appending(VaultNames.directoryID)
        let sealed: [UInt8]
        do throws(StorageError) {
            sealed = try SmallFiles.read(path, on: inner, limit: VaultFormat.sealedBlockSize).bytes
        } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return false
        }
        guard let id = try? keys.openSmall(sealed) else { return false }
        return id != directory.id.bytes
    }

    private func isShortened(_ cipherName: [UInt8], to node: [UInt8]) throws(StorageError) -> Bool {
        guard cipherName.count > VaultFormat.shorteningThreshold else { return false }
        return try cipher("shortening a name") { () throws(CryptoError) in
            try VaultFormat.shortName(of: cipherName)
        } == node
    }

    /// Nil for a name that was changed, is of another directory, or is longer than we take.
    private func plainName(_ cipherName: [UInt8], in directory: VaultDirectory) -> FileName? {
        (try? keys.name(ofCipherName: cipherName, in: directory.id)).flatMap { FileName($0) }
    }

    private func isNothing(
        _ entry: DirectoryEntry,
        at path: VolumePath,
        isLong: Bool
    ) throws(StorageError) -> Bool {
        guard entry.kind == .directory, !entry.isLink else { return false }
        return try content(entry, at: path, isLong: isLong).isFree
    }

    private func content(
        _ entry: DirectoryEntry,
        at path: VolumePath,
        isLong: Bool
    ) throws(StorageError) -> VaultSpot.Content {
        // What the node is was read with the directory; only its kind matters here.
        let node = FileInfo(
            kind: entry.kind,
            size: 0,
            modified: FileTime(seconds: 0),
            changed: FileTime(seconds: 0),
            born: nil,
            inode: entry.inode,
            device: 0,
            allocated: 0
        )
        return try markers(of: node, at: path, isLong: isLong)
    }
}
