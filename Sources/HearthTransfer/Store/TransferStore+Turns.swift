extension TransferStore {
    /// Waiting children of a folder or group in a lane, oldest first.
    ///
    /// - Parameters:
    ///   - root: the folder or group.
    ///   - lane: whose work.
    ///   - after: records after this one.
    ///   - limit: at most so many, so that a folder of any size costs the same memory.
    /// - Returns: a page.
    /// - Throws: ``TransferError/Code/store``.
    func turns(
        of root: TransferID,
        _ lane: TransferLane,
        after: Int64,
        limit: Int
    ) throws(TransferError) -> [TransferRow] {
        try list(
            "root = ? AND lane = ? AND id > ? AND status IN (0, 5)",
            [.int(root.rawValue), .int(lane.rawValue), .int(after), .int(Int64(limit))]
        )
    }

    /// Waiting records of a lane that were ordered by themselves and are leased to a runner, oldest first.
    func turns(
        leasedTo runner: Int64,
        _ lane: TransferLane,
        after: Int64,
        limit: Int
    ) throws(TransferError) -> [TransferRow] {
        try list(
            "runner = ? AND lane = ? AND id > ? AND status IN (0, 1, 5)",
            [.int(runner), .int(lane.rawValue), .int(after), .int(Int64(limit))]
        )
    }

    /// Folders and groups, and the bytes of running transfers that their sums hold, both as of one moment.
    func sums(
        of parents: [TransferID],
        _ meters: [TransferMeter]
    ) throws(TransferError) -> (rows: [TransferRow], counted: [Int64]) {
        var rows: [TransferRow] = []
        for id in parents { if let row = try row(id) { rows.append(row) } }
        return (rows, meters.map(\.counted))
    }

    /// How many records of a root are in each state, the root itself left out when it has children.
    func states(of root: TransferID) throws(TransferError) -> [TransferStatus: Int] {
        try guarded {
            var counts: [TransferStatus: Int] = [:]
            try handle.each(
                "SELECT status, count(*) FROM transfers WHERE root = ? AND (pid <> 0 OR kind IN (0, 2)) GROUP BY status",
                [.int(root.rawValue)]
            ) { (row) throws(SQLiteFailure) in
                if let status = TransferStatus(rawValue: Int(row.int(0))) { counts[status] = Int(row.int(1)) }
            }
            return counts
        }
    }

    /// Of the children of a root: how many were skipped, and how many ended with each kind of check.
    func endings(
        of root: TransferID
    ) throws(TransferError) -> (skipped: Int, verified: [TransferVerification: Int]) {
        try guarded {
            var skipped = 0
            var verified: [TransferVerification: Int] = [:]
            try handle.each(
                """
                SELECT verification, flags & 4, count(*) FROM transfers
                WHERE root = ? AND status = 3 AND (pid <> 0 OR kind IN (0, 2)) AND kind <> 1
                GROUP BY verification, flags & 4
                """,
                [.int(root.rawValue)]
            ) { (row) throws(SQLiteFailure) in
                let count = Int(row.int(2))
                if row.int(1) != 0 {
                    skipped += count
                } else if let kind = TransferVerification(rawValue: Int(row.int(0))), kind != .none {
                    verified[kind, default: 0] += count
                }
            }
            return (skipped, verified)
        }
    }

    /// Records of a root that failed, oldest first.
    func failures(of root: TransferID, limit: Int) throws(TransferError) -> [TransferRow] {
        try list(
            "root = ? AND status = 4 AND (pid <> 0 OR kind IN (0, 2))",
            [.int(root.rawValue), .int(Int64(limit))]
        )
    }

    /// Records of a root that were left out on purpose, oldest first.
    func leftOut(of root: TransferID, limit: Int) throws(TransferError) -> [TransferRow] {
        try list(
            "root = ? AND status = 3 AND error_code IS NOT NULL",
            [.int(root.rawValue), .int(Int64(limit))]
        )
    }

    /// Unfinished records of a root that may hold something outside the queue: an upload there, a temporary file here,
    /// which of small files is not on record.
    func holdings(of root: TransferID, after: Int64, limit: Int) throws(TransferError) -> [TransferRow] {
        try list(
            "root = ? AND id > ? AND status <> 3 "
                + "AND (upload_id IS NOT NULL OR part IS NOT NULL OR (direction = 1 AND kind = 0))",
            [.int(root.rawValue), .int(after), .int(Int64(limit))]
        )
    }

    /// Whether another unfinished record writes into this temporary file.
    func isPartTaken(_ part: [UInt8], by other: TransferID) throws(TransferError) -> Bool {
        try guarded {
            try handle.int(
                "SELECT count(*) FROM transfers WHERE part = ? AND id <> ? AND status <> 3",
                .blob(part),
                .int(other.rawValue)
            ) ?? 0 > 0
        }
    }
}
