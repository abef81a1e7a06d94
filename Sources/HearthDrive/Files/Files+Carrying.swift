import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// The rows' and the source's part of a move to another partition; also what a killed task left to be done.
extension Files {
    /// After a tree's copy has its name: shares and what is known of files go over, the source goes out of sight.
    ///
    /// - Returns: the shares that ended.
    func finishCarry(
        _ from: PendingStep.Place,
        _ to: PendingStep.Place,
        parked: String,
        by user: Int
    ) async throws -> [EndedShare] {
        let ended = try await roots.carried(from: (from.root, from.path), to: (to.root, to.path), by: user)
        try await carryIndex(from, to)
        guard let old = try await database.read({ try RootRows.place(of: from.root, from.path, $0) }) else {
            throw DriveError(.resourceNotFound)
        }
        let partition = try roots.partitions.partition(pool: old.partition.pool, name: old.partition.name)
        try await roots.removing(from.root, from.path, by: user) { [blocking] in
            try await blocking.run { try storage { try partition.park(old.path, as: parked, in: .leaving) } }
        }
        return ended
    }

    /// After a file's copy has its name: the source goes, if it still is that file.
    func finishCarry(_ from: PendingStep.Place, file inode: UInt64, by user: Int) async throws {
        let volume = try await roots.volume(of: from.root)
        guard try volume.entryIfPresent(from.path)?.inode == inode else { return }
        try await roots.removing(from.root, from.path, by: user) { [blocking] in
            try await blocking.run { try storage { try volume.remove(from.path) { _ in } } }
        }
    }

    /// Stores a moved file's row with what the row of its original said besides the bytes.
    func follow(_ moved: IndexedFile, from original: FileInfo, on partition: String) async throws {
        try await database.write { session in
            var moved = moved
            if let row = try session.first(
                "SELECT identification, creator FROM files WHERE partition = ? AND inode = ?",
                partition,
                original.inode
            ) {
                moved.identification = try row.text(0)
                moved.creator = Int(try row.int(1))
            }
            try FileIndex.store(moved, session)
        }
    }

    /// Rows of the files in a tree that was copied with its times; files that are others at the new place stay behind.
    func carryIndex(_ from: PendingStep.Place, _ to: PendingStep.Place) async throws {
        let volume = try await roots.volume(of: to.root)
        var last = from.path.bytes
        while true {
            let after = last
            let rows = try await database.read {
                try FileIndex.rows(below: from.root, from.path, after: after, limit: 500, $0)
            }
            guard let end = rows.last else { return }
            last = end.path
            let found = try await blocking.run {
                try rows.compactMap { row -> (row: FileIndex.Row, info: FileInfo, path: VolumePath)? in
                    let path = VolumePath(to.path.names + row.below.names)
                    guard let info = try volume.infoIfPresent(path), row.isSameContent(info) else {
                        return nil
                    }
                    return (row, info, path)
                }
            }
            let partition = volume.partitionID
            try await database.write { session in
                for (row, info, path) in found {
                    try FileIndex.carry(row, to: to.root, path, info, partition: partition, session)
                }
            }
        }
    }
}
