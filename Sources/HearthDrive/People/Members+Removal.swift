import HearthConcurrency
import HearthLog
import HearthSQL
import HearthWire

/// The parts of a running drive that a removal reaches into.
struct MemberStorage: Sendable {
    let roots: RootStore
    let uploads: Uploads
    let folders: Folders
    let tasks: Tasks
}

/// Removing a member (wangpan-api, 10.6): the account is shut at once, its folders go or pass to the owner, and no row
/// that gives or gave a right stays behind.
extension Members {
    /// What a removal does.
    package struct Removal: Sendable, Hashable {
        /// The task that does it; empty when everything is done.
        package let taskID: String
        /// Whether personal and private folders pass to the owner; otherwise they are deleted.
        package let keepsFolders: Bool
    }

    /// Removes a member; from the commit on he cannot sign in, and his sessions are over.
    ///
    /// With the setting `is_auto_del` on, his folders are deleted by a task. With it off they pass to the owner at once,
    /// or by a task as well while no server runs. Repeating it while a task stands changes nothing; a failed one is
    /// queued again.
    ///
    /// - Parameters:
    ///   - id: the member.
    ///   - caller: who asks; nil for the operator of the server.
    /// - Returns: what does it, and what becomes of the folders.
    /// - Throws: 30005 unless the caller is the owner; 5003; 5002 for the owner.
    package func remove(_ id: Int, by caller: Int?) async throws -> Removal {
        let (now, isRunning) = (clock.now, storage != nil)
        let removal = try await database.write { session in
            let owner = try Self.owner(session)
            if let caller, caller != owner { throw DriveError(.ownerOnly) }
            let member = try Member.find(id, session)
            if member.user.isOwner { throw DriveError(.cannotDeleteSelf) }
            try session.run("UPDATE users SET is_disabled = 1 WHERE id = ?", id)
            try session.run("DELETE FROM sessions WHERE user = ?", id)
            try Authorizations.forget(user: id, session)
            let keeps = try !Self.deletesFolders(session)
            if keeps, isRunning, member.state != .leaving { return Removal(taskID: "", keepsFolders: true) }
            let order = TaskOrder(
                topic: .removeUser,
                sign: "\(id)",
                subject: "\(id)",
                user: owner ?? 0,
                parameters: RemovalWorker.parameters(keepsFolders: keeps)
            )
            let taskID = try Tasks.insert(order, now: now, session)
            // A task that stood already goes on as it was begun.
            let stored = try session.first("SELECT parameters FROM tasks WHERE task_id = ?", taskID)
            return Removal(
                taskID: taskID,
                keepsFolders: try stored.map { RemovalWorker.keepsFolders(try $0.text(0)) } ?? keeps
            )
        }
        sessions.ended(.all(of: id, except: nil))
        guard let storage else { return removal }
        if removal.taskID.isEmpty {
            _ = try await finish(id, keepsFolders: true, storage)
        } else {
            storage.tasks.wake()
        }
        return removal
    }

    /// Ends an account for good: in one transaction its folders pass on, if they shall, and its rows go.
    ///
    /// - Returns: false, with nothing changed, when folders are left that were to be deleted first.
    func finish(_ id: Int, keepsFolders: Bool, _ storage: MemberStorage) async throws -> Bool {
        try await storage.uploads.endAll(of: id)
        let isDone = try await database.write { session in
            guard let heir = try Self.owner(session), heir != id else {
                throw DriveError(.cannotDeleteSelf)
            }
            if keepsFolders {
                try storage.folders.passOn(from: id, to: heir, session)
            } else if try !Self.ownFolders(of: id, session).isEmpty {
                return false
            }
            try Self.purge(id, heir: heir, session)
            try storage.roots.pruneShares(session)
            return true
        }
        storage.roots.invalidate()
        sessions.ended(.all(of: id, except: nil))
        return isDone
    }

    /// The personal folder and the private folders of a member, by id.
    static func ownFolders(of id: Int, _ session: any SQLSession) throws -> [Int] {
        try session.query(
            "SELECT id FROM roots WHERE (kind = 'personal' AND owner = ?1) OR (kind = 'managed' AND mode = 1 "
                + "AND id IN (SELECT root FROM grants WHERE user = ?1)) ORDER BY id",
            id
        ).map { Int(try $0.int(0)) }
    }

    /// The setting `is_auto_del`; off unless it was switched on.
    private static func deletesFolders(_ session: any SQLSession) throws -> Bool {
        try session.first("SELECT value FROM settings WHERE name = 'is_auto_del'").map { try $0.text(0) }
            == "1"
    }

    /// Takes the account out of every table.
    ///
    /// What others still use becomes the heir's.
    private static func purge(_ id: Int, heir: Int, _ session: any SQLSession) throws {
        try session.run(
            "DELETE FROM trusted_addresses WHERE account_key = (SELECT account_key FROM users WHERE id = ?)",
            id
        )
        try session.run("DELETE FROM invitations WHERE creator = ?1 OR used_by = ?1", id)
        // Work that he queued was checked against his rights; what runs or failed is now for the heir to see.
        try session.run(
            "DELETE FROM tasks WHERE user = ? AND state = 'queued' AND topic IN (?, ?, ?)",
            id,
            TaskTopic.copyFiles.rawValue,
            TaskTopic.moveFiles.rawValue,
            TaskTopic.deleteFiles.rawValue
        )
        try session.run("UPDATE tasks SET user = ? WHERE user = ?", heir, id)
        try session.run("UPDATE roots SET creator = ? WHERE creator = ?", heir, id)
        try session.run("UPDATE grants SET granted_by = ? WHERE granted_by = ?", heir, id)
        // Nobody's phone has these files any more: for the heir's own backup they are not backed up.
        try session.run("UPDATE files SET creator = ?, identification = '' WHERE creator = ?", heir, id)
        // Sessions, grants, shares, uploads and archives go with the row.
        try session.run("DELETE FROM users WHERE id = ?", id)
    }
}

extension Uploads {
    /// Ends every unfinished upload of a member and forgets the finished ones.
    func endAll(of user: Int) async throws {
        let rows = try await database.read { try UploadRow.all(where: "user = ?", Int64(user), $0) }
        for row in rows {
            do {
                if row.state == .open { try await end(row) } else { try await dropAnswer(row) }
            } catch {
                // Its disk is gone; the row goes with the account, the file at the next start.
                log.warning("an upload could not be ended", ["upload": .string(row.id)])
            }
        }
    }
}
