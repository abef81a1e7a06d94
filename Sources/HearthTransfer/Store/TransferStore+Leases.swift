/// What ``TransferStore/lease(_:by:)`` gave.
struct LeaseGrant: Sendable {
    /// What is known of each leased record: little, since there may be a hundred thousand.
    struct Ticket: Sendable {
        var id: TransferID
        var kind: TransferKind
        var direction: TransferDirection
        var area: String
        var size: Int64
        var transferred: Int64
    }

    /// Now ours.
    var granted: [Ticket] = []
    /// At work in a process that is alive.
    var elsewhere: [TransferID] = []
    /// Neither waiting nor running: nothing to do.
    var settled: [TransferID] = []
    /// What was asked for, children as their folder.
    var asked: Set<TransferID> = []
}

extension TransferStore {
    /// Heartbeats older than this end a lease even if the process seems to be there (a stopped one, another machine).
    static let leaseSeconds: Int64 = 60

    /// Announces that this process works on records.
    ///
    /// - Returns: its number as a runner.
    func beginRunner() throws(TransferError) -> Int64 {
        try guarded {
            try handle.transaction {
                try sweep()
                try handle.run(
                    "INSERT INTO runners (pid, started, boot, beat) VALUES (?, ?, ?, ?)",
                    .int(Int64(identity.pid)),
                    .text(identity.started),
                    .text(identity.boot),
                    .int(UnixTime.now)
                )
                return handle.lastID
            }
        }
    }

    /// Says that the runner still works.
    ///
    /// - Returns: false when others have taken it for dead; then nothing is leased to it any more.
    func beat(_ runner: Int64) throws(TransferError) -> Bool {
        try guarded {
            try handle.run("UPDATE runners SET beat = ? WHERE id = ?", .int(UnixTime.now), .int(runner))
            return handle.changes > 0
        }
    }

    /// Whether a runner has the lease of a root.
    func holds(_ root: TransferID, _ runner: Int64) throws(TransferError) -> Bool {
        try guarded {
            try handle.int("SELECT runner FROM transfers WHERE id = ?", .int(root.rawValue)) == runner
        }
    }

    /// Gives everything back.
    func endRunner(_ runner: Int64) throws(TransferError) {
        try guarded {
            try handle.transaction {
                try handle.run("UPDATE transfers SET runner = NULL WHERE runner = ?", .int(runner))
                try handle.run("DELETE FROM runners WHERE id = ?", .int(runner))
            }
        }
    }

    /// Takes records that wait, and those of runners that are dead.
    ///
    /// - Parameters:
    ///   - ids: what was ordered; children stand for their folder. nil is everything that waits.
    ///   - runner: who takes them.
    /// - Returns: what was taken, and what was not.
    /// - Throws: ``TransferError/Code/store``.
    func lease(_ ids: [TransferID]?, by runner: Int64) throws(TransferError) -> LeaseGrant {
        try guarded {
            try handle.transaction {
                try sweep()
                var grant = LeaseGrant()
                guard let ids else {
                    try handle.run(
                        """
                        UPDATE transfers SET runner = ?, wish = 0
                        WHERE pid = 0 AND status IN (0, 1, 5) AND runner IS NULL
                        """,
                        .int(runner)
                    )
                    grant.granted = try tickets(of: runner)
                    return grant
                }
                var seen: Set<TransferID> = []
                for id in ids {
                    guard let row = try rootRow(id), seen.insert(row.id).inserted else { continue }
                    if let holder = row.runner, holder != runner {
                        grant.elsewhere.append(row.id)
                        continue
                    }
                    guard [.waiting, .running, .preparing].contains(row.status) else {
                        grant.settled.append(row.id)
                        continue
                    }
                    // What it has already is granted as well: the engine knows whether it is at it.
                    try handle.run(
                        "UPDATE transfers SET runner = ?, wish = 0 WHERE id = ? AND runner IS NULL",
                        .int(runner),
                        .int(row.id.rawValue)
                    )
                    grant.granted.append(
                        .init(
                            id: row.id,
                            kind: row.kind,
                            direction: row.direction,
                            area: row.area,
                            size: row.size ?? 0,
                            transferred: row.transferred
                        )
                    )
                }
                grant.asked = seen
                return grant
            }
        }
    }

    private func tickets(of runner: Int64) throws -> [LeaseGrant.Ticket] {
        try handle.rows(
            "SELECT id, kind, direction, area, size, transferred FROM transfers WHERE runner = ? ORDER BY id",
            .int(runner)
        ) {
            LeaseGrant.Ticket(
                id: TransferID(rawValue: $0.int(0)),
                kind: TransferKind(rawValue: Int($0.int(1))) ?? .file,
                direction: TransferDirection(rawValue: Int($0.int(2))) ?? .upload,
                area: $0.text(3),
                size: $0.int(4),
                transferred: $0.int(5)
            )
        }
    }

    private func rootRow(_ id: TransferID) throws(TransferError) -> TransferRow? {
        guard let row = try row(id) else { return nil }
        return row.root == row.id ? row : try self.row(row.root)
    }

    /// Forgets runners that are dead, and puts what they had at work back into the queue.
    func sweep() throws {
        var dead: [Int64] = []
        let known = try handle.rows("SELECT id, pid, started, boot, beat FROM runners") { row in
            let identity = ProcessIdentity(
                pid: Int32(truncatingIfNeeded: row.int(1)),
                started: row.text(2),
                boot: row.text(3)
            )
            return (id: row.int(0), identity: identity, beat: row.int(4))
        }
        for runner in known {
            if runner.identity == identity { continue }
            let isStale = abs(UnixTime.now - runner.beat) > Self.leaseSeconds
            if isStale || !runner.identity.isAlive { dead.append(runner.id) }
        }
        for runner in dead {
            // A folder whose children are not known yet goes on being listed.
            try handle.run(
                """
                UPDATE transfers SET status = iif(lane = 2, 5, 0) WHERE status = 1
                    AND root IN (SELECT id FROM transfers WHERE runner = ?)
                """,
                .int(runner)
            )
            try handle.run("UPDATE transfers SET runner = NULL WHERE runner = ?", .int(runner))
            try handle.run("DELETE FROM runners WHERE id = ?", .int(runner))
        }
    }

    /// Whether a process that is alive works on the record or its folder.
    ///
    /// - Parameters:
    ///   - id: any record.
    ///   - own: the runner that does not count.
    /// - Returns: whether one does.
    /// - Throws: ``TransferError/Code/store``.
    func isLeased(_ id: TransferID, except own: Int64? = nil) throws(TransferError) -> Bool {
        try guarded {
            try handle.transaction {
                try sweep()
                guard let holder = try rootRow(id)?.runner else { return false }
                return holder != own
            }
        }
    }

    /// What others want of the records that a runner has.
    func wishes(
        for runner: Int64
    ) throws(TransferError) -> [(id: TransferID, root: TransferID, wish: TransferWish)] {
        try guarded {
            try handle.rows(
                """
                SELECT id, root, wish FROM transfers WHERE wish <> 0
                    AND root IN (SELECT id FROM transfers WHERE runner = ?)
                """,
                .int(runner)
            ) {
                (
                    TransferID(rawValue: $0.int(0)), TransferID(rawValue: $0.int(1)),
                    TransferWish(rawValue: $0.int(2)) ?? .none
                )
            }
        }
    }

    /// Notes a wish for whoever works on the record, or takes it back.
    func wish(_ wish: TransferWish, for id: TransferID) throws(TransferError) {
        try guarded {
            try handle.run(
                "UPDATE transfers SET wish = ? WHERE id = ?",
                .int(wish.rawValue),
                .int(id.rawValue)
            )
        }
    }
}
