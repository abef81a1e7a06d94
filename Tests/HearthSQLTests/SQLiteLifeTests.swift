import Glibc
import HearthLog
import HearthSQL
import HearthTesting
import Testing

@Suite("Opening, closing, copying", .timeLimit(.minutes(10)))
struct SQLiteLifeTests {
    @Test("the writing connection syncs every commit and keeps foreign keys")
    func settings() async throws {
        let fixture = try Fixture()
        for (name, value) in [("synchronous", "2"), ("foreign_keys", "1"), ("journal_mode", "wal")] {
            let row = try await fixture.database.write {
                try $0.first("SELECT CAST(\(name) AS TEXT) FROM pragma_\(name)")
            }
            #expect(try row?.text(0) == value)
        }
        await fixture.database.close()
    }

    @Test("only the owner of the process can read the files")
    func mode() async throws {
        let fixture = try Fixture()
        try await fixture.insert("a")
        for suffix in ["", "-wal", "-shm"] {
            #expect(Fixture.information(fixture.path + suffix).map { $0.st_mode & 0o777 } == 0o600)
        }
        await fixture.database.close()
    }

    @Test("closing finishes what was accepted and refuses the rest")
    func closing() async throws {
        let folder = try TemporaryDirectory()
        let fixture = try Fixture(in: folder)
        let successes = await withTaskGroup(of: Int.self) { group in
            for index in 0..<200 {
                group.addTask {
                    do {
                        try await fixture.insert("\(index)")
                        return 1
                    } catch let error as SQLError {
                        #expect(error.code == .closed)
                        return 0
                    } catch {
                        Issue.record(error)
                        return 0
                    }
                }
            }
            group.addTask {
                await fixture.database.close()
                return 0
            }
            return await group.reduce(0, +)
        }
        #expect(Fixture.information(fixture.path + "-wal") == nil)
        let error = await #expect(throws: SQLError.self) { try await fixture.count() }
        #expect(error?.code == .closed)
        await fixture.database.close()
        let again = try Fixture(in: folder)
        #expect(try await again.count() == Int64(successes))
        await again.database.close()
    }

    @Test("a database that is dropped without closing is still whole")
    func dropping() async throws {
        let folder = try TemporaryDirectory()
        try await Fixture(in: folder).insert("a")
        let again = try Fixture(in: folder)
        #expect(try await again.count() == 1)
        await again.database.close()
    }

    @Test("a copy taken while others write is one whole state")
    func backup() async throws {
        let fixture = try Fixture()
        let copyPath = fixture.folder.appending("copy.sqlite")
        try Fixture.write([1, 2, 3], to: copyPath)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for index in 0..<200 {
                    try await fixture.database.write { session in
                        try session.run("INSERT INTO items (name) VALUES (?)", "a\(index)")
                        try session.run("INSERT INTO items (name) VALUES (?)", "b\(index)")
                    }
                }
            }
            group.addTask {
                for _ in 0..<5 { try SQLiteDatabase.backup(from: fixture.path, to: copyPath) }
            }
            try await group.waitForAll()
        }
        try SQLiteDatabase.backup(from: fixture.path, to: copyPath)
        #expect(Fixture.information(copyPath).map { $0.st_mode & 0o777 } == 0o600)
        #expect(Fixture.information(copyPath + ".partial") == nil)
        let copy = try SQLiteDatabase(
            path: copyPath,
            migrations: Fixture.schema,
            logger: .init(label: "test")
        )
        #expect(try await copy.read { try $0.first("SELECT count(*) FROM items")?.int(0) } == 400)
        await copy.close()
        await fixture.database.close()
    }

    @Test("a copy of nothing fails and leaves nothing")
    func backupOfNothing() throws {
        let folder = try TemporaryDirectory()
        let copy = folder.appending("copy.sqlite")
        #expect(throws: SQLError.self) {
            try SQLiteDatabase.backup(from: folder.appending("missing"), to: copy)
        }
        #expect(Fixture.information(copy) == nil)
        #expect(Fixture.information(copy + ".partial") == nil)
    }

    @Test("what is no database is refused as damaged")
    func garbage() throws {
        let folder = try TemporaryDirectory()
        try Fixture.write(Array(repeating: 7, count: 8192), to: folder.appending("hearth.sqlite"))
        let error = #expect(throws: SQLError.self) { try Fixture(in: folder) }
        #expect(error?.code == .corrupt)
    }

    @Test("a folder that is not there is an error")
    func missingFolder() throws {
        let folder = try TemporaryDirectory()
        let path = folder.appending("none/hearth.sqlite")
        let error = #expect(throws: SQLError.self) {
            try SQLiteDatabase(path: path, migrations: [], logger: .init(label: "test"))
        }
        #expect(error?.code == .io)
    }
}
