import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthSQL
package import HearthStorage
import HearthWire
import Synchronization

/// Roots and the rights on them: from an id in a path to a directory handle.
///
/// The rows are kept in memory once read, since every request needs them; each change of rows empties that memory.
package final class RootStore: Sendable {
    private struct Loaded {
        var root: Root
        var volume: DirectoryVolume
        var inode: UInt64
        var device: UInt64
    }

    private struct Cache {
        var loaded: [Int: Loaded] = [:]
        var rights: [Int: [Int: Rights]] = [:]
        var generation = 0
    }

    let database: any SQLDatabase
    let partitions: Partitions
    let blocking: ThreadPool
    let secret: [UInt8]
    let clock: any WallClock
    private let log: Logger
    private let cache = Mutex(Cache())
    let making = AsyncLock()
    /// What changes below a root passes it.
    package let gate = WriteGate()

    init(
        database: any SQLDatabase,
        partitions: Partitions,
        blocking: ThreadPool,
        secret: [UInt8],
        clock: any WallClock,
        log: Logger
    ) {
        self.database = database
        self.partitions = partitions
        self.blocking = blocking
        self.secret = secret
        self.clock = clock
        self.log = log
    }

    /// What the caller may do on a root, with the root's handle.
    ///
    /// - Throws: 10018 for an unknown root and for one without a row alike; 10019 without read; 10000 when the
    ///   directory is gone from the disk.
    package func access(_ id: Int, of user: Int) async throws -> RootAccess {
        let rights = try await rights(of: user)[id]
        guard let rights else { throw DriveError(.noAccess) }
        guard rights.contains(.read) else { throw DriveError(.noReadRight) }
        let loaded = try await load(id)
        return RootAccess(root: loaded.root, rights: rights.effective, volume: loaded.volume)
    }

    /// A root's handle without any caller: for jobs and recovery.
    package func volume(of id: Int) async throws -> any Volume { try await load(id).volume }

    /// The partition of a root, for its unfinished uploads: they outlive the root's directory.
    func staging(of id: Int) async throws -> any Volume {
        let row = try await database.read {
            try $0.first("SELECT pool, partition FROM roots WHERE id = ?", id)
        }
        guard let row else { throw DriveError(.noAccess) }
        return try partitions.find(pool: try row.text(0), name: try row.text(1)).top
    }

    /// The private first-level folders of a member, oldest first, with the rights on each.
    package func privateRoots(of user: Int) async throws -> [(root: Root, rights: Rights)] {
        let rights = try await rights(of: user)
        let roots = try await database.read { session in
            try session.query(
                "SELECT \(Root.columns) FROM roots r WHERE r.mode = 1 AND r.kind IN ('personal', 'managed') "
                    + "AND r.id IN (SELECT root FROM grants WHERE user = ?) ORDER BY r.created, r.id",
                user
            ).map { try Root(row: $0) }
        }
        return roots.compactMap { root in
            guard let own = rights[root.id], own.contains(.read) else { return nil }
            return (root, own.effective)
        }
    }

    /// Forgets what is in memory about rights and roots; call after every change of their rows.
    package func invalidate() {
        cache.withLock { cache in
            cache.loaded.removeAll()
            cache.rights.removeAll()
            cache.generation += 1
        }
    }

    /// Sets a member's own row on a root.
    package func grant(_ rights: Rights, on root: Int, to user: Int) async throws {
        _ = try await database.write { session in
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete) "
                    + "VALUES (?1, ?2, 'member', ?3, ?4, ?5) ON CONFLICT (root, user, source) DO UPDATE SET "
                    + "can_read = ?3, can_write = ?4, can_delete = ?5",
                root,
                user,
                rights.contains(.read),
                rights.contains(.write),
                rights.contains(.delete)
            )
        }
        invalidate()
    }

    // MARK: Rights

    private func rights(of user: Int) async throws -> [Int: Rights] {
        let (known, generation) = cache.withLock { ($0.rights[user], $0.generation) }
        if let known { return known }
        let read = try await database.read { session in
            var rights: [Int: Rights] = [:]
            for row in try session.query(
                "SELECT root, can_read, can_write, can_delete FROM grants WHERE user = ?",
                user
            ) {
                var own: Rights = []
                if try row.bool(1) { own.insert(.read) }
                if try row.bool(2) { own.insert(.write) }
                if try row.bool(3) { own.insert(.delete) }
                rights[Int(try row.int(0)), default: []].formUnion(own)
            }
            return rights
        }
        cache.withLock { if $0.generation == generation { $0.rights[user] = read } }
        return read
    }

    // MARK: Handles

    /// The open directory of a root, checked to be the one that lies at the root's path now.
    private func load(_ id: Int) async throws -> Loaded {
        let (known, generation) = cache.withLock { ($0.loaded[id], $0.generation) }
        if let known, try isCurrent(known) { return known }
        let root = try await database.read { session in
            try session.first("SELECT \(Root.columns) FROM roots r WHERE r.id = ?", id).map {
                try Root(row: $0)
            }
        }
        guard let root else { throw DriveError(.noAccess) }
        let partition = try partitions.partition(pool: root.pool, name: root.partition)
        let blocking = blocking
        let attached = try await blocking.run { try Self.attach(root, on: partition) }
        if attached.path != root.path || attached.identity.inode != root.inode {
            try await remember(attached, of: root)
        }
        let volume = try storage { try partition.volume(at: attached.path) }
        let info = try storage { try volume.info(VolumePath()) }
        let current = Root(root, path: attached.path, inode: info.inode)
        let loaded = Loaded(root: current, volume: volume, inode: info.inode, device: info.device)
        cache.withLock { if $0.generation == generation { $0.loaded[id] = loaded } }
        return loaded
    }

    private func isCurrent(_ loaded: Loaded) throws -> Bool {
        let top = try partitions.find(pool: loaded.root.pool, name: loaded.root.partition).top
        guard let info = try? top.info(loaded.root.path) else { return false }
        return info.inode == loaded.inode && info.device == loaded.device && info.kind == .directory
    }

    private struct Attached: Sendable {
        var path: VolumePath
        var identity: RootIdentity
    }

    /// Finds the directory that carries a root's identity (server decisions, 1).
    private static func attach(_ root: Root, on partition: Partition) throws -> Attached {
        if let identity = try? partition.identity(at: root.path) {
            if identity.xattrID == root.xattrID { return Attached(path: root.path, identity: identity) }
            if identity.xattrID == nil {
                let isSame = identity.inode == root.inode && (identity.born?.seconds ?? 0) == root.born
                // A restored backup has lost its attributes; a first-level root is taken back, a share never.
                if isSame || root.kind != .direct {
                    try? partition.setIdentity(root.xattrID, at: root.path)
                    return Attached(path: root.path, identity: identity)
                }
            }
        }
        let candidates = try storage { try partition.findDirectory(xattrID: root.xattrID) }
        let found = try candidates.map { path in
            Attached(path: path, identity: try storage { try partition.identity(at: path) })
        }
        // `cp -a` copies the attribute too: the recorded inode decides.
        if let same = found.first(where: { $0.identity.inode == root.inode }) { return same }
        if found.count == 1, let only = found.first { return only }
        throw DriveError(.resourceNotFound)
    }

    private func remember(_ attached: Attached, of root: Root) async throws {
        log.warning(
            attached.path == root.path
                ? "a folder's directory was put in place anew" : "a folder was found at another place",
            ["root": .int(Int64(root.id)), "partition": .string(root.partition)]
        )
        let parking = Array(".hearth-moved-".utf8)
        _ = try await database.write { session in
            // Another root's row may still name this place: directories can change places. It is found by its
            // own identity at its next use.
            for row in try session.query(
                "SELECT id FROM roots WHERE pool = ? AND partition = ? AND rel_path = ? AND id <> ?",
                root.pool,
                root.partition,
                attached.path.bytes,
                root.id
            ) {
                let other = try row.int(0)
                try session.run(
                    "UPDATE roots SET rel_path = ? WHERE id = ?",
                    parking + Array("\(other)".utf8),
                    other
                )
            }
            try session.run(
                "UPDATE roots SET rel_path = ?, inode = ?, born = ? WHERE id = ?",
                attached.path.bytes,
                attached.identity.inode,
                attached.identity.born?.seconds ?? 0,
                root.id
            )
        }
    }
}
