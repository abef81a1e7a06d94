import HearthConcurrency
package import HearthSQL
import HearthStorage
import HearthWire

/// The end of folders.
extension Folders {
    /// Begins to delete a folder with everything in it; the reply does not wait for it.
    ///
    /// - Returns: the task's id.
    /// - Throws: 20001; 10023 for a member's personal folder and for folders that the caller does not manage.
    package func delete(_ id: Int, _ caller: Caller) async throws -> String {
        let taskID = try await database.write { [self] session in
            let root = try Self.managed(id, caller, session)
            if root.kind == .personal { throw DriveError(.forbidden) }
            return try tasks.insert(
                TaskOrder(topic: .deleteFolder, sign: "\(id)", subject: "\(id)", user: caller.user.id),
                session
            )
        }
        tasks.wake()
        return taskID
    }

    /// The folder's id and those of the directories shared out of it.
    func family(of id: Int) async throws -> [Int] {
        try await database.read { session in
            guard let place = try RootRows.place(of: id, VolumePath(), session) else { return [] }
            return try RootRows.roots(in: place, session).map(\.id)
        }
    }

    /// Deletes one first-level folder with everything in it.
    ///
    /// First its directory goes out of sight, with everybody's rights, the directories shared out of it and its
    /// uploads; then the files; its row last, so that the list shows it until then. Resumable; quiet when there is no
    /// such folder any more.
    ///
    /// - Throws: 20007 when something could not be deleted; 40005 when its partition is not there. Another run goes
    ///   on where this one ended.
    package func deleteRoot(_ id: Int, _ task: TaskRun) async throws {
        guard let root = try await database.read({ try Self.root(id, $0) }) else { return }
        let partition = try roots.partitions.partition(pool: root.pool, name: root.partition)
        let name = FolderMove.parkingName(id)
        do {
            try await roots.gate.alone(id) { try await hide(root, as: name, on: partition, task) }
            try await blocking.run {
                // A move that failed or was never begun anew.
                try partition.removeParked(name, in: .arriving) { _ in try task.checkStopped() }
                try partition.removeParked(name, in: .leaving) { items in
                    task.advance(items: items)
                    try task.checkStopped()
                }
            }
        } catch {
            if task.isStopped || error is CancellationError { throw error }
            throw Self.removalFailure(error)
        }
        try await forgetFiles(of: id, task)
        try await database.write { session in
            try session.run("DELETE FROM roots WHERE id = ?", id)
            for topic in [TaskTopic.moveFolder, .deleteFolder] {
                try session.run(
                    "DELETE FROM tasks WHERE topic = ? AND subject = ? AND state = 'failed'",
                    topic.rawValue,
                    "\(id)"
                )
            }
        }
        roots.invalidate()
    }

    private static func removalFailure(_ error: any Error) -> any Error {
        if let error = error as? DriveError, error.code != .internalError { return error }
        if let error = error as? StorageError, error.code == .busy { return DriveError(error) }
        return DriveError(.folderDeleteFailed, cause: error)
    }

    /// Takes the directory out of sight and ends all that leads to it.
    func hide(
        _ root: Root,
        as name: String,
        on partition: Partition,
        _ task: TaskRun
    ) async throws {
        let ids = try await family(of: root.id)
        vaults.forget(root: root.id)
        uploads.evict(from: ids)
        let isHidden = try await blocking.run { try storage { try partition.isParked(name, in: .leaving) } }
        if !isHidden, let place = try await place(of: root.id) {
            let size = try await blocking.run {
                try storage { try partition.volume(at: place).treeSize(VolumePath()) }
            }
            task.expect(bytes: 0, items: Int64(size.files + size.directories))
            try await blocking.run { try storage { try partition.park(place, as: name, in: .leaving) } }
        }
        let parked = try Partition.path(of: name, in: .leaving)
        let dropped = try await database.write { [roots] session in
            let dropped = try Uploads.remove(from: ids, session)
            try roots.removed(root: root.id, path: VolumePath(), session)
            // The rows stay until the folder's own goes: by them a removal of a member that was killed knows his folders.
            try session.run(
                "UPDATE grants SET can_read = 0, can_write = 0, can_delete = 0 WHERE root = ?",
                root.id
            )
            try session.run("DELETE FROM shares WHERE root = ?", root.id)
            // The family's and the personal folder can be made anew while this one goes.
            try session.run(
                "UPDATE roots SET rel_path = ?, kind = 'managed', owner = NULL WHERE id = ?",
                parked.bytes,
                root.id
            )
            try roots.pruneShares(session)
            return dropped
        }
        roots.invalidate()
        await uploads.discardStaged(dropped, on: partition)
    }

    /// Where a folder's directory lies now; nil when it is gone already.
    private func place(of id: Int) async throws -> VolumePath? {
        do {
            let path = try await roots.attached(id).path
            return path.names.first?.bytes.starts(with: Array(".hearth".utf8)) == true ? nil : path
        } catch let error as DriveError where error.code == .resourceNotFound {
            return nil
        }
    }

    /// Forgets the index in pieces, so that no other write waits long.
    func forgetFiles(of id: Int, _ task: TaskRun) async throws {
        var count = 1
        while count > 0 {
            try task.checkStopped()
            count = try await database.write { session in
                try session.run(
                    "DELETE FROM files WHERE (partition, inode) IN "
                        + "(SELECT partition, inode FROM files WHERE root = ? LIMIT 5000)",
                    id
                )
            }
        }
    }

    /// Deletes parked trees of folders that no task works on: copies of moves that failed while a disk was away, old
    /// trees of moves that were dismissed.
    ///
    /// A folder whose deletion failed is left for the next attempt.
    func sweep() async throws {
        for partition in roots.partitions.all.map(\.partition) {
            for parking in Partition.Parking.allCases {
                let names = try await blocking.run { try storage { try partition.parked(in: parking) } }
                for name in names where name.hasPrefix("folder-") {
                    guard let id = Int(name.dropFirst("folder-".count)), try await isForgotten(id) else {
                        continue
                    }
                    try await blocking.run { try storage { try partition.discardParked(name, in: parking) } }
                }
            }
        }
    }

    private func isForgotten(_ id: Int) async throws -> Bool {
        try await database.read { session in
            let topics: [TaskTopic] = [
                .moveFolder, .deleteFolder, .dissolve, .removeUser, .deletePartition, .deletePool,
            ]
            let names = topics.map(\.rawValue)
            for name in names
            where try session.first("SELECT 1 FROM tasks WHERE topic = ? AND state <> 'done'", name) != nil {
                return false
            }
            guard let root = try Self.root(id, session) else { return true }
            return root.path.names.first?.bytes.starts(with: Array(".hearth".utf8)) == false
        }
    }

    /// Makes the personal and private folders of a member who leaves private folders of somebody else.
    ///
    /// Works in the caller's transaction; call ``RootStore/invalidate()`` after the commit.
    package func passOn(from user: Int, to heir: Int, _ session: any SQLSession) throws {
        let roots = try session.query(
            "SELECT id FROM roots r WHERE (kind = 'personal' AND owner = ?1) OR (kind = 'managed' AND mode = 1 "
                + "AND EXISTS (SELECT 1 FROM grants g WHERE g.root = r.id AND g.user = ?1 AND g.source = 'member') "
                // Not what is being deleted already.
                + "AND substr(rel_path, 1, 8) <> ?2)",
            user,
            Array(".hearth/".utf8)
        ).map { Int(try $0.int(0)) }
        for root in roots {
            try session.run(
                "UPDATE roots SET kind = 'managed', owner = NULL, creator = ? WHERE id = ?",
                heir,
                root
            )
            try session.run("DELETE FROM grants WHERE root = ?", root)
            try Self.insert(
                [FolderMember(user: heir, rights: .all)],
                of: root,
                now: clock.now,
                session
            )
        }
    }
}
