import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// Changing folders.
extension Folders {
    /// What an edit was checked against.
    private struct Checked: Sendable {
        var root: Root
        /// A move that is queued or running.
        var isMoving: Bool
    }

    /// Changes name, mode, members and place of a folder.
    ///
    /// Members are replaced; directories shared out of the folder stay shared as far as their granters still may. A
    /// new place begins a move, which the reply does not wait for. A member's personal folder keeps its member and
    /// kind, the family's folder its name and kind; both may go to another partition.
    ///
    /// - Returns: the id of the move's task; nil when the folder stays where it is.
    /// - Throws: in the contract's order (wangpan-api, 5.4): 20000, 20027, 20011, 20013, 20001 or 10023, 10026 while
    ///   the folder moves or goes, 20017, 20014, 20015, 10004 for members that there are not, 30004, 40005, 20019,
    ///   20008.
    package func edit(
        _ id: Int,
        _ draft: FolderDraft,
        _ caller: Caller,
        policy: NamePolicy
    ) async throws -> String? {
        try draft.checkFields(policy)
        let key = draft.target
        return try await editing.withLock {
            let checked = try await database.read { session in
                try Self.checkName(draft.name, on: key, except: id, session)
                let root = try Self.managed(id, caller, session)
                let isMoving = try Self.checkIdle(root, draft, key, session)
                try Self.checkKind(root, draft)
                try draft.checkMemberCount()
                try Self.checkMembers(draft.members, session)
                return Checked(root: root, isMoving: isMoving)
            }
            let goesElsewhere = key != checked.root.partitionKey && !checked.isMoving
            if goesElsewhere { try await checkSpace(for: checked.root, on: try checkedTarget(key)) }
            return try await apply(draft, to: checked.root, goesElsewhere ? key : nil, caller)
        }
    }

    /// While a folder moves only its members and mode may change; nothing while it goes.
    ///
    /// - Returns: whether it moves.
    private static func checkIdle(
        _ root: Root,
        _ draft: FolderDraft,
        _ key: Partitions.Key,
        _ session: any SQLSession
    ) throws -> Bool {
        let subject = "\(root.id)"
        if try Tasks.mark(of: subject, topics: [.deleteFolder], session)?.status.hasSuffix("_1") == true {
            throw DriveError(.sourceBusy)
        }
        guard try Tasks.mark(of: subject, topics: [.moveFolder], session)?.status.hasSuffix("_1") == true
        else {
            return false
        }
        let row = try session.first(
            "SELECT parameters FROM tasks WHERE topic = ? AND subject = ? AND state <> 'done'",
            TaskTopic.moveFolder.rawValue,
            subject
        )
        let order = try row.flatMap { FolderMoveOrder(json: try $0.text(0)) }
        guard Array(draft.name.utf8) == Array(root.name.utf8),
            key == root.partitionKey || key == order?.target
        else {
            throw DriveError(.sourceBusy)
        }
        return true
    }

    private static func checkKind(_ root: Root, _ draft: FolderDraft) throws {
        if draft.mode != root.mode, root.isEncrypted || root.kind != .managed {
            throw DriveError(.folderKindFixed)
        }
        switch root.kind {
        case .personal:
            guard draft.members.count == 1 else { throw DriveError(.tooManyMembers) }
            guard draft.members.first?.user == root.owner else { throw DriveError(.folderKindFixed) }
        case .family:
            // It is called what the area is called.
            guard Array(draft.name.utf8) == Array(root.name.utf8) else { throw DriveError(.folderKindFixed) }
        case .managed, .direct: break
        }
    }

    /// What has to fit beside what the target holds: the tree, and what is being uploaded into it.
    ///
    /// - Throws: 20019.
    private func checkSpace(for root: Root, on target: Partition) async throws {
        let volume = try await roots.volume(of: root.id)
        let uploads = try await uploads.declaredBytes(in: try await family(of: root.id))
        try await blocking.run {
            let needed = try storage { try volume.treeSize(VolumePath()) }.bytes + uploads
            guard try storage({ try target.space() }).free > needed else {
                throw DriveError(.partitionTooSmall)
            }
        }
    }

    private func apply(
        _ draft: FolderDraft,
        to root: Root,
        _ target: Partitions.Key?,
        _ caller: Caller
    ) async throws -> String? {
        var order: TaskOrder?
        if let target {
            order = TaskOrder(
                topic: .moveFolder,
                sign: "\(root.id)",
                subject: "\(root.id)",
                user: caller.user.id,
                parameters: try await moveOrder(for: root, draft.name, to: target).json
            )
        }
        let place = try await renamed(root, draft.name, moves: target != nil)
        let (now, ordered) = (clock.now, order)
        let taskID: String?
        do {
            taskID = try await database.write { [self] session in
                try session.run(
                    "UPDATE roots SET name = ?, mode = ? WHERE id = ?",
                    draft.name,
                    draft.mode,
                    root.id
                )
                if let place { try roots.relocated(root.id, to: place, session) }
                try Self.replaceMembers(of: root, draft.members, now: now, session)
                try roots.pruneShares(session)
                return try ordered.map { try tasks.insert($0, session) }
            }
        } catch {
            if let place { await putBack(root, from: place) }
            throw Self.failure(error)
        }
        roots.invalidate()
        // Whoever was taken out has the folder unlocked no more, also when he is taken in again.
        try? await roots.vaults.clean { [roots] in try await roots.rights(of: $0, on: $1) }
        if taskID != nil { tasks.wake() }
        return taskID
    }

    private static func replaceMembers(
        of root: Root,
        _ members: [FolderMember],
        now: Int64,
        _ session: any SQLSession
    ) throws {
        switch root.kind {
        case .personal, .direct: return
        case .family:
            // Whoever is left out needs a row too: without one the next visit, or the first, makes one with all rights.
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete, created) "
                    + "SELECT ?, id, 'member', 0, 0, 0, ? FROM users WHERE true ORDER BY id "
                    + "ON CONFLICT (root, user, source) DO UPDATE SET can_read = 0, can_write = 0, can_delete = 0",
                root.id,
                now
            )
        case .managed:
            try session.run("DELETE FROM grants WHERE root = ? AND source = 'member'", root.id)
        }
        try insert(members, of: root.id, now: now, session)
    }

    // MARK: Names on the disk

    /// The directory of a folder that goes elsewhere: it follows the label where it did before, otherwise it keeps
    /// its name or gets one like it.
    ///
    /// - Throws: 20013 when something lies where the label leads.
    private func moveOrder(
        for root: Root,
        _ name: String,
        to key: Partitions.Key
    ) async throws -> FolderMoveOrder {
        let partition = try checkedTarget(key)
        let follows = try root.path.last == FolderName.directory(for: root.name) && root.kind == .managed
        let wanted = try follows ? FolderName.directory(for: name) : root.path.last
        guard let wanted else { throw DriveError(.folderUpdateFailed) }
        let directory = try await blocking.run {
            let top = try storage { try partition.volume(at: VolumePath()) }
            for attempt in 0..<1_000 {
                guard let free = attempt == 0 ? wanted : FreeName.candidate(wanted, attempt) else { break }
                if try top.entryIfPresent(VolumePath([free])) == nil { return free }
                if follows { break }
            }
            throw DriveError(.folderNameTaken)
        }
        return FolderMoveOrder(target: key, partition: partition.id, directory: directory)
    }

    /// Renames the directory when it was called what the folder was called.
    ///
    /// - Returns: the new path; nil when nothing was renamed.
    private func renamed(_ root: Root, _ name: String, moves: Bool) async throws -> VolumePath? {
        guard !moves, root.kind == .managed, root.path.names.count == 1,
            try root.path.last == FolderName.directory(for: root.name)
        else { return nil }
        let target = VolumePath([try FolderName.directory(for: name)])
        if target == root.path { return nil }
        let top = try roots.partitions.find(pool: root.pool, name: root.partition).top
        do {
            try await blocking.run {
                try storage(exists: .folderNameTaken) {
                    try top.rename(root.path, to: target, on: top, replace: false)
                }
            }
        } catch {
            throw Self.failure(error)
        }
        return target
    }

    private func putBack(_ root: Root, from place: VolumePath) async {
        guard let top = try? roots.partitions.find(pool: root.pool, name: root.partition).top else { return }
        // What stays is found by its identity at the next use.
        try? await blocking.run { try top.rename(place, to: root.path, on: top, replace: false) }
    }

    /// 20008 for what has no code of its own.
    private static func failure(_ error: any Error) -> any Error {
        switch error {
        case let error as DriveError where error.code == .internalError:
            DriveError(.folderUpdateFailed, cause: error)
        case let error as SQLError where error.code == .constraint:
            DriveError(.folderNameTaken, cause: error)
        default: error
        }
    }
}
