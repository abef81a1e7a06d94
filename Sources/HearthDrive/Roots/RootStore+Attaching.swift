import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Finding the directory that carries a root's identity (server decisions, 1).
extension RootStore {
    private struct Attached: Sendable {
        var path: VolumePath
        var identity: RootIdentity
    }

    private enum Look: Sendable {
        /// The directory at the path is the root's.
        case here(Attached)
        /// The directory at the path carries the root's identity but is another one than was recorded: a restored
        /// backup, or a copy while the recorded one lies elsewhere.
        case perhaps(Attached)
        case missing
    }

    /// A root at the place where its directory lies now; the row follows.
    ///
    /// - Throws: 10018 for an unknown root; 10000 when the directory is nowhere on its partition.
    func attached(_ id: Int) async throws -> Root {
        let root = try await row(id)
        let partition = try partitions.partition(pool: root.pool, name: root.partition)
        if case .here(let found) = try await look(root, on: partition) {
            return try await remember(found, of: root)
        }
        return try await searching.withLock {
            try await loadFolders(around: root)
            // The row or the directory may be back in place by now.
            let root = try await row(id)
            let looked = try await look(root, on: partition)
            if case .here(let found) = looked { return try await remember(found, of: root) }
            return try await remember(try await search(root, looked, on: partition), of: root)
        }
    }

    private func row(_ id: Int) async throws -> Root {
        let root = try await database.read { session in
            try session.first("SELECT \(Root.columns) FROM roots r WHERE r.id = ?", id).map {
                try Root(row: $0)
            }
        }
        guard let root else { throw DriveError(.noAccess) }
        return root
    }

    /// When the folder around was moved behind our back, finding it brings the paths of everything below up to date.
    private func loadFolders(around root: Root) async throws {
        if root.isFirstLevel { return }
        let table = try await table()
        guard let folder = table.folder(around: root.place) else { return }
        let partition = try partitions.partition(pool: folder.pool, name: folder.partition)
        let looked = try await look(folder, on: partition)
        if case .here = looked { return }
        guard let found = try? await search(folder, looked, on: partition) else { return }
        _ = try await remember(found, of: folder)
    }

    private func look(_ root: Root, on partition: Partition) async throws -> Look {
        try await blocking.run {
            guard let identity = try? partition.identity(at: root.path) else { return .missing }
            let here = Attached(path: root.path, identity: identity)
            if identity.xattrID == root.xattrID {
                return identity.inode == root.inode ? .here(here) : .perhaps(here)
            }
            guard identity.xattrID == nil else { return .missing }
            let isSame = identity.inode == root.inode && (identity.born?.seconds ?? 0) == root.born
            // A restored backup has lost its attributes; a first-level root is taken back, a share never.
            guard isSame || root.isFirstLevel else { return .missing }
            try? partition.setIdentity(root.xattrID, at: root.path)
            return .here(here)
        }
    }

    /// Walks the partition.
    ///
    /// What is not found is not searched for again until twenty times as long has passed, so that nobody keeps a
    /// disk busy by asking for a folder that is gone.
    private func search(_ root: Root, _ looked: Look, on partition: Partition) async throws -> Attached {
        let clock = ContinuousClock()
        let start = clock.now
        let isPaused = pauses.withLock { ($0[root.id] ?? start) > start }
        if isPaused, case .missing = looked { throw DriveError(.resourceNotFound) }
        let found = try await blocking.run {
            let candidates = try storage { try partition.findDirectory(xattrID: root.xattrID) }
            return try candidates.map { path in
                Attached(path: path, identity: try storage { try partition.identity(at: path) })
            }
        }
        pauses.withLock { $0[root.id] = nil }
        // `cp -a` copies the attribute too: the recorded inode decides.
        if let same = found.first(where: { $0.identity.inode == root.inode }) { return same }
        if case .perhaps(let here) = looked { return here }
        if found.count == 1, let only = found.first { return only }
        let end = clock.now
        pauses.withLock { $0[root.id] = end + (end - start) * 20 }
        throw DriveError(.resourceNotFound)
    }

    /// Brings the row to what was found; roots below follow, so that each need not be searched for.
    private func remember(_ attached: Attached, of root: Root) async throws -> Root {
        let now = root.at(attached.path, inode: attached.identity.inode)
        if attached.path == root.path, attached.identity.inode == root.inode { return now }
        log.warning(
            attached.path == root.path
                ? "a folder's directory was put in place anew" : "a folder was found at another place",
            ["root": .int(Int64(root.id)), "partition": .string(root.partition)]
        )
        let old = root.place
        let new = RootPlace(partition: old.partition, path: attached.path)
        let identity = attached.identity
        _ = try await database.write { session in
            if old != new { try RootRows.move(from: old, to: new, session) }
            try session.run(
                "UPDATE roots SET inode = ?, born = ? WHERE id = ?",
                identity.inode,
                identity.born?.seconds ?? 0,
                root.id
            )
        }
        invalidate()
        return now
    }
}
