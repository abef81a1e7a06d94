import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// Sharing directories with people (wangpan-api, 5.11).
extension Shares {
    /// A directory to be shared, looked at and found fit.
    private struct Target: Sendable {
        /// The root that the request named, on which the caller's rights count.
        var named: Int
        var place: RootPlace
        /// Nil when the root itself is shared.
        var identity: RootIdentity?
        /// What its row will hold, where it needs one.
        var xattrID: [UInt8] = []
    }

    /// Shares directories: all of them with all of the people, or nothing.
    ///
    /// A row that the caller gave before is replaced; rows that others gave, and those of folder management, stay as
    /// they are and count beside it. Whoever owns the folder, or has at least these rights on that very root by folder
    /// management, gets no row.
    ///
    /// - Parameters:
    ///   - paths: parsed one after the other, since an illegal one fails only when its turn comes.
    ///   - users: with whom.
    ///   - rights: at least one; write and delete imply read.
    ///   - caller: who shares.
    /// - Throws: 2 without users or paths; 10006; 5003; 10004 without any right; then for each path 10005, 10017 for
    ///   less than write and for more than the caller has, 10000, 20026, 10008.
    package func share(
        _ paths: [@Sendable () throws -> ResourcePath],
        with users: [Int],
        _ rights: Rights,
        _ caller: Caller
    ) async throws {
        if paths.isEmpty || users.isEmpty { throw DriveError(.badRequest) }
        if users.contains(caller.user.id) { throw DriveError(.cannotShareWithSelf) }
        let people = try await database.read { session in
            Set(try session.query("SELECT id FROM users").map { Int(try $0.int(0)) })
        }
        guard people.isSuperset(of: users) else { throw DriveError(.userNotFound) }
        if rights.isEmpty { throw DriveError(.illegalParameter, argument: "read") }
        let rights = rights.union(.read)
        // Held before any lock: a folder that is being moved would leave behind what is shared out of it meanwhile.
        let named = Set(paths.compactMap { try? $0().requireRoot().root })
        let known = try await roots.table().roots
        try await roots.changing(named.filter { known[$0] != nil }.sorted()) {
            try await making.withLock {
                var targets: [Target] = []
                for path in paths {
                    targets.append(try await check(try path(), rights, caller))
                }
                let identified = try await identify(targets)
                try await database.write { [self] session in
                    try store(identified, with: users, rights, caller, session)
                }
                roots.invalidate()
            }
        }
    }

    private func check(_ path: ResourcePath, _ rights: Rights, _ caller: Caller) async throws -> Target {
        let (id, below) = try path.requireRoot()
        let root = try await allowed(id, rights, caller)
        let table = try await roots.table()
        let place = root.place.below(below)
        // An encrypted folder anywhere above counts, by whatever root it is reached.
        if table.chain(at: place).contains(where: { table.roots[$0]?.isEncrypted == true }) {
            throw DriveError(.encryptedNotShared)
        }
        if below.isRoot { return Target(named: id, place: place) }
        let volume = try await roots.access(id, for: caller).volume
        let key = place.partition
        let partition = try roots.partitions.partition(pool: key.pool, name: key.name)
        return try await blocking.run {
            guard try storage({ try volume.entryInfo(below) }).kind == .directory else {
                throw DriveError(.onlyDirectoriesShared)
            }
            do {
                // Reached without links: a root's row holds the path of the directory itself.
                let identity = try partition.identity(at: place.path)
                return Target(named: id, place: place, identity: identity)
            } catch let error as StorageError {
                throw DriveError(.onlyDirectoriesShared, cause: error)
            }
        }
    }

    /// The root, on which the caller has write and everything that he wants to give.
    private func allowed(_ id: Int, _ rights: Rights, _ caller: Caller) async throws -> Root {
        do {
            let standing = try await roots.standing(on: id, of: caller)
            guard standing.rights.isSuperset(of: rights.union(.write)) else {
                throw DriveError(.noShareRight)
            }
            return standing.root
        } catch let error as DriveError where error.code == .noAccess || error.code == .noReadRight {
            throw DriveError(.noShareRight)
        }
    }

    /// Writes an identity on each directory that has no root yet.
    private func identify(_ targets: [Target]) async throws -> [Target] {
        var identified = targets
        let known = try await roots.table().roots.values.reduce(into: [[UInt8]: Root]()) {
            $0[$1.xattrID] = $1
        }
        for (index, target) in targets.enumerated() {
            guard let identity = target.identity else { continue }
            // A root already, if its row knows this very directory; what `cp -a` made of a shared one is none.
            if let id = identity.xattrID, known[id]?.inode == identity.inode {
                identified[index].xattrID = id
                continue
            }
            if let same = targets[..<index].firstIndex(where: { $0.place == target.place }) {
                identified[index].xattrID = identified[same].xattrID
                continue
            }
            let fresh = try SecureRandom.bytes(16)
            identified[index].xattrID = fresh
            let key = target.place.partition
            let partition = try roots.partitions.partition(pool: key.pool, name: key.name)
            try await blocking.run { try storage { try partition.setIdentity(fresh, at: target.place.path) } }
        }
        return identified
    }

    private func store(
        _ targets: [Target],
        with users: [Int],
        _ rights: Rights,
        _ caller: Caller,
        _ session: any SQLSession
    ) throws {
        // Rights may have changed since they were looked at; here nothing changes beside us.
        let table = try RightsTable.load(session)
        for target in targets {
            let own = table.rights(of: caller.user.id, on: target.named)?.effective ?? []
            guard own.isSuperset(of: rights.union(.write)) else { throw DriveError(.noShareRight) }
            let folder = table.folder(around: target.place)
            let root = try root(of: target, caller, session)
            for user in Set(users).sorted() {
                let member = table.memberRights(of: user, on: root) ?? []
                if folder?.owner == user || member.effective.isSuperset(of: rights) { continue }
                try session.run(
                    "INSERT INTO shares (root, user, granted_by, can_read, can_write, can_delete, created) "
                        + "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (root, user, granted_by) DO UPDATE SET "
                        + "can_read = ?4, can_write = ?5, can_delete = ?6",
                    root,
                    user,
                    caller.user.id,
                    rights.contains(.read),
                    rights.contains(.write),
                    rights.contains(.delete),
                    clock.now
                )
            }
        }
        // Nobody may have got a row on a directory that was made a root for it.
        try roots.pruneShares(session)
    }

    /// The row of a directory, made when it has none.
    private func root(of target: Target, _ caller: Caller, _ session: any SQLSession) throws -> Int {
        guard let identity = target.identity else { return target.named }
        let row = try session.first(
            "SELECT \(Root.columns) FROM roots r WHERE r.xattr_id = ? AND r.inode = ?",
            target.xattrID,
            identity.inode
        )
        if let row {
            let root = try Root(row: row)
            if root.place != target.place {
                try RootRows.move(from: root.place, to: target.place, session)
            }
            return root.id
        }
        let made = RootStore.MadeRoot(place: target.place, xattrID: target.xattrID, identity: identity)
        return try made.insert(
            kind: .direct,
            owner: nil,
            creator: caller.user.id,
            mode: 0,
            name: target.place.path.last?.display ?? "",
            now: clock.now,
            session
        )
    }
}
