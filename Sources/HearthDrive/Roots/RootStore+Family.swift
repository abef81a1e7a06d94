import HearthConcurrency
import HearthSQL
import HearthWire

/// The household's shared folder.
extension RootStore {
    /// The family folder, made at the first call and called what the area is called.
    ///
    /// Whoever has no row gets one with all rights, whoever calls; a row that is there is respected, whatever it says:
    /// so a removal from the family, which is a row without read, is not undone by the next visit.
    package func familyRoot(for caller: Caller) async throws -> Root {
        if let root = try await settledFamilyRoot(for: caller.user.id) { return root }
        return try await making.withLock {
            if let root = try await settledFamilyRoot(for: caller.user.id) { return root }
            return try await settleFamilyRoot()
        }
    }

    /// The folder as it should be: there, under the right name, with a row of the user.
    private func settledFamilyRoot(for user: Int) async throws -> Root? {
        try await database.read { session in
            guard let root = try Self.familyRow(session), root.name == (try Self.areaName(session)),
                try session.first(
                    "SELECT 1 FROM grants WHERE root = ? AND user = ? AND source = 'member'",
                    root.id,
                    user
                ) != nil
            else { return nil }
            return root
        }
    }

    private func settleFamilyRoot() async throws -> Root {
        let isThere = try await database.read { try Self.familyRow($0) != nil }
        let area = try await database.read { try Self.setting("area_id", $0) } ?? ""
        // Derived from the area: a crash between the directory and its row leaves a directory that is known again.
        let made = isThere ? nil : try await makeRootDirectory(name: "__family", label: "family|\(area)")
        let now = clock.now
        let root = try await database.write { session in
            let name = try Self.areaName(session)
            if try Self.familyRow(session) == nil, let made {
                _ = try made.insert(kind: .family, owner: nil, mode: 2, name: name, now: now, session)
            }
            try session.run("UPDATE roots SET name = ? WHERE kind = 'family'", name)
            guard let root = try Self.familyRow(session) else { throw DriveError(.busy, retryAfter: 1) }
            try session.run(
                "INSERT OR IGNORE INTO grants (root, user, source, can_read, can_write, can_delete, created) "
                    + "SELECT ?, id, 'member', 1, 1, 1, ? FROM users ORDER BY id",
                root.id,
                now
            )
            return root
        }
        invalidate()
        return root
    }

    private static func familyRow(_ session: any SQLSession) throws -> Root? {
        try session.first("SELECT \(Root.columns) FROM roots r WHERE r.kind = 'family' ORDER BY r.id").map {
            try Root(row: $0)
        }
    }

    private static func areaName(_ session: any SQLSession) throws -> String {
        try setting("area_name", session) ?? "Home"
    }

    private static func setting(_ name: String, _ session: any SQLSession) throws -> String? {
        try session.first("SELECT value FROM settings WHERE name = ?", name).map { try $0.text(0) }
    }
}
