import HearthConcurrency
import HearthSQL
import HearthWire

/// The folder that each member gets at the first visit of "my files".
extension RootStore {
    /// The member's personal folder, made at the first call.
    package func personalRoot(of user: User) async throws -> Root {
        if let root = try await storedPersonalRoot(of: user.id) { return root }
        return try await making.withLock {
            if let root = try await storedPersonalRoot(of: user.id) { return root }
            return try await makePersonalRoot(of: user)
        }
    }

    private func storedPersonalRoot(of user: Int) async throws -> Root? {
        try await database.read { session in
            try session.first(
                "SELECT \(Root.columns) FROM roots r WHERE r.kind = 'personal' AND r.owner = ?",
                user
            ).map { try Root(row: $0) }
        }
    }

    private func makePersonalRoot(of user: User) async throws -> Root {
        let made = try await makeRootDirectory(
            name: "__\(user.id)",
            // Derived, not random: a crash between the directory and its row leaves a directory that is known again.
            label: "personal|\(user.id)|\(user.accountName)"
        )
        let now = clock.now
        let root = try await database.write { session in
            let name = try Self.freePersonalName(for: user.nickname, session)
            let id = try made.insert(kind: .personal, owner: user.id, mode: 1, name: name, now: now, session)
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete) "
                    + "VALUES (?, ?, 'member', 1, 1, 1)",
                id,
                user.id
            )
            let row = try session.first("SELECT \(Root.columns) FROM roots r WHERE r.id = ?", id)
            guard let row else { throw DriveError(.internalError) }
            return try Root(row: row)
        }
        invalidate()
        return root
    }

    /// A member has another nickname: his personal folder is called after it.
    ///
    /// Call ``invalidate()`` after the commit.
    static func renamePersonalRoot(of user: Int, to nickname: String, _ session: any SQLSession) throws {
        let row = try session.first("SELECT id FROM roots WHERE kind = 'personal' AND owner = ?", user)
        guard let id = try row?.int(0) else { return }
        // Out of the way first: its own present name shall not count as taken.
        try session.run("UPDATE roots SET name = '' WHERE id = ?", id)
        let name = try freePersonalName(for: nickname, session)
        try session.run("UPDATE roots SET name = ? WHERE id = ?", name, id)
    }

    private static func freePersonalName(for nickname: String, _ session: any SQLSession) throws -> String {
        let base = "\(nickname)-文件"
        var name = base
        var counter = 0
        while try session.first("SELECT 1 FROM roots WHERE name = ?", name) != nil {
            counter += 1
            name = "\(base)\(counter)"
        }
        return name
    }
}
