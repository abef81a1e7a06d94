import HearthCrypto

extension Vault {
    /// Removes an entry; a directory disappears in one step and is deleted afterwards.
    ///
    /// - Throws: ``StorageError``, or what `progress` threw; see ``Volume/remove(_:progress:)``.
    func remove(
        _ name: FileName,
        in parent: VaultDirectory,
        progress: (Int64) throws -> Void
    ) throws {
        if try locate(name, in: parent).content.isFree {
            throw StorageError(.notFound, "nothing to remove in a vault")
        }
        try progress(0)
        let (doomed, path) = try claimTemporary()
        defer { locks.release(doomed) }
        let isTree = try locks.holding([parent.id]) { () throws(StorageError) in
            let (spot, content) = try locate(name, in: parent)
            if content.isFree { throw StorageError(.notFound, "nothing to remove in a vault") }
            let isTree = try takeAway(spot, content, to: path)
            records.settle([(try place(of: spot), nil)])
            return isTree
        }
        if isTree {
            try takeApart(path, progress: progress)
        } else {
            try progress(1)
        }
    }

    /// Takes an entry out of its directory; the caller holds the directory's lock.
    ///
    /// - Returns: whether it is a directory that now lies at `path` and is to be taken apart.
    private func takeAway(
        _ spot: VaultSpot,
        _ content: VaultSpot.Content,
        to path: VolumePath
    ) throws(StorageError) -> Bool {
        guard case .directory = content else {
            try removeInner(spot.path)
            return false
        }
        switch try removable(at: spot, isTop: true) {
        // Neither what was recorded nor what is there would be gone.
        case .changed: throw Self.changedOutside
        case .linkAlone:
            try removeInner(spot.path)
            return false
        case .tree:
            try inner.rename(spot.path, to: path, on: inner, replace: false)
            links.remove(spot)
            return true
        }
    }

    /// Deletes what lies under a name of `hearth/tmp`, with the trees it leads to.
    func takeApart(_ path: VolumePath) throws(StorageError) {
        do {
            try takeApart(path) { _ in }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.io, "deleting a tree of a vault: \(error)")
        }
    }

    /// The same; `progress` hears the number of entries deleted since its last call.
    ///
    /// Children go first and the link last: it can be ended anywhere and begun again.
    func takeApart(_ path: VolumePath, progress: (Int64) throws -> Void) throws {
        var levels: [Level] = []
        var seen: Set<VaultDirectoryID> = []
        if let id = try linkIfReadable(at: path) {
            seen.insert(id)
            levels = [try level(directory(id))]
        }
        while let top = levels.indices.last {
            if let child = levels[top].children.popLast() {
                // Twice in one tree: another program's doing, and gone already.
                if seen.insert(child.id).inserted { levels.append(try level(child)) }
            } else {
                let level = levels.removeLast()
                try delete(level, progress)
            }
        }
        try removeInner(path)
    }

    /// A directory that is being deleted.
    private struct Level {
        let directory: VaultDirectory
        /// What has to go before.
        var children: [VaultDirectory] = []
        /// Entries that go with the directory, which is not counted itself.
        var count: Int64 = 0
        var isThere = true
    }

    private func linkIfReadable(at path: VolumePath) throws(StorageError) -> VaultDirectoryID? {
        do throws(StorageError) { return try storedLink(at: path).id } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return nil
        }
    }

    private func level(_ directory: VaultDirectory) throws(StorageError) -> Level {
        var level = Level(directory: directory)
        var failure: StorageError?
        do throws(StorageError) {
            try scan(directory) { found in
                do throws(StorageError) {
                    if case .entry(let entry) = found, case .directory = entry.kind,
                        case .tree(let child) = try removable(at: entry.spot)
                    {
                        level.children.append(child)
                    } else {
                        level.count += 1
                    }
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            guard error.code == .damaged else { throw error }
            level.isThere = false
        }
        if let failure { throw failure }
        return level
    }

    private func delete(_ level: Level, _ progress: (Int64) throws -> Void) throws {
        var rest = level.count
        if level.isThere {
            do {
                try inner.remove(level.directory.path) { count in
                    let told = min(rest, count)
                    rest -= told
                    try progress(told)
                }
            } catch let error as StorageError where error.code == .notFound {
                // Somebody else took it apart as well.
            }
        }
        records.removeAll(of: level.directory.place)
        try progress(rest + 1)
    }
}
