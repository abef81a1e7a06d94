import HearthSQL
import HearthStorage

/// A rename that is about to happen, written down first.
///
/// A crash between the rename and its rows is settled at the next start by the inode: where the entry now lies
/// decides whether the rows follow (server decisions, 5).
struct MoveIntent: Sendable {
    var sourceRoot: Int
    var source: VolumePath
    var finalRoot: Int
    var final: VolumePath
    var inode: UInt64
    var user: Int

    /// What became of it.
    struct Outcome: Sendable {
        /// The entry at its new place.
        var info: FileInfo
        /// Shares that could not follow.
        var endedShares: [EndedShare]
    }

    /// Writes the intent, runs the rename, and lets the rows follow in one transaction with the intent's end.
    func perform(
        _ roots: RootStore,
        _ rename: @Sendable () async throws -> FileInfo
    ) async throws -> Outcome {
        let id = try await roots.database.write { session in
            try session.run(
                "INSERT INTO intents (op, source_root, source, final_root, final, inode, user) "
                    + "VALUES ('move', ?, ?, ?, ?, ?, ?)",
                sourceRoot,
                source.bytes,
                finalRoot,
                final.bytes,
                inode,
                user
            )
            return session.lastInsertID
        }
        let info: FileInfo
        do {
            info = try await rename()
        } catch {
            // It did not happen; should even this write fail, the start settles it.
            _ = try? await roots.database.write { try $0.run("DELETE FROM intents WHERE id = ?", id) }
            throw error
        }
        let (ended, hasRoots) = try await roots.database.write { session in
            let followed = try follow(roots, session, info: info)
            try session.run("DELETE FROM intents WHERE id = ?", id)
            return followed
        }
        if hasRoots { roots.invalidate() }
        return Outcome(info: info, endedShares: ended)
    }

    /// Brings the rows to where the entry now lies.
    ///
    /// - Returns: the shares that ended, and whether rows of roots may have changed.
    func follow(
        _ roots: RootStore,
        _ session: any SQLSession,
        info: FileInfo
    ) throws -> (ended: [EndedShare], hasRoots: Bool) {
        guard let old = try RootRows.place(of: sourceRoot, source, session),
            let new = try RootRows.place(of: finalRoot, final, session)
        else { return ([], false) }
        try FileIndex.move(
            from: sourceRoot,
            source,
            to: finalRoot,
            final,
            info: info,
            partition: try roots.partitions.partition(pool: new.partition.pool, name: new.partition.name).id,
            session
        )
        guard info.kind == .directory else { return ([], false) }
        if try RootRows.roots(in: old, session).isEmpty, try RootRows.roots(in: new, session).isEmpty {
            return ([], false)
        }
        let ended = try roots.moved(from: (sourceRoot, source), to: (finalRoot, final), by: user, session)
        return (ended, true)
    }
}
