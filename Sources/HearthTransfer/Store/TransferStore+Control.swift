extension TransferStore {
    /// Pauses what nobody works on, or what a runner works on: a record by itself, or the folder as a whole.
    ///
    /// - Parameters:
    ///   - id: the record.
    ///   - runner: who must have its lease, and gives it back with this; nil asks for none.
    /// - Throws: ``TransferError/Code/store``.
    func pauseNow(_ id: TransferID, by runner: Int64? = nil) throws(TransferError) {
        try guarded {
            try handle.run(
                """
                UPDATE transfers SET status = 2, wish = 0, updated = ?1, runner = iif(?3 IS NULL, runner, NULL)
                WHERE id = ?2 AND status IN (0, 1, 5)
                    AND (?3 IS NULL OR ?3 = (SELECT top.runner FROM transfers AS top WHERE top.id = transfers.root))
                """,
                .int(UnixTime.now),
                .int(id.rawValue),
                SQLiteValue(runner)
            )
        }
    }

    /// Gives a lease back, and with it what was at work: it waits, or is listed again; what has ended stays so.
    ///
    /// What another runner has by now stays with it.
    func putBack(_ id: TransferID, by runner: Int64) throws(TransferError) {
        try guarded {
            try handle.run(
                """
                UPDATE transfers SET status = iif(status IN (0, 1, 5), iif(lane = 2, 5, 0), status), runner = NULL,
                    updated = ? WHERE id = ? AND runner = ?
                """,
                .int(UnixTime.now),
                .int(id.rawValue),
                .int(runner)
            )
        }
    }

    /// Lets children that a dead process left at work wait again.
    func reopenChildren(of id: TransferID) throws(TransferError) {
        try guarded {
            try handle.run(
                "UPDATE transfers SET status = iif(lane = 2, 5, 0) WHERE root = ? AND pid <> 0 AND status = 1",
                .int(id.rawValue)
            )
        }
    }

    /// Puts paused records back into the queue, a folder with its paused children.
    ///
    /// - Parameters:
    ///   - id: what was paused, or stopped.
    ///   - retrying: failed ones too.
    /// - Throws: ``TransferError/Code/store``.
    func requeue(_ id: TransferID, retrying: Bool) throws(TransferError) {
        try guarded {
            try handle.transaction {
                let states = retrying ? "2, 4" : "2"
                // Folders whose children are not known are listed again; their sums hold failed children.
                let failed =
                    try handle.int(
                        "SELECT count(*) FROM transfers WHERE pid = ? AND status = 4",
                        .int(id.rawValue)
                    ) ?? 0
                try handle.run(
                    """
                    UPDATE transfers SET status = iif(lane = 2, 5, 0), wish = 0, error_code = NULL, error_wire = NULL,
                        error_detail = NULL, updated = ?1 WHERE pid = ?2 AND status IN (\(states))
                    """,
                    .int(UnixTime.now),
                    .int(id.rawValue)
                )
                if retrying, failed > 0 {
                    try handle.run(
                        "UPDATE transfers SET children_failed = children_failed - ? WHERE id = ?",
                        .int(failed),
                        .int(id.rawValue)
                    )
                }
                try handle.run(
                    """
                    UPDATE transfers SET status = iif(lane = 2, 5, 0), wish = 0, error_code = NULL, error_wire = NULL,
                        error_detail = NULL, updated = ?1 WHERE id = ?2 AND status IN (2, 4)
                    """,
                    .int(UnixTime.now),
                    .int(id.rawValue)
                )
                try wakeParent(of: id, retrying: retrying)
            }
        }
    }

    /// A child that waits again wakes a folder that had ended.
    private func wakeParent(of id: TransferID, retrying: Bool) throws {
        guard let pid = try handle.int("SELECT pid FROM transfers WHERE id = ?", .int(id.rawValue)), pid != 0
        else { return }
        try handle.run(
            """
            UPDATE transfers SET children_failed =
                (SELECT count(*) FROM transfers AS child WHERE child.pid = transfers.id AND child.status = 4),
                status = iif(status IN (2, 4), iif(lane = 2, 5, 0), status),
                error_code = NULL, error_wire = NULL, error_detail = NULL WHERE id = ?
            """,
            .int(pid)
        )
    }

    /// Ends a folder whose failed children shall not be tried again: they are taken off the list.
    func ignoreFailures(_ id: TransferID) throws(TransferError) {
        try guarded {
            try handle.transaction {
                try handle.run("DELETE FROM transfers WHERE pid = ? AND status = 4", .int(id.rawValue))
                try handle.run(
                    """
                    UPDATE transfers SET
                        children = (SELECT count(*) FROM transfers AS child WHERE child.pid = transfers.id),
                        children_failed = 0,
                        size = (SELECT COALESCE(sum(size), 0) FROM transfers AS child WHERE child.pid = transfers.id),
                        transferred =
                            (SELECT COALESCE(sum(transferred), 0) FROM transfers AS child WHERE child.pid = transfers.id),
                        error_code = NULL, error_wire = NULL, error_detail = NULL, updated = ?1
                    WHERE id = ?2 AND kind IN (1, 3)
                    """,
                    .int(UnixTime.now),
                    .int(id.rawValue)
                )
                try handle.run(
                    """
                    UPDATE transfers SET status = 3 WHERE id = ?1 AND kind IN (1, 3) AND lane <> 2 AND status = 4
                        AND NOT EXISTS (SELECT 1 FROM transfers AS child WHERE child.pid = ?1 AND child.status <> 3)
                    """,
                    .int(id.rawValue)
                )
            }
        }
    }

    /// What was ordered and is in one of these states, for doing something to all of it.
    func roots(
        _ statuses: Set<TransferStatus>,
        area: String?,
        direction: TransferDirection?
    ) throws(TransferError) -> [TransferID] {
        var condition =
            "pid = 0 AND status IN (\(statuses.map { String($0.rawValue) }.sorted().joined(separator: ",")))"
        var values: [SQLiteValue] = []
        if let area {
            condition += " AND area = ?"
            values.append(.text(area))
        }
        if let direction {
            condition += " AND direction = ?"
            values.append(.int(Int64(direction.rawValue)))
        }
        return try guarded {
            var found: [TransferID] = []
            try handle.each("SELECT id FROM transfers WHERE \(condition) ORDER BY id", values) {
                (row) throws(SQLiteFailure) in found.append(TransferID(rawValue: row.int(0)))
            }
            return found
        }
    }

    /// Takes finished records off the list; files stay where they are.
    ///
    /// - Returns: how many were ordered.
    func clearFinished(_ direction: TransferDirection?, area: String?) throws(TransferError) -> Int {
        let ids = try roots([.finished], area: area, direction: direction)
        return try guarded {
            try handle.transaction {
                for id in ids {
                    try handle.run("DELETE FROM transfers WHERE pid = ?", .int(id.rawValue))
                    try handle.run("DELETE FROM transfers WHERE id = ?", .int(id.rawValue))
                }
                return ids.count
            }
        }
    }
}
