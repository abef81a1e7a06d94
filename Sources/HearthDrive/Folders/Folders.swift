import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Folder management: first-level folders, who is in them, and where they lie (wangpan-api, 5.1–5.5, 5.8, 5.9).
///
/// The owner of the area manages every folder, a member those he made; others see the folders they belong to.
package final class Folders: Sendable {
    let roots: RootStore
    let uploads: Uploads
    let pools: Pools
    let tasks: Tasks
    let vaults: Vaults
    let database: any SQLDatabase
    let blocking: ThreadPool
    let clock: any WallClock
    let log: Logger
    /// Held while a folder is made, edited or adopted: names are looked at first and taken afterwards.
    let editing = AsyncLock()

    init(roots: RootStore, uploads: Uploads, pools: Pools, tasks: Tasks, log: Logger) {
        self.roots = roots
        self.pools = pools
        self.uploads = uploads
        self.tasks = tasks
        vaults = roots.vaults
        database = roots.database
        blocking = roots.blocking
        clock = roots.clock
        self.log = log
    }

    // MARK: List and detail

    /// ?1 is the owner's flag, ?2 the caller.
    static let visible =
        "r.kind <> 'direct' AND (?1 OR r.creator = ?2 OR EXISTS (SELECT 1 FROM grants g WHERE g.root = r.id "
        + "AND g.user = ?2 AND g.can_read = 1))"

    /// The folders that a caller may see, oldest first.
    ///
    /// - Parameters:
    ///   - caller: who asks.
    ///   - offset: folders to leave out before the page.
    ///   - limit: folders on the page; 0 for all.
    /// - Returns: the page, and how many there are in all.
    /// - Throws: what the database throws.
    package func list(
        _ caller: Caller,
        offset: Int,
        limit: Int
    ) async throws -> (folders: [Folder], total: Int) {
        let user = caller.user
        return try await database.read { session in
            let total = try session.first(
                "SELECT count(*) FROM roots r WHERE \(Self.visible)",
                user.isOwner,
                user.id
            )
            let folders = try session.query(
                "SELECT \(Root.columns) FROM roots r WHERE \(Self.visible) ORDER BY r.id LIMIT ?3 OFFSET ?4",
                user.isOwner,
                user.id,
                limit == 0 ? -1 : limit,
                offset
            ).map { row in
                let root = try Root(row: row)
                return Folder(
                    root: root,
                    persons: try Self.members(of: root, session).map(\.nickname),
                    mark: try Tasks.mark(of: "\(root.id)", topics: [.moveFolder, .deleteFolder], session),
                    isManaged: Self.isManaged(root, caller)
                )
            }
            return (folders, Int(try total?.int(0) ?? 0))
        }
    }

    /// One folder with its members.
    ///
    /// - Throws: 20001 when there is none that the caller may see.
    package func detail(_ id: Int, _ caller: Caller) async throws -> FolderDetail {
        try await database.read { session in
            let root = try Self.seen(id, caller, session)
            return FolderDetail(root: root, members: try Self.members(of: root, session))
        }
    }

    /// Everybody in a folder.
    ///
    /// Who was removed from the family keeps a row without rights and is not among them; who joined the home since and
    /// has not looked yet is, with the rights that the first look gives.
    static func members(of root: Root, _ session: any SQLSession) throws -> [FolderMember] {
        let isFamily = root.kind == .family
        return try session.query(
            "SELECT u.id, u.nickname, ifnull(g.can_read, 1), ifnull(g.can_write, 1), ifnull(g.can_delete, 1) "
                + "FROM users u LEFT JOIN grants g ON g.user = u.id AND g.root = ?1 AND g.source = 'member' "
                + "WHERE g.id IS NOT NULL OR ?2 ORDER BY g.id IS NULL, g.id, u.id",
            root.id,
            isFamily
        ).compactMap { row in
            var rights: Rights = []
            if try row.bool(2) { rights.insert(.read) }
            if try row.bool(3) { rights.insert(.write) }
            if try row.bool(4) { rights.insert(.delete) }
            if isFamily, !rights.contains(.read) { return nil }
            return FolderMember(
                user: Int(try row.int(0)),
                nickname: try row.text(1),
                rights: rights.effective
            )
        }
    }

    // MARK: Who may

    /// A folder that the caller may see.
    ///
    /// - Throws: 20001, for unknown folders and those of others alike.
    private static func seen(_ id: Int, _ caller: Caller, _ session: any SQLSession) throws -> Root {
        let row = try session.first(
            "SELECT \(Root.columns) FROM roots r WHERE \(visible) AND r.id = ?3",
            caller.user.isOwner,
            caller.user.id,
            id
        )
        guard let row else { throw DriveError(.folderNotFound) }
        return try Root(row: row)
    }

    /// A folder that the caller manages.
    ///
    /// - Throws: 20001 when he may not see it, 10023 when he only sees it.
    static func managed(_ id: Int, _ caller: Caller, _ session: any SQLSession) throws -> Root {
        let root = try seen(id, caller, session)
        guard isManaged(root, caller) else { throw DriveError(.forbidden) }
        return root
    }

    private static func isManaged(_ root: Root, _ caller: Caller) -> Bool {
        caller.user.isOwner || (root.kind == .managed && root.creator == caller.user.id)
    }

    /// A first-level folder's row, whoever asks; nil when there is none.
    static func root(_ id: Int, _ session: any SQLSession) throws -> Root? {
        try session.first("SELECT \(Root.columns) FROM roots r WHERE r.id = ? AND r.kind <> 'direct'", id)
            .map { try Root(row: $0) }
    }

    /// Fails with 20013 when another folder of that name lies on the partition.
    static func checkName(
        _ name: String,
        on key: Partitions.Key,
        except id: Int?,
        _ session: any SQLSession
    ) throws {
        // SQLite compares bytes, so that names which only look alike are two.
        let row = try session.first(
            "SELECT 1 FROM roots WHERE pool = ?1 AND partition = ?2 AND kind <> 'direct' AND id <> ?3 "
                + "AND (name = ?4 OR rel_path = ?5)",
            key.pool,
            key.name,
            id ?? 0,
            name,
            Array(name.utf8)
        )
        if row != nil { throw DriveError(.folderNameTaken) }
    }

    /// Refuses members that there are not, or are about to be removed.
    ///
    /// - Throws: 10004 naming `auth`.
    static func checkMembers(_ members: [FolderMember], _ session: any SQLSession) throws {
        for member in members {
            let isThere = try session.first("SELECT 1 FROM users WHERE id = ?", member.user) != nil
            guard isThere, try Tasks.mark(of: "\(member.user)", topics: [.removeUser], session) == nil else {
                throw DriveError(.illegalParameter, argument: "auth")
            }
        }
    }

    static func insert(
        _ members: [FolderMember],
        of root: Int,
        now: Int64,
        _ session: any SQLSession
    ) throws {
        for member in members {
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete, created) "
                    + "VALUES (?1, ?2, 'member', ?3, ?4, ?5, ?6) ON CONFLICT (root, user, source) DO UPDATE SET "
                    + "can_read = ?3, can_write = ?4, can_delete = ?5",
                root,
                member.user,
                member.rights.contains(.read),
                member.rights.contains(.write),
                member.rights.contains(.delete),
                now
            )
        }
    }
}
