import HearthCrypto

/// Putting entries into directories: each takes its place by one rename.
extension VaultMender {
    /// Where an entry of that name lies.
    func place(of name: FileName, in directory: VaultDirectoryID) throws -> VolumePath {
        let cipherName = try keys.cipherName(of: name.bytes, in: directory)
        let onDisk =
            cipherName.count > VaultFormat.shorteningThreshold
            ? try VaultFormat.shortName(of: cipherName) : cipherName
        guard let file = FileName(onDisk) else {
            throw StorageError(.invalidName, "a cipher name is no file name")
        }
        return try ContentPlace(of: directory, keys: keys).path.appending(file)
    }

    /// Makes a directory.
    ///
    /// - Returns: its id; nil when something has that name.
    func makeDirectory(_ name: FileName, in parent: VaultDirectoryID) throws -> VaultDirectoryID? {
        let id = try VaultDirectoryID.random()
        let place = try place(of: name, in: parent)
        if try isTaken(place) { return nil }
        let building = try shell(for: name, in: parent)
        // The link first: what lies in `hearth/tmp` is removed with all that it leads to, so that nothing can be left.
        try write(id.bytes, at: building.appending(VaultNames.directoryLink))
        try makeContentDirectory(of: id)
        try inner.rename(building, to: place, on: inner, replace: false)
        return id
    }

    /// Lets a name lead to a directory that is there; false when something has that name.
    func link(_ id: VaultDirectoryID, as name: FileName, in parent: VaultDirectoryID) throws -> Bool {
        let place = try place(of: name, in: parent)
        if try isTaken(place) { return false }
        // The shell takes its place empty: in `hearth/tmp` the link would stand for something to be removed.
        try inner.rename(try shell(for: name, in: parent), to: place, on: inner, replace: false)
        try write(id.bytes, at: place.appending(VaultNames.directoryLink))
        vault.touch(try vault.directory(parent))
        return true
    }

    /// Moves what stands behind an entry to another name, in another directory or the same.
    ///
    /// - Parameters:
    ///   - entry: is left as it is when it has no content.
    ///   - name: the new name.
    ///   - directory: the new directory.
    ///   - old: where the entry lies; nil when that is not known.
    /// - Returns: false when something has that name, or there is nothing to move.
    /// - Throws: ``StorageError``, `CryptoError`.
    func move(
        _ entry: VaultEntry,
        as name: FileName,
        in directory: VaultDirectoryID,
        from old: VaultDirectoryID?
    ) throws -> Bool {
        let (source, marker): (VolumePath, FileName?)
        switch entry.content {
        case .file(let path): (source, marker) = (path, nil)
        case .directory(_, let link): (source, marker) = (link, VaultNames.directoryLink)
        case .symlink(let path): (source, marker) = (path, VaultNames.symbolicLink)
        default: return false
        }
        let place = try place(of: name, in: directory)
        if try isTaken(place) { return false }
        let isLong = place.last?.bytes.hasSuffix(VaultFormat.shortSuffix) ?? false
        if let inside = marker ?? (isLong ? VaultNames.contents : nil) {
            try inner.rename(try shell(for: name, in: directory), to: place, on: inner, replace: false)
            try inner.rename(source, to: place.appending(inside), on: inner, replace: false)
        } else {
            try inner.rename(source, to: place, on: inner, replace: false)
        }
        // What came or went inside a shell is not seen in the directory's own times.
        vault.touch(try vault.directory(directory))
        if source != entry.place { try clear(entry.place) }
        try forget(entry, in: old)
        return true
    }

    /// Removes what is left of an entry whose content has gone, unless something unknown lies in it.
    private func clear(_ shell: VolumePath) throws {
        // Beside a symbolic link lies its target's marker at most, of which the target has its own.
        let removable: Set<[UInt8]> = [VaultNames.longName.bytes, VaultNames.directoryLink.bytes]
        var isEmpty = true
        try inner.forEachEntry(of: shell) { entry in
            if !removable.contains(entry.name) { isEmpty = false }
            return isEmpty
        }
        if isEmpty { try inner.remove(shell) { _ in } }
    }

    /// An empty directory for an entry, in `hearth/tmp`, with its whole name where that is shortened.
    private func shell(for name: FileName, in directory: VaultDirectoryID) throws -> VolumePath {
        let path = try temporary()
        try inner.makeDirectory(path)
        let cipherName = try keys.cipherName(of: name.bytes, in: directory)
        if cipherName.count > VaultFormat.shorteningThreshold {
            try write(cipherName, at: path.appending(VaultNames.longName))
        }
        return path
    }

    private func isTaken(_ path: VolumePath) throws -> Bool {
        do throws(StorageError) {
            _ = try inner.entryInfo(path)
            return true
        } catch {
            if error.code == .notFound { return false }
            throw error
        }
    }

    /// Nothing is recorded about the place that an entry left; the new place is recorded when it is next opened.
    private func forget(_ entry: VaultEntry, in directory: VaultDirectoryID?) throws {
        guard let directory, let cipherName = entry.cipherName else { return }
        let spot = try vault.spot(of: cipherName, in: try vault.directory(directory))
        vault.records.settle([(try vault.place(of: spot), nil)])
    }
}
