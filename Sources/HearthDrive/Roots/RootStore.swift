import HearthConcurrency
import HearthLog
import HearthSQL
package import HearthStorage
import HearthWire
import Synchronization

/// Roots and the rights on them: from an id in a path to a directory handle.
///
/// The rows are kept in memory once read, since every request needs them; each change of rows empties that memory.
package final class RootStore: Sendable {
    /// An open root directory.
    struct Loaded {
        var root: Root
        var volume: DirectoryVolume
        var inode: UInt64
        var device: UInt64
    }

    private struct Cache {
        var loaded: [Int: Loaded] = [:]
        var table: RightsTable?
        var generation = 0
    }

    let database: any SQLDatabase
    let partitions: Partitions
    let blocking: ThreadPool
    let secret: [UInt8]
    let clock: any WallClock
    let log: Logger
    private let cache = Mutex(Cache())
    /// Held while a root is made, so that two first visits make one.
    let making = AsyncLock()
    /// Held while a partition is searched for a directory: searches are long, and one at a time is enough.
    let searching = AsyncLock()
    /// Until when a directory that was searched for in vain is not searched for again.
    let pauses = Mutex<[Int: ContinuousClock.Instant]>([:])
    /// What changes below a root passes it.
    package let gate = WriteGate()
    /// Which tokens have which encrypted roots unlocked.
    package let vaults: Vaults

    init(
        database: any SQLDatabase,
        partitions: Partitions,
        blocking: ThreadPool,
        secret: [UInt8],
        clock: any WallClock,
        log: Logger,
        vaults: Vaults
    ) {
        self.vaults = vaults
        self.database = database
        self.partitions = partitions
        self.blocking = blocking
        self.secret = secret
        self.clock = clock
        self.log = log
    }

    /// What the caller may do on a root, with the root's handle.
    ///
    /// Of an encrypted root only while the caller's token has it unlocked; a right password that the request brings
    /// along unlocks it.
    ///
    /// - Throws: 10018 for an unknown root and for one without a row alike, shares that count for nothing included;
    ///   10019 without read; 10000 when the directory is gone from the disk; for an encrypted root then 20009 without
    ///   the password, and 90001 after too many wrong ones.
    package func access(_ id: Int, for caller: Caller) async throws -> RootAccess {
        let (loaded, rights) = try await granted(id, to: caller)
        let opened =
            loaded.root.isEncrypted
            ? try await vaults.open(loaded, for: caller) : OpenedRoot(volume: loaded.volume, seal: .plain)
        return RootAccess(root: loaded.root, rights: rights, volume: opened.volume, seal: opened.seal)
    }

    /// What the caller may do on a root, whether it is unlocked or not: nothing of what lies below it.
    ///
    /// - Throws: 10018, 10019, 10000 as ``access(_:for:)``.
    package func standing(on id: Int, of caller: Caller) async throws -> (root: Root, rights: Rights) {
        let (loaded, rights) = try await granted(id, to: caller)
        return (loaded.root, rights)
    }

    func granted(_ id: Int, to caller: Caller) async throws -> (loaded: Loaded, rights: Rights) {
        for _ in 0..<3 {
            let table = try await table()
            guard let rights = table.rights(of: caller.user.id, on: id) else { throw DriveError(.noAccess) }
            guard rights.contains(.read) else { throw DriveError(.noReadRight) }
            let loaded = try await load(id)
            // Found at another place than its row said: there other rights may hold.
            guard loaded.root.place == table.roots[id]?.place else { continue }
            return (loaded, rights.effective)
        }
        throw DriveError(.busy, retryAfter: 1)
    }

    /// What a user may do on a root; empty for none and for an unknown root.
    package func rights(of user: Int, on root: Int) async throws -> Rights {
        try await table().rights(of: user, on: root)?.effective ?? []
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
    ///
    /// Folders of others that were shared with him are not among them: those are under "shared with me".
    package func privateRoots(of user: Int) async throws -> [(root: Root, rights: Rights)] {
        let table = try await table()
        return table.rights(of: user).compactMap { id, rights -> (root: Root, rights: Rights)? in
            guard let root = table.roots[id], root.mode == 1, root.isFirstLevel,
                table.memberRights(of: user, on: id)?.contains(.read) == true
            else { return nil }
            return (root, rights.effective)
        }.sorted { ($0.root.created, $0.root.id) < ($1.root.created, $1.root.id) }
    }

    /// Forgets what is in memory about rights and roots; call after every change of their rows.
    package func invalidate() {
        cache.withLock { cache in
            cache.loaded.removeAll()
            cache.table = nil
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
            try self.pruneShares(session)
        }
        invalidate()
    }

    /// All rights as they stand.
    func table() async throws -> RightsTable {
        let (known, generation) = cache.withLock { ($0.table, $0.generation) }
        if let known { return known }
        let table = try await database.read { try RightsTable.load($0) }
        cache.withLock { if $0.generation == generation { $0.table = table } }
        return table
    }

    // MARK: Handles

    /// The open directory of a root, checked to be the one that lies at the root's path now.
    func load(_ id: Int) async throws -> Loaded {
        let (known, generation) = cache.withLock { ($0.loaded[id], $0.generation) }
        if let known, try isCurrent(known) { return known }
        let root = try await attached(id)
        let volume = try storage {
            try partitions.partition(pool: root.pool, name: root.partition).volume(at: root.path)
        }
        let info = try storage { try volume.info(VolumePath()) }
        // Swapped since it was looked at: the next request looks again.
        guard info.inode == root.inode else { throw DriveError(.resourceNotFound) }
        let loaded = Loaded(root: root, volume: volume, inode: info.inode, device: info.device)
        cache.withLock { if $0.generation == generation { $0.loaded[id] = loaded } }
        return loaded
    }

    private func isCurrent(_ loaded: Loaded) throws -> Bool {
        let top = try partitions.find(pool: loaded.root.pool, name: loaded.root.partition).top
        guard let info = try? top.info(loaded.root.path) else { return false }
        return info.inode == loaded.inode && info.device == loaded.device && info.kind == .directory
    }
}
