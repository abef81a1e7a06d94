import HearthSQL
import Testing

@Suite("Constraints", .timeLimit(.minutes(10)))
struct SQLiteConstraintTests {
    static let schema = [
        Migration(
            1,
            "family",
            [
                "CREATE TABLE parents (id INTEGER PRIMARY KEY, name TEXT UNIQUE NOT NULL CHECK (name <> ''))",
                "CREATE TABLE children (parent INTEGER REFERENCES parents (id))",
                "CREATE TABLE later (parent INTEGER REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED)",
            ]
        )
    ]

    @Test(
        "the broken rule is named",
        arguments: [
            ("INSERT INTO parents (name) VALUES ('a')", SQLError.Constraint.unique),
            ("INSERT INTO parents (id, name) VALUES (1, 'b')", .unique),
            ("INSERT INTO parents (name) VALUES (NULL)", .notNull),
            ("INSERT INTO parents (name) VALUES ('')", .other),
            ("INSERT INTO children (parent) VALUES (9)", .foreignKey),
            ("INSERT INTO later (parent) VALUES (9)", .foreignKey),
        ]
    )
    func rules(_ sql: String, _ rule: SQLError.Constraint) async throws {
        let fixture = try Fixture(Self.schema)
        try await fixture.database.write { try $0.run("INSERT INTO parents (id, name) VALUES (1, 'a')") }
        let error = await #expect(throws: SQLError.self) {
            try await fixture.database.write { try $0.run(sql) }
        }
        #expect(error?.code == .constraint)
        #expect(error?.constraint == rule)
        #expect(error?.isUniqueViolation == (rule == .unique))
        try await fixture.database.write { try $0.run("INSERT INTO parents (name) VALUES ('still works')") }
        await fixture.database.close()
    }

    @Test("a key that is checked at the commit fails its own write only")
    func deferred() async throws {
        let fixture = try Fixture(Self.schema)
        let failed = await withTaskGroup(of: Bool.self) { group in
            for index in 1...40 {
                group.addTask {
                    do {
                        try await fixture.database.write { session in
                            try session.run("INSERT INTO later (parent) VALUES (?)", index)
                            if index.isMultiple(of: 2) {
                                try session.run(
                                    "INSERT INTO parents (id, name) VALUES (?, ?)",
                                    index,
                                    "p\(index)"
                                )
                            }
                        }
                        return false
                    } catch {
                        return true
                    }
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(failed == 20)
        #expect(try await fixture.database.read { try $0.first("SELECT count(*) FROM later")?.int(0) } == 20)
        await fixture.database.close()
    }
}
