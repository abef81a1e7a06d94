import Glibc

/// Small files that can be made again: written whole, but without waiting for the disk.
///
/// After a power cut one of them may be empty, cut off or gone; whoever reads must notice. They lie in directories named
/// by the beginning of their names, so that none holds too many. Any thread; calls block.
package struct CacheFiles: Sendable {
    /// The most bytes that one may have.
    package static let largest = 16 << 20

    private let volume: any Volume
    private let base: [FileName]
    /// How many directories lie above a file.
    private let depth: Int
    /// Characters of a directory's name.
    private static let width = 2

    private init(_ volume: any Volume, _ base: [FileName], depth: Int) throws(StorageError) {
        self.volume = try (volume as? any BatchVolume)?.undurable() ?? volume
        self.base = base
        self.depth = depth
    }

    /// Those of a directory of their own: `ab/cd/abcd….…`.
    ///
    /// What writes cut off by a crash left is removed; nobody else writes there.
    ///
    /// - Parameter path: of this machine; made when its parent is there.
    /// - Throws: `.accessDenied`, `.readOnly`, `.noSpace`, `.io`.
    package init(directory path: String) throws(StorageError) {
        let number = errorNumber { mkdir(path, 0o700) }
        guard number == 0 || number == EEXIST else { throw StorageError(errno: number, "mkdir of a cache") }
        let partition = try Partition(path: path, id: "cache \(path)")
        try self.init(try partition.volume(at: .root), [], depth: 2)
        for id in try volume.stagedIDs() { try? volume.discardStaged(id: id) }
    }

    /// The sealed ones of a vault, `hearth/thumbnails/ab/ab….…`; they go with its directory.
    ///
    /// - Parameter inner: the volume whose root is the vault's directory. No key is needed: what is sealed is not opened
    ///   here.
    /// - Throws: `.io`.
    package init(ofVault inner: any Volume) throws(StorageError) {
        try self.init(inner, [VaultNames.own, VaultNames.thumbnails], depth: 1)
    }

    /// Room where they lie.
    package func space() throws(StorageError) -> VolumeSpace { try volume.space() }

    /// Reads a whole file; nil when there is none.
    ///
    /// - Throws: `.damaged` for one that is too long; `.io`.
    package func read(_ name: FileName) throws(StorageError) -> [UInt8]? {
        try ifPresent { () throws(StorageError) in
            try SmallFiles.read(path(of: name), on: volume, limit: Self.largest).bytes
        }
    }

    /// Writes a whole file in place of what is there; whoever reads meanwhile gets the old one or this.
    ///
    /// - Throws: `.noSpace` and the like, with nothing left behind.
    package func write(_ bytes: [UInt8], to name: FileName) throws(StorageError) {
        let path = path(of: name)
        do throws(StorageError) {
            try SmallFiles.write(bytes, at: path, on: volume, mode: .replace(expecting: nil))
        } catch {
            guard error.code == .notFound, let parent = path.parent else { throw error }
            try volume.makeDirectories(parent)
            try SmallFiles.write(bytes, at: path, on: volume, mode: .replace(expecting: nil))
        }
    }

    /// Removes a file; nothing happens when there is none.
    package func remove(_ name: FileName) throws(StorageError) {
        guard let parent = path(of: name).parent else { return }
        try remove(name, in: parent)
    }

    /// The same for a file of one of the ``directories()``, also when it does not belong there.
    package func remove(_ name: FileName, in directory: VolumePath) throws(StorageError) {
        do {
            try volume.removeFiles([name], in: directory) {}
        } catch let error as StorageError {
            guard error.code != .notFound else { return }
            throw error
        } catch {
            throw StorageError(.io, "removing a file of a cache: \(error)")
        }
    }

    /// The directories that hold files, from the first name to the last.
    package func directories() throws(StorageError) -> [VolumePath] {
        var places = [VolumePath(base)]
        for level in 0..<depth {
            var next: [VolumePath] = []
            for place in places {
                var names: [FileName] = []
                _ = try ifPresent { () throws(StorageError) in
                    try volume.forEachEntry(of: place) { entry in
                        let isOurs = entry.kind == .directory && !entry.isLink
                        if isOurs, entry.name.count == Self.width, let name = entry.fileName {
                            names.append(name)
                        }
                        return true
                    }
                    return true
                }
                next += names.sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }.map(place.appending)
            }
            places = next
            if level + 1 == depth { break }
        }
        return places
    }

    /// The files of one of the ``directories()``, with the sizes that they have.
    package func files(in directory: VolumePath) throws(StorageError) -> [(name: FileName, size: Int64)] {
        var names: [FileName] = []
        _ = try ifPresent { () throws(StorageError) in
            try volume.forEachEntry(of: directory) { entry in
                if entry.kind == .file, !entry.isLink, let name = entry.fileName { names.append(name) }
                return true
            }
            return true
        }
        let infos = try ifPresent { () throws(StorageError) in try volume.info(of: names, in: directory) }
        return zip(names, infos ?? []).compactMap { name, info in info.map { (name, $0.size) } }
    }

    /// Whether a file of this name belongs into a directory.
    package func belongs(_ name: FileName, in directory: VolumePath) -> Bool {
        path(of: name).parent == directory
    }

    /// Removes one of the ``directories()`` if nothing is in it.
    package func removeIfEmpty(_ directory: VolumePath) throws(StorageError) {
        var isEmpty = true
        _ = try ifPresent { () throws(StorageError) in
            try volume.forEachEntry(of: directory) { _ in
                isEmpty = false
                return false
            }
            return true
        }
        guard isEmpty else { return }
        try? volume.remove(directory) { _ in }
    }

    private func path(of name: FileName) -> VolumePath {
        var names = base
        for level in 0..<depth {
            let start = min(level * Self.width, name.bytes.count)
            let part = Array(name.bytes[start...].prefix(Self.width))
            // A name that is too short has a directory for those.
            names.append(FileName(part) ?? FileName(fixed: "__"))
        }
        return VolumePath(names + [name])
    }

    private func ifPresent<T>(_ look: () throws(StorageError) -> T) throws(StorageError) -> T? {
        do throws(StorageError) { return try look() } catch {
            guard [.notFound, .notADirectory, .escapes, .notARegularFile].contains(error.code) else {
                throw error
            }
            return nil
        }
    }
}

extension EncryptedVolume {
    /// The sealed small files of this vault.
    package func cacheFiles() throws(StorageError) -> CacheFiles { try CacheFiles(ofVault: vault.inner) }
}
