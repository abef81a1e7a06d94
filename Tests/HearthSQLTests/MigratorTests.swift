import HearthLog
import HearthSQL
import HearthTesting
import Testing

@Suite("Migrations", .timeLimit(.minutes(10)))
struct MigratorTests {
    static let second = Migration(
        2,
        "colour",
        ["ALTER TABLE items ADD COLUMN colour TEXT NOT NULL DEFAULT 'red'"]
    )

    @Test("missing ones are applied once, after a copy of the file")
    func forward() async throws {
        let folder = try TemporaryDirectory()
        let first = try Fixture(in: folder)
        try await first.insert("a")
        await first.database.close()
        #expect(Fixture.information(first.path + ".before-1") == nil)

        for _ in 0..<2 {
            let fixture = try Fixture(Fixture.schema + [Self.second], in: folder)
            let row = try await fixture.database.read { try $0.first("SELECT name, colour FROM items") }
            #expect(try row?.text(1) == "red")
            let numbers = try await fixture.database.read {
                try $0.query("SELECT number, name FROM schema_migrations ORDER BY number")
            }
            #expect(try numbers.map { try $0.int(0) } == [1, 2])
            await fixture.database.close()
        }

        let copy = try SQLiteDatabase(
            path: first.path + ".before-2",
            migrations: Fixture.schema,
            logger: .init(label: "test", level: .error)
        )
        #expect(try await copy.read { try $0.query("SELECT * FROM items").map(\.count) } == [3])
        await copy.close()
    }

    @Test("a newer file is refused, naming both numbers, and left alone")
    func newer() async throws {
        let folder = try TemporaryDirectory()
        let newer = try Fixture(
            Fixture.schema + [Self.second, Migration(17, "later", ["CREATE TABLE x (y)"])],
            in: folder
        )
        try await newer.insert("a")
        await newer.database.close()
        let error = #expect(throws: SQLError.self) { try Fixture(Fixture.schema + [Self.second], in: folder) }
        #expect(error?.code == .newerSchema)
        #expect(error?.message.contains("schema 17") == true)
        #expect(error?.message.contains("up to 2") == true)
        let again = try Fixture(Fixture.schema + [Self.second, Migration(17, "later", [])], in: folder)
        #expect(try await again.count() == 1)
        await again.database.close()
    }

    @Test("one that fails is rolled back and says which")
    func failure() async throws {
        let folder = try TemporaryDirectory()
        let first = try Fixture(in: folder)
        try await first.insert("a")
        await first.database.close()
        let broken = Migration(2, "broken", ["CREATE TABLE half (x)", "INSERT INTO missing VALUES (1)"])
        let error = #expect(throws: SQLError.self) { try Fixture(Fixture.schema + [broken], in: folder) }
        #expect(error?.message.contains("migration 2 (broken)") == true)
        let after = try Fixture(in: folder)
        let half = try await after.database.read {
            try $0.first("SELECT 1 FROM sqlite_master WHERE name = 'half'")
        }
        #expect(half == nil)
        #expect(try await after.count() == 1)
        await after.database.close()
    }

    @Test("a table can be rebuilt under foreign keys, but not broken")
    func rebuild() async throws {
        let folder = try TemporaryDirectory()
        let schema = SQLiteConstraintTests.schema
        let first = try Fixture(schema, in: folder)
        try await first.database.write { session in
            try session.run("INSERT INTO parents (id, name) VALUES (1, 'a')")
            try session.run("INSERT INTO children (parent) VALUES (1)")
        }
        await first.database.close()
        let emptied = Migration(2, "emptied", ["DELETE FROM parents"])
        let error = #expect(throws: SQLError.self) { try Fixture(schema + [emptied], in: folder) }
        #expect(error?.constraint == .foreignKey)
        let rebuilt = Migration(
            2,
            "rebuilt",
            [
                "CREATE TABLE fresh (id INTEGER PRIMARY KEY, name TEXT, age INTEGER)",
                "INSERT INTO fresh (id, name) SELECT id, name FROM parents", "DROP TABLE parents",
                "ALTER TABLE fresh RENAME TO parents",
            ]
        )
        let fixture = try Fixture(schema + [rebuilt], in: folder)
        // The rule still holds afterwards.
        await #expect(throws: SQLError.self) {
            try await fixture.database.write { try $0.run("INSERT INTO children (parent) VALUES (7)") }
        }
        await fixture.database.close()
    }

    @Test("numbers must ascend", arguments: [[2, 1], [1, 1], [0, 1], [-1]])
    func order(_ numbers: [Int]) {
        let error = #expect(throws: SQLError.self) { try Fixture(numbers.map { Migration($0, "m", []) }) }
        #expect(error?.code == .statement)
    }
}
