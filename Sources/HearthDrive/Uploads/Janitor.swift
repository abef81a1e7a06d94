import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// The regular cleaning of uploads; counts running time, so that a clock that jumps deletes nothing.
extension Uploads {
    /// How long things wait, in seconds of running time.
    package struct Ages: Sendable {
        /// After this the unwritten part's reservation is given back; chunks stay.
        package var release: Int64
        /// After this a session, finished or not, is forgotten.
        package var removal: Int64

        /// An hour and seven days unless configured otherwise.
        package init(release: Int64 = 3_600, removal: Int64 = 7 * 86_400) {
            self.release = release
            self.removal = removal
        }
    }

    /// One round.
    ///
    /// - Returns: how many sessions were removed.
    @discardableResult
    package func clean(_ ages: Ages) async throws -> Int {
        let now = running.now
        let idle = try await database.read {
            try UploadRow.all(
                where: "state = 'open' AND released = 0 AND touched < ?",
                now - ages.release,
                $0
            )
        }
        for row in idle {
            do {
                try await releaseUnwritten(row)
                let id = row.id
                _ = try await database.write {
                    try $0.run("UPDATE uploads SET released = 1 WHERE id = ?", id)
                }
            } catch {
                log.warning(
                    "the reservation of an idle upload could not be released",
                    ["upload": .string(row.id)]
                )
            }
        }
        let old = try await database.read { try UploadRow.all(where: "touched < ?", now - ages.removal, $0) }
        for row in old {
            do {
                if row.state == .open { try await end(row) } else { try await dropAnswer(row) }
            } catch {
                // Its file or its disk is gone; the others are cleaned all the same.
                log.warning("an old upload could not be removed", ["upload": .string(row.id)])
            }
        }
        return old.count
    }

    /// Gives back what was reserved and not written; needs no password.
    private func releaseUnwritten(_ row: UploadRow) async throws {
        let known = live.withLock { $0[row.id] }
        if let known {
            return try await blocking.run { try known.staged.releaseUnwritten() }
        }
        guard try await roots.isEncrypted(row.root) else {
            let staged = try await load(row, nil).staged
            return try await blocking.run { try staged.releaseUnwritten() }
        }
        try await roots.changing([row.root]) {
            let volume = try await roots.staging(of: row.root)
            let id = row.id
            do {
                try await blocking.run { try volume.reopenStaged(id: id).releaseUnwritten() }
            } catch let error as StorageError where error.code == .notFound {
                // Removed behind our back: the session is over.
                _ = try await database.write {
                    try $0.run("DELETE FROM uploads WHERE id = ? AND state = 'open'", id)
                }
            }
        }
    }
}
