import HearthWire

/// What came of ordering again what the queue holds already.
enum RenewalResult: Sendable {
    /// It waits for its turn, by the new order's rules.
    case renewed
    /// The record is gone, or of another kind.
    case unknown
    /// Another process is at it.
    case leased
}

extension TransferStore {
    /// Puts an unfinished record back into the queue by the rules of a new order of the same ends.
    ///
    /// A folder is listed again, because its content and what is chosen of it may be others than before: only children
    /// that hold something, there or here, are kept.
    ///
    /// - Parameters:
    ///   - id: something that was ordered by itself.
    ///   - order: as the new order would make it.
    ///   - dropping: children that hold something and are not wanted any more; what they hold is the caller's matter.
    ///   - keeping: finished children that stay done.
    ///   - anew: records that hold an upload that was begun by another rule; they begin anew.
    /// - Returns: what came of it.
    /// - Throws: ``TransferError/Code/store``.
    func renew(
        _ id: TransferID,
        as order: TransferRow,
        dropping: [TransferID],
        keeping: [TransferID],
        anew: [TransferID]
    ) throws(TransferError) -> RenewalResult {
        try guarded {
            try handle.transaction {
                try sweep()
                let found = try handle.rows(
                    "SELECT \(TransferRow.columns) FROM transfers WHERE id = ?",
                    .int(id.rawValue),
                    as: TransferRow.init
                ).first
                guard let row = found, row.pid == nil, row.kind == order.kind, row.status != .finished else {
                    return .unknown
                }
                guard row.runner == nil else { return .leased }
                for child in anew {
                    try handle.run(
                        """
                        UPDATE transfers SET upload_id = NULL, blocks = NULL, source = NULL, hash = NULL, transferred = 0
                        WHERE id = ?
                        """,
                        .int(child.rawValue)
                    )
                }
                try renewChildren(of: id, order, dropping: dropping, keeping: keeping)
                let kept = row.flags.intersection([.isSynced])
                try handle.run(
                    """
                    UPDATE transfers SET status = iif(kind = 1, 5, 0), lane = iif(kind = 1, 2, lane), wish = 0,
                        conflict = ?1, identification = ?2, flags = ?3, modified = COALESCE(?4, modified), user = ?5,
                        error_code = NULL, error_wire = NULL, error_detail = NULL, updated = ?6 WHERE id = ?7
                    """,
                    .text(order.conflict.rawValue),
                    .text(order.identification),
                    .int(order.flags.union(kept).rawValue),
                    SQLiteValue(order.flags.contains(.isTimeOrdered) ? order.modified : nil),
                    .int(Int64(order.user)),
                    .int(UnixTime.now),
                    .int(id.rawValue)
                )
                return .renewed
            }
        }
    }

    private func renewChildren(
        of id: TransferID,
        _ order: TransferRow,
        dropping: [TransferID],
        keeping: [TransferID]
    ) throws {
        guard order.kind == .folder else { return }
        for child in dropping {
            try handle.run("DELETE FROM transfers WHERE id = ?", .int(child.rawValue))
        }
        // The listing brings back what is there and wanted; what stays for now is marked.
        for child in keeping {
            try handle.run("UPDATE transfers SET wish = -1 WHERE id = ?", .int(child.rawValue))
        }
        try handle.run(
            """
            DELETE FROM transfers WHERE pid = ? AND wish <> -1
                AND (status = 3 OR (upload_id IS NULL AND part IS NULL AND transferred = 0))
            """,
            .int(id.rawValue)
        )
        let inherited = order.flags.intersection([.followsLinks, .isEncrypted])
        let mask = TransferRow.Flags([.followsLinks, .isEncrypted])
        try handle.run(
            """
            UPDATE transfers SET status = iif(status = 3, 3, 0), wish = 0, conflict = ?1,
                flags = iif(direction = 0, (flags & ~?2) | ?3, flags),
                error_code = NULL, error_wire = NULL, error_detail = NULL, updated = ?4
            WHERE pid = ?5
            """,
            .text(order.conflict.rawValue),
            .int(mask.rawValue),
            .int(inherited.rawValue),
            .int(UnixTime.now),
            .int(id.rawValue)
        )
        try handle.run(
            """
            UPDATE transfers SET
                children = (SELECT count(*) FROM transfers AS child WHERE child.pid = transfers.id),
                children_finished =
                    (SELECT count(*) FROM transfers AS child WHERE child.pid = transfers.id AND child.status = 3),
                children_failed = 0,
                size = (SELECT COALESCE(sum(size), 0) FROM transfers AS child WHERE child.pid = transfers.id),
                transferred =
                    (SELECT COALESCE(sum(transferred), 0) FROM transfers AS child WHERE child.pid = transfers.id)
            WHERE id = ?
            """,
            .int(id.rawValue)
        )
    }

    /// Children of a folder that are done, with nothing to tell of them, oldest first.
    func done(of root: TransferID, after: Int64, limit: Int) throws(TransferError) -> [TransferRow] {
        try list(
            "root = ? AND pid <> 0 AND id > ? AND status = 3 AND kind = 0 AND error_code IS NULL",
            [.int(root.rawValue), .int(after), .int(Int64(limit))]
        )
    }

    /// Unfinished children of a folder that hold something outside the queue, or have moved bytes, oldest first.
    func begun(of root: TransferID, after: Int64, limit: Int) throws(TransferError) -> [TransferRow] {
        try list(
            """
            root = ? AND pid <> 0 AND id > ? AND status <> 3
                AND (upload_id IS NOT NULL OR part IS NOT NULL OR transferred > 0)
            """,
            [.int(root.rawValue), .int(after), .int(Int64(limit))]
        )
    }
}
