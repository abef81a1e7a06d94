import HearthConcurrency
package import HearthSQL
package import HearthStorage
import HearthWire

/// Shared directories follow the directory they name, or end with it.
extension RootStore {
    /// After a rename or move of a directory, in the transaction that settles the intent: roots below follow.
    ///
    /// Within one folder they always do. From one folder into another they follow if the mover owns or manages both;
    /// otherwise they end, since the new folder's people did not agree to them (server decisions, 3). Shares whose
    /// granter may do nothing at the new place end too. Call ``invalidate()`` after the commit.
    ///
    /// - Returns: the shares that ended.
    @discardableResult
    package func moved(
        from: (root: Int, path: VolumePath),
        to: (root: Int, path: VolumePath),
        by user: Int,
        _ session: any SQLSession
    ) throws -> [EndedShare] {
        guard let old = try RootRows.place(of: from.root, from.path, session),
            let new = try RootRows.place(of: to.root, to.path, session)
        else { return [] }
        let moving = try RootRows.roots(in: old, session)
        // A request between the rename and this transaction may have found them at the new place already.
        let arrived = try RootRows.roots(in: new, session).filter { !$0.isFirstLevel }
        if moving.isEmpty, arrived.isEmpty { return [] }
        guard try Self.follows(from: old, to: new, by: user, session) else {
            return try RootRows.end(moving + arrived, session)
        }
        try RootRows.move(from: old, to: new, session)
        let ended = try pruneShares(session)
        let concerned = Set((moving + arrived).map(\.id))
        return ended.filter { concerned.contains($0.id) }
    }

    /// After a removal, in the transaction that forgets its files: shares at or below the path end.
    ///
    /// A first-level root's own row stays. Call ``invalidate()`` after the commit.
    @discardableResult
    package func removed(root: Int, path: VolumePath, _ session: any SQLSession) throws -> [EndedShare] {
        guard let place = try RootRows.place(of: root, path, session) else { return [] }
        return try RootRows.end(try RootRows.roots(in: place, session), session)
    }

    /// Deletes share rows that give nothing any more because their granter has nothing left to give, and shared
    /// directories without any row.
    ///
    /// Call it in the transaction that changed rights, and ``invalidate()`` after the commit.
    @discardableResult
    package func pruneShares(_ session: any SQLSession) throws -> [EndedShare] {
        let table = try RightsTable.load(session)
        for share in table.shares where table.contribution(of: share).isEmpty {
            try session.run("DELETE FROM shares WHERE id = ?", share.id)
        }
        let bare = try session.query(
            "SELECT \(Root.columns) FROM roots r WHERE r.kind = 'direct' "
                + "AND NOT EXISTS (SELECT 1 FROM shares s WHERE s.root = r.id) "
                + "AND NOT EXISTS (SELECT 1 FROM grants g WHERE g.root = r.id)"
        ).map { try Root(row: $0) }
        return try RootRows.end(bare, session)
    }

    /// Refuses to take a shared directory into an encrypted folder: its receivers would lose the password's guard.
    ///
    /// - Throws: 20026.
    package func checkMove(from: (root: Int, path: VolumePath), to root: Int) async throws {
        let table = try await table()
        guard let target = table.roots[root], let source = table.place(from.root, from.path),
            table.chain(at: target.place).contains(where: { table.roots[$0]?.isEncrypted == true }),
            table.folder(around: source)?.id != table.folder(around: target.place)?.id
        else { return }
        if !table.shared(in: source).isEmpty { throw DriveError(.encryptedNotShared) }
    }

    /// After a directory was copied to another partition to be moved there, and before its source is removed: shares
    /// below go over to the copy, or end, by the rules of ``moved(from:to:by:_:)``.
    ///
    /// - Returns: the shares that ended.
    package func carried(
        from: (root: Int, path: VolumePath),
        to: (root: Int, path: VolumePath),
        by user: Int
    ) async throws -> [EndedShare] {
        let table = try await table()
        guard let old = table.place(from.root, from.path), let new = table.place(to.root, to.path) else {
            return []
        }
        let moving = table.shared(in: old)
        if moving.isEmpty { return [] }
        let found = try await identify(moving, from: old, at: new)
        let ended = try await database.write { session in
            let lost = moving.filter { root in !found.contains { $0.root.id == root.id } }
            guard try Self.follows(from: old, to: new, by: user, session) else {
                return try RootRows.end(moving, session)
            }
            try Self.store(found, session)
            let concerned = Set(moving.map(\.id))
            let pruned = try self.pruneShares(session).filter { concerned.contains($0.id) }
            return try RootRows.end(lost, session) + pruned
        }
        invalidate()
        return ended
    }

    private static func follows(
        from old: RootPlace,
        to new: RootPlace,
        by user: Int,
        _ session: any SQLSession
    ) throws -> Bool {
        let table = try RightsTable.load(session)
        guard let source = table.folder(around: old), let target = table.folder(around: new) else {
            return false
        }
        if source.id == target.id { return true }
        guard !target.isEncrypted,
            let row = try session.first("SELECT \(User.columns) FROM users WHERE id = ?", user)
        else { return false }
        let mover = try User(row: row)
        return table.manages(mover, source) && table.manages(mover, target)
    }
}

/// Whole folders that go elsewhere, with what is shared out of them.
extension RootStore {
    /// A shared directory's copy, carrying its identity.
    package struct CarriedRoot: Sendable {
        let root: Root
        let place: RootPlace
        let identity: RootIdentity
    }

    /// The directory of a first-level root got another path on its partition; it and all roots below follow.
    ///
    /// In the transaction that settles the rename; call ``invalidate()`` after the commit.
    package func relocated(_ root: Int, to path: VolumePath, _ session: any SQLSession) throws {
        guard let old = try RootRows.place(of: root, VolumePath(), session) else { return }
        try RootRows.move(from: old, to: RootPlace(partition: old.partition, path: path), session)
    }

    /// Gives the copy of a folder, and the copies of the directories shared out of it, their identities.
    ///
    /// As long as the rows are not switched the old directories count, by their recorded inodes.
    ///
    /// - Parameters:
    ///   - root: the folder.
    ///   - key: the partition that holds the copy.
    ///   - path: where the copy lies on it.
    /// - Returns: for ``carry(_:_:)``.
    /// - Throws: 10000 when the copy is not there.
    package func prepareCarry(
        _ root: Int,
        onto key: Partitions.Key,
        at path: VolumePath
    ) async throws -> [CarriedRoot] {
        let table = try await table()
        guard let folder = table.roots[root] else { return [] }
        let new = RootPlace(partition: key, path: path)
        return try await identify([folder] + table.shared(in: folder.place), from: folder.place, at: new)
    }

    /// Switches the rows of a folder, and of what is shared out of it, to the copy; shares whose directory was not
    /// copied end.
    ///
    /// In the transaction that settles the move; call ``invalidate()`` after the commit.
    package func carry(_ root: Int, _ carried: [CarriedRoot], _ session: any SQLSession) throws {
        guard let old = try RootRows.place(of: root, VolumePath(), session) else { return }
        let all = try RootRows.roots(in: old, session)
        let kept = Set(carried.map(\.root.id))
        try Self.store(carried, session)
        _ = try RootRows.end(all.filter { !kept.contains($0.id) }, session)
    }

    private static func store(_ carried: [CarriedRoot], _ session: any SQLSession) throws {
        try RootRows.put(carried.map { ($0.root, $0.place) }, session)
        for one in carried {
            try session.run(
                "UPDATE roots SET inode = ?, born = ? WHERE id = ?",
                one.identity.inode,
                one.identity.born?.seconds ?? 0,
                one.root.id
            )
        }
    }

    /// Writes the roots' identities on the copies of their directories; leaves out what was not copied.
    private func identify(
        _ roots: [Root],
        from old: RootPlace,
        at new: RootPlace
    ) async throws -> [CarriedRoot] {
        let partition = try partitions.partition(pool: new.partition.pool, name: new.partition.name)
        return try await blocking.run {
            try roots.compactMap { root in
                let below = VolumePath(Array(root.path.names.dropFirst(old.path.names.count)))
                let place = new.below(below)
                do {
                    try partition.setIdentity(root.xattrID, at: place.path)
                    let identity = try partition.identity(at: place.path)
                    return CarriedRoot(root: root, place: place, identity: identity)
                } catch let error as StorageError where error.code == .notFound {
                    return nil
                } catch let error as StorageError {
                    throw DriveError(error)
                }
            }
        }
    }
}

/// Changes on the disk together with the rows that follow them.
extension RootStore {
    /// Runs a removal; afterwards the rows of what is gone are gone, those of shares at or below the path included.
    ///
    /// Where something is shared below, an intent is written first, so that a crash in between leaves no share of a
    /// directory that is not there.
    ///
    /// - Parameters:
    ///   - root: a root above the entry.
    ///   - path: the entry, not the root itself.
    ///   - user: who removes it.
    ///   - remove: removes it from the disk; its failure is passed on.
    /// - Throws: what `remove` and the database throw.
    package func removing(
        _ root: Int,
        _ path: VolumePath,
        by user: Int,
        _ remove: @Sendable () async throws -> Void
    ) async throws {
        let intent = try await removalIntent(root, path, by: user)
        do {
            try await remove()
        } catch {
            // It may be gone from its place all the same: a tree disappears first and is deleted then.
            if let intent { try? await settleRemoval(intent, root, path) }
            throw error
        }
        let ended = try await database.write { session in
            if let intent { try session.run("DELETE FROM intents WHERE id = ?", intent) }
            return try self.forget(root, path, session)
        }
        if !ended.isEmpty { invalidate() }
    }

    private func removalIntent(_ root: Int, _ path: VolumePath, by user: Int) async throws -> Int64? {
        let table = try await table()
        guard let place = table.place(root, path), !table.shared(in: place).isEmpty else { return nil }
        let volume = try await volume(of: root)
        let inode = try storage { try volume.entryInfo(path) }.inode
        return try await database.write { session in
            try session.run(
                "INSERT INTO intents (op, final_root, final, inode, user) VALUES ('remove', ?, ?, ?, ?)",
                root,
                path.bytes,
                inode,
                user
            )
            return session.lastInsertID
        }
    }

    private func settleRemoval(_ intent: Int64, _ root: Int, _ path: VolumePath) async throws {
        let isGone = try await volume(of: root).entryIfPresent(path) == nil
        _ = try await database.write { session in
            if isGone { _ = try self.forget(root, path, session) }
            try session.run("DELETE FROM intents WHERE id = ?", intent)
        }
        invalidate()
    }

    /// Drops the rows of what was removed.
    func forget(_ root: Int, _ path: VolumePath, _ session: any SQLSession) throws -> [EndedShare] {
        try FileIndex.remove(root: root, path, session)
        return try removed(root: root, path: path, session)
    }
}
