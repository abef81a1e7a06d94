import HearthWire

extension TransferStore {
    /// Adds something that was ordered by itself.
    func insert(_ row: TransferRow) throws(TransferError) -> TransferID {
        try guarded {
            try handle.transaction {
                let id = try append(row, pid: 0, root: 0)
                try handle.run("UPDATE transfers SET root = id WHERE id = ?", .int(id.rawValue))
                return id
            }
        }
    }

    /// Adds many that were ordered by themselves, in one transaction.
    func insert(_ rows: [TransferRow]) throws(TransferError) -> [TransferID] {
        try guarded {
            try handle.transaction {
                var ids: [TransferID] = []
                for row in rows { ids.append(try append(row, pid: 0, root: 0)) }
                try handle.run("UPDATE transfers SET root = id WHERE pid = 0 AND root = 0")
                return ids
            }
        }
    }

    /// Adds children of a folder or group in one transaction; those that are there already stay as they are.
    ///
    /// - Returns: their numbers, in order.
    @discardableResult
    func add(_ rows: [TransferRow], to root: TransferID) throws(TransferError) -> [TransferID] {
        try guarded {
            try handle.transaction {
                var ids: [TransferID] = []
                var added: Int64 = 0
                var bytes: Int64 = 0
                var (finished, failed): (Int64, Int64) = (0, 0)
                for row in rows {
                    let id = try append(row, pid: root.rawValue, root: root.rawValue)
                    if handle.changes > 0 {
                        ids.append(id)
                        added += 1
                        bytes += row.size ?? 0
                        finished += row.status == .finished ? 1 : 0
                        failed += row.status == .failed ? 1 : 0
                    } else if let known = try handle.int(
                        "SELECT id FROM transfers WHERE pid = ? AND local = ? AND remote = ?",
                        .int(root.rawValue),
                        .blob(row.local.bytes),
                        .text(row.remote)
                    ) {
                        ids.append(TransferID(rawValue: known))
                    }
                }
                try handle.run(
                    """
                    UPDATE transfers SET children = children + ?, children_finished = children_finished + ?,
                        children_failed = children_failed + ?, size = COALESCE(size, 0) + ?, updated = ? WHERE id = ?
                    """,
                    .int(added),
                    .int(finished),
                    .int(failed),
                    .int(bytes),
                    .int(UnixTime.now),
                    .int(root.rawValue)
                )
                return ids
            }
        }
    }

    private func append(_ row: TransferRow, pid: Int64, root: Int64) throws -> TransferID {
        let now = UnixTime.now
        try handle.run(
            """
            INSERT OR IGNORE INTO transfers (pid, root, direction, kind, status, lane, area, user, local, remote, name,
                size, modified, created, updated, conflict, identification, flags, error_code, error_wire, error_detail)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            .int(pid),
            .int(root),
            .int(Int64(row.direction.rawValue)),
            .int(Int64(row.kind.rawValue)),
            .int(Int64(row.status.rawValue)),
            .int(row.lane.rawValue),
            .text(row.area),
            .int(Int64(row.user)),
            .blob(row.local.bytes),
            .text(row.remote),
            .blob(row.name),
            SQLiteValue(row.size),
            SQLiteValue(row.modified),
            .int(now),
            .int(now),
            .text(row.conflict.rawValue),
            .text(row.identification),
            .int(row.flags.rawValue),
            SQLiteValue(row.failure?.code.rawValue),
            SQLiteValue(row.failure?.wireCode?.rawValue),
            SQLiteValue(row.failure?.detail)
        )
        return TransferID(rawValue: handle.lastID)
    }

    /// Writes what changes in the life of a record, and what its parent counts of it, in one transaction.
    ///
    /// A record that was removed meanwhile stays removed.
    ///
    /// - Parameters:
    ///   - row: the record.
    ///   - runner: who has the lease; nil for a record that nobody works on.
    ///   - meter: hears what is on record now, before anybody else can read it.
    /// - Throws: ``TransferError/Code/leased`` when others have taken the runner for dead: nothing is written then.
    func save(
        _ row: TransferRow,
        by runner: Int64? = nil,
        counting meter: TransferMeter? = nil
    ) throws(TransferError) {
        try guarded {
            try handle.transaction {
                try hold(row.root, runner)
                guard let pid = row.pid else { return try update(row) }
                var old: (status: Int64, size: Int64, transferred: Int64)?
                try handle.each(
                    "SELECT status, size, transferred FROM transfers WHERE id = ?",
                    [.int(row.id.rawValue)]
                ) { (found) throws(SQLiteFailure) in old = (found.int(0), found.int(1), found.int(2)) }
                guard let old else { return }
                try update(row)
                try count(
                    at: pid,
                    from: (TransferStatus(rawValue: Int(old.status)), old.size, old.transferred),
                    to: (row.status, row.size ?? 0, row.transferred)
                )
            }
            // What was ordered by itself is summed up by the engine, when it ends.
            if row.pid != nil { meter?.setCounted(row.transferred) }
        }
    }

    /// Makes sure that a runner has the lease of a root that is still there.
    private func hold(_ root: TransferID, _ runner: Int64?) throws {
        guard let runner else { return }
        let holders = try handle.rows(
            "SELECT runner FROM transfers WHERE id = ?",
            .int(root.rawValue),
            as: { $0.optionalInt(0) }
        )
        guard let holder = holders.first else { return }
        if holder != runner { throw TransferError(.leased, "\(root)") }
    }

    /// What a child is to the sums of its parent.
    private typealias Share = (status: TransferStatus?, size: Int64, transferred: Int64)

    private func count(at parent: TransferID, from old: Share, to new: Share) throws {
        func step(_ status: TransferStatus) -> Int64 {
            (new.status == status ? 1 : 0) - (old.status == status ? 1 : 0)
        }
        let (finished, failed) = (step(.finished), step(.failed))
        let (size, transferred) = (new.size - old.size, new.transferred - old.transferred)
        guard finished != 0 || failed != 0 || size != 0 || transferred != 0 else { return }
        try handle.run(
            """
            UPDATE transfers SET children_finished = children_finished + ?, children_failed = children_failed + ?,
                size = COALESCE(size, 0) + ?, transferred = transferred + ? WHERE id = ?
            """,
            .int(finished),
            .int(failed),
            .int(size),
            .int(transferred),
            .int(parent.rawValue)
        )
    }

    private func update(_ row: TransferRow) throws {
        // The sums of a folder are kept by its children alone.
        let isParent = row.kind == .folder && row.pid == nil || row.kind == .group
        try handle.run(
            """
            UPDATE transfers SET status = ?1, lane = ?2, size = iif(?3, size, ?4),
                transferred = iif(?3, transferred, ?5), modified = ?6, updated = ?7, flags = ?8, source = ?9, hash = ?10,
                upload_id = ?11, part = ?12, blocks = ?13, boot = ?14, verification = ?15, error_code = ?16,
                error_wire = ?17, error_detail = ?18, local = ?19, name = ?20, placed = ?22,
                runner = iif(?1 IN (2, 3, 4), NULL, runner) WHERE id = ?21
            """,
            .int(Int64(row.status.rawValue)),
            .int(row.lane.rawValue),
            .int(isParent ? 1 : 0),
            SQLiteValue(row.size),
            .int(row.transferred),
            SQLiteValue(row.modified),
            .int(UnixTime.now),
            .int(row.flags.rawValue),
            SQLiteValue(row.source),
            SQLiteValue(row.hash),
            SQLiteValue(row.uploadID),
            row.part.map { .blob($0) } ?? .null,
            row.blocks.map { .blob($0.bytes) } ?? .null,
            SQLiteValue(row.boot),
            .int(Int64(row.verification.rawValue)),
            SQLiteValue(row.failure?.code.rawValue),
            SQLiteValue(row.failure?.wireCode?.rawValue),
            SQLiteValue(row.failure?.detail),
            .blob(row.local.bytes),
            .blob(row.name),
            .int(row.id.rawValue),
            SQLiteValue(row.placed)
        )
    }

    /// Removes a record with its children.
    func delete(_ id: TransferID) throws(TransferError) {
        try guarded {
            try handle.transaction {
                let row = try handle.rows(
                    "SELECT \(TransferRow.columns) FROM transfers WHERE id = ?",
                    .int(id.rawValue),
                    as: TransferRow.init
                ).first
                guard let row else { return }
                if let pid = row.pid {
                    try count(at: pid, from: (row.status, row.size ?? 0, row.transferred), to: (nil, 0, 0))
                    try handle.run(
                        "UPDATE transfers SET children = children - 1 WHERE id = ?",
                        .int(pid.rawValue)
                    )
                } else {
                    try handle.run("DELETE FROM transfers WHERE pid = ?", .int(id.rawValue))
                }
                try handle.run("DELETE FROM transfers WHERE id = ?", .int(id.rawValue))
            }
        }
    }
}
