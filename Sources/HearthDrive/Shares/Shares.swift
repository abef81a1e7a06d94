import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// What members share with each other, beside the folders that folder management gives out.
package final class Shares: Sendable {
    let roots: RootStore
    let database: any SQLDatabase
    let blocking: ThreadPool
    let clock: any WallClock
    /// Held while directories become roots, so that one shared twice at once becomes one root.
    let making = AsyncLock()

    init(roots: RootStore, database: any SQLDatabase, blocking: ThreadPool, clock: any WallClock) {
        self.roots = roots
        self.database = database
        self.blocking = blocking
        self.clock = clock
    }

    /// What is shared with the caller: the family folder, managed shared folders oldest first, shares oldest first.
    ///
    /// The family folder is made at the first call (wangpan-api, 5.10).
    package func received(by caller: Caller) async throws -> [ReceivedShare] {
        _ = try await roots.familyRoot(for: caller)
        let user = caller.user.id
        let table = try await roots.table()
        let names = try await nicknames()
        var managed: [ReceivedShare] = []
        var shared: [(order: Int, share: ReceivedShare)] = []
        let given = Dictionary(grouping: table.shares.filter { $0.user == user }, by: \.root)
        for (id, rights) in table.rights(of: user) {
            guard rights.contains(.read), let root = table.roots[id] else { continue }
            let isMember = table.memberRights(of: user, on: id)?.contains(.read) == true
            if isMember {
                // A private folder of one's own is under "my files", shared or not.
                if root.mode == 2 {
                    managed.append(ReceivedShare(root: root, rights: rights, fromUser: "", shareID: 0))
                }
                continue
            }
            let rows = (given[id] ?? []).filter { !table.contribution(of: $0).isEmpty }
            guard let first = rows.first, let last = rows.last else { continue }
            let from = names[last.granter] ?? ""
            shared.append(
                (first.id, ReceivedShare(root: root, rights: rights, fromUser: from, shareID: last.id))
            )
        }
        managed.sort { first, second in
            let isFirstFamily = first.root.kind == .family
            if isFirstFamily != (second.root.kind == .family) { return isFirstFamily }
            return (first.root.created, first.root.id) < (second.root.created, second.root.id)
        }
        return managed + shared.sorted { $0.order < $1.order }.map(\.share)
    }

    /// What the caller shares with others, and what others share with others out of folders that he manages; oldest
    /// first.
    ///
    /// The second part is how he learns who reached his folder by somebody else's hand, and what he may end.
    package func given(by caller: Caller) async throws -> [GivenShare] {
        let table = try await roots.table()
        let names = try await nicknames()
        return table.shares.filter { row in
            guard let root = table.roots[row.root] else { return false }
            return Self.decides(caller, over: row, root, table)
        }.compactMap { row in
            Self.given(row, to: caller, table, names)
        }
    }

    /// Gives a share other rights.
    ///
    /// - Parameters:
    ///   - id: the share's row.
    ///   - change: the rights asked for, from those it has.
    ///   - caller: its granter or the manager of the folder, but never its receiver.
    /// - Returns: the share as it is now.
    /// - Throws: 10003 for an unknown share and for one that is none of the caller's business; 10004 when no right is
    ///   left; 10017 for more than the granter has.
    package func change(
        _ id: Int,
        _ change: @escaping @Sendable (Rights) throws -> Rights,
        _ caller: Caller
    ) async throws -> GivenShare {
        try await database.write { session in
            let table = try RightsTable.load(session)
            let (row, root) = try Self.find(id, in: table)
            guard Self.decides(caller, over: row, root, table) else { throw DriveError(.shareNotFound) }
            let rights = try change(row.rights)
            guard table.rights(of: row.granter, at: root.place).isSuperset(of: rights) else {
                throw DriveError(.noShareRight)
            }
            try session.run(
                "UPDATE shares SET can_read = ?, can_write = ?, can_delete = ? WHERE id = ?",
                rights.contains(.read),
                rights.contains(.write),
                rights.contains(.delete),
                id
            )
        }
        roots.invalidate()
        let table = try await roots.table()
        let (row, _) = try Self.find(id, in: table)
        guard let given = Self.given(row, to: caller, table, try await nicknames()) else {
            throw DriveError(.shareNotFound)
        }
        return given
    }

    /// Ends a share, and what its receiver shared on from it; a receiver leaves the folder altogether.
    ///
    /// - Throws: 10003 for an unknown share and for one that is none of the caller's business.
    package func end(_ id: Int, _ caller: Caller) async throws {
        let roots = roots
        try await database.write { session in
            let table = try RightsTable.load(session)
            let (row, root) = try Self.find(id, in: table)
            if row.user == caller.user.id {
                // Whoever leaves means the folder, however many shared it with him.
                try session.run("DELETE FROM shares WHERE root = ? AND user = ?", row.root, row.user)
            } else if Self.decides(caller, over: row, root, table) {
                try session.run("DELETE FROM shares WHERE id = ?", id)
            } else {
                throw DriveError(.shareNotFound)
            }
            try roots.pruneShares(session)
        }
        roots.invalidate()
    }

    private static func find(
        _ id: Int,
        in table: RightsTable
    ) throws -> (row: RightsTable.ShareRow, root: Root) {
        guard let row = table.shares.first(where: { $0.id == id }), let root = table.roots[row.root] else {
            throw DriveError(.shareNotFound)
        }
        return (row, root)
    }

    /// Whether a share is the caller's matter: he gave it, or manages the folder out of which it was shared on.
    ///
    /// Nobody decides over what he receives himself: that would be a way to raise one's own rights. In a personal
    /// folder its owner alone manages, whoever owns the area.
    private static func decides(
        _ caller: Caller,
        over row: RightsTable.ShareRow,
        _ root: Root,
        _ table: RightsTable
    ) -> Bool {
        if row.user == caller.user.id { return false }
        if row.granter == caller.user.id { return true }
        guard let folder = table.folder(around: root.place) else { return false }
        return table.manages(caller.user, folder)
    }

    private static func given(
        _ row: RightsTable.ShareRow,
        to caller: Caller,
        _ table: RightsTable,
        _ names: [Int: String]
    ) -> GivenShare? {
        guard let root = table.roots[row.root] else { return nil }
        return GivenShare(
            id: row.id,
            root: root,
            path: view(of: root, caller, table),
            receiver: row.user,
            receiverName: names[row.user] ?? "",
            granter: row.granter,
            granterName: names[row.granter] ?? "",
            rights: table.contribution(of: row),
            created: row.created
        )
    }

    /// Where a shared directory is for a user: below the outermost folder that he can read.
    private static func view(of root: Root, _ caller: Caller, _ table: RightsTable) -> ResourcePath {
        for id in table.chain(at: root.place) {
            guard table.rights(of: caller.user.id, on: id)?.contains(.read) == true,
                let folder = table.roots[id]
            else { continue }
            let below = VolumePath(Array(root.path.names.dropFirst(folder.path.names.count)))
            return .below(root: id, below)
        }
        return .below(root: root.id, VolumePath())
    }

    private func nicknames() async throws -> [Int: String] {
        try await database.read { session in
            try session.query("SELECT id, nickname FROM users").reduce(into: [:]) {
                $0[Int(try $1.int(0))] = try $1.text(1)
            }
        }
    }
}
