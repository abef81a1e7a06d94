import HearthCrypto

/// One entry of a content directory, taken apart.
struct VaultEntry {
    /// What stands behind the entry.
    enum Content {
        /// A file, whose cipher file lies at the path.
        case file(VolumePath)
        /// A directory; the path is that of its marker.
        case directory(VaultDirectoryID, link: VolumePath)
        /// The same with an empty marker.
        case emptyLink(VolumePath)
        /// The same with a marker that says nothing; the text says why.
        case unreadableLink(VolumePath, String)
        /// A symbolic link of another program; the path is that of its sealed target.
        case symlink(VolumePath)
        /// Nothing; other things than vaults have may lie in it.
        case nothing(isEmpty: Bool)
        /// Two kinds of content at once.
        case ambiguous
        /// No entry of a vault at all.
        case unknown
    }

    /// What its name is worth.
    enum Naming {
        /// It is right.
        case good(FileName)
        /// It can be opened, but programs look for it elsewhere.
        case misplaced(FileName, VaultFinding.Kind)
        /// `name.c9s` is missing or is no cipher name.
        case missing
        /// It cannot be opened here.
        case unreadable
        /// The directory's id is not known, so no name of it can be opened.
        case unknown
    }

    /// Where the entry lies.
    let place: VolumePath
    /// The whole cipher name, also of a shortened one; nil where it is not known.
    let cipherName: [UInt8]?
    let naming: Naming
    let content: Content

    /// The plain name, where it is known.
    var name: FileName? {
        switch naming {
        case .good(let name), .misplaced(let name, _): name
        case .missing, .unreadable, .unknown: nil
        }
    }
}

/// Takes entries of content directories apart; reads markers and names, no content.
struct VaultEntryReader {
    let inner: any Volume
    let keys: VaultKeys

    /// The entries of a content directory, `dirid.c9r` left out.
    ///
    /// - Throws: ``StorageError`` of the directory.
    func entries(of place: VolumePath) throws -> [DirectoryEntry] {
        var entries: [DirectoryEntry] = []
        try inner.forEachEntry(of: place) { entry in
            if entry.name != VaultNames.directoryID.bytes { entries.append(entry) }
            return true
        }
        return entries
    }

    /// Takes one apart.
    ///
    /// - Parameters:
    ///   - entry: of `place`.
    ///   - directory: the directory's id; nil when it is not known.
    ///   - place: the content directory.
    /// - Returns: the entry; nil when it is gone.
    /// - Throws: ``StorageError`` when the disk fails; `CryptoError` when the library refuses.
    func read(
        _ entry: DirectoryEntry,
        in directory: VaultDirectoryID?,
        at place: VolumePath
    ) throws -> VaultEntry? {
        guard let fileName = entry.fileName else { return nil }
        let path = place.appending(fileName)
        let isShort = entry.name.hasSuffix(VaultFormat.shortSuffix)
        let isOrdinary = entry.name.hasSuffix(VaultFormat.suffix)
        let isKnown = isOrdinary && entry.kind != .other || isShort && entry.kind == .directory
        guard isKnown, !entry.isLink else {
            return VaultEntry(place: path, cipherName: nil, naming: .unreadable, content: .unknown)
        }
        do throws(StorageError) {
            let inside = entry.kind == .directory ? try names(in: path) : []
            let cipherName = isShort ? try longName(at: path, inside) : entry.name
            return VaultEntry(
                place: path,
                cipherName: cipherName,
                naming: naming(cipherName, of: fileName, isShort: isShort, in: directory),
                content: entry.kind == .file ? .file(path) : try content(of: path, inside, isShort: isShort)
            )
        } catch {
            if error.code == .notFound { return nil }
            throw error
        }
    }

    // MARK: Content

    private func names(in path: VolumePath) throws(StorageError) -> Set<FileName> {
        var names: Set<FileName> = []
        try inner.forEachEntry(of: path) { entry in
            if let name = entry.fileName { names.insert(name) }
            // A shell holds three names at most; a directory full of other things is not read to its end.
            return names.count < 1_000
        }
        return names
    }

    private func content(
        of path: VolumePath,
        _ inside: Set<FileName>,
        isShort: Bool
    ) throws(StorageError) -> VaultEntry.Content {
        let hasContents = isShort && inside.contains(VaultNames.contents)
        let hasLink = inside.contains(VaultNames.directoryLink)
        if inside.contains(VaultNames.symbolicLink) {
            // Some programs put the target's `dir.c9r` beside it: that is part of the symbolic link.
            return hasContents ? .ambiguous : .symlink(path.appending(VaultNames.symbolicLink))
        }
        switch (hasContents, hasLink) {
        case (true, true): return .ambiguous
        case (true, false): return .file(path.appending(VaultNames.contents))
        case (false, true): return try link(at: path.appending(VaultNames.directoryLink))
        case (false, false): return .nothing(isEmpty: inside.subtracting([VaultNames.longName]).isEmpty)
        }
    }

    /// Reads a marker.
    func link(at path: VolumePath) throws(StorageError) -> VaultEntry.Content {
        let bytes: [UInt8]
        do throws(StorageError) {
            bytes = try small(path, limit: VaultCheck.longestMarker)
        } catch {
            if error.code == .notFound { throw error }
            return .unreadableLink(path, "it cannot be read: \(error.message)")
        }
        if bytes.isEmpty { return .emptyLink(path) }
        guard let id = VaultDirectoryID(bytes), id != .root else {
            return .unreadableLink(path, "it holds no directory id")
        }
        return .directory(id, link: path)
    }

    // MARK: Names

    private func longName(at path: VolumePath, _ inside: Set<FileName>) throws(StorageError) -> [UInt8]? {
        guard inside.contains(VaultNames.longName) else { return nil }
        do throws(StorageError) {
            let name = try small(path.appending(VaultNames.longName), limit: VaultKeys.longestCipherName)
            return name.hasSuffix(VaultFormat.suffix) ? name : nil
        } catch {
            if error.code == .notFound { throw error }
            return nil
        }
    }

    private func naming(
        _ cipherName: [UInt8]?,
        of fileName: FileName,
        isShort: Bool,
        in directory: VaultDirectoryID?
    ) -> VaultEntry.Naming {
        guard let cipherName else { return .missing }
        guard let directory else { return .unknown }
        guard let bytes = try? keys.name(ofCipherName: cipherName, in: directory),
            let name = FileName(bytes), name.isUTF8
        else { return .unreadable }
        let isLong = cipherName.count > VaultFormat.shorteningThreshold
        if isShort {
            if (try? VaultFormat.shortName(of: cipherName)) != fileName.bytes {
                return .misplaced(name, .wrongName)
            }
            if !isLong { return .misplaced(name, .needlessShortening) }
        } else if isLong {
            return .misplaced(name, .missingShortening)
        }
        // A program that does not normalise wrote it: its normal form has another cipher name.
        guard let right = try? keys.cipherName(of: bytes, in: directory) else { return .unreadable }
        return right == cipherName ? .good(name) : .misplaced(name, .decomposedName)
    }

    // MARK: Small files

    /// A whole small file.
    ///
    /// - Throws: `.damaged` for one that is larger; what the volume throws.
    func small(_ path: VolumePath, limit: Int) throws(StorageError) -> [UInt8] {
        let file = try inner.open(path)
        var buffer = [UInt8](repeating: 0, count: limit + 1)
        let count = try readAll(file, into: &buffer)
        guard count <= limit else { throw StorageError(.damaged, "a marker is too long to be one") }
        return Array(buffer[..<count])
    }

    private func readAll(_ file: any ReadableFile, into buffer: inout [UInt8]) throws(StorageError) -> Int {
        var result: Result<Int, StorageError> = .success(0)
        buffer.withUnsafeMutableBytes { bytes in
            do throws(StorageError) {
                result = .success(try file.read(into: bytes, at: 0))
            } catch {
                result = .failure(error)
            }
        }
        return try result.get()
    }
}

extension Array<UInt8> {
    func hasSuffix(_ suffix: [UInt8]) -> Bool {
        count > suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}
