import Glibc
import HearthLog
import Testing

@testable import HearthSQL

@Suite("Writes", .timeLimit(.minutes(10)))
struct SQLiteWriteTests {
    @Test("concurrent writes share commits and none is lost")
    func grouping() async throws {
        let fixture = try Fixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<32 {
                group.addTask {
                    for index in 0..<20 { try await fixture.insert("\(task)/\(index)") }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.count() == 640)
        let statistics = fixture.database.statistics
        #expect(statistics.writes == 640)
        #expect(statistics.commits < 640)
        await fixture.database.close()
    }

    @Test("a write that throws is rolled back alone")
    func isolation() async throws {
        let fixture = try Fixture()
        let failed = await withTaskGroup(of: Bool.self) { group in
            for index in 0..<90 {
                group.addTask {
                    do {
                        try await fixture.database.write { session in
                            try session.run("INSERT INTO items (name) VALUES (?)", "item \(index)")
                            if index % 3 == 0 { throw Fixture.Refusal() }
                            // The second one breaks the UNIQUE rule, after a row that must go too.
                            if index % 3 == 1 {
                                try session.run("INSERT INTO items (name) VALUES (?)", "item \(index)")
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
        #expect(failed == 60)
        #expect(try await fixture.count() == 30)
        await fixture.database.close()
    }

    @Test("what throws leaves nothing, and its error reaches the caller")
    func rollback() async throws {
        let fixture = try Fixture()
        await #expect(throws: Fixture.Refusal.self) {
            try await fixture.database.write { session in
                try session.run("INSERT INTO items (name) VALUES ('gone')")
                throw Fixture.Refusal()
            }
        }
        #expect(try await fixture.count() == 0)
        #expect(fixture.database.statistics.commits == 0)
        await fixture.database.close()
    }

    @Test("rows changed and the last id")
    func results() async throws {
        let fixture = try Fixture()
        let (id, changed, none) = try await fixture.database.write { session in
            try session.run("INSERT INTO items (id, name) VALUES (41, 'a')")
            try session.run("INSERT INTO items (name) VALUES ('b')")
            let id = session.lastInsertID
            let changed = try session.run("UPDATE items SET body = x'00'")
            return (id, changed, try session.run("CREATE TABLE other (x)"))
        }
        #expect(id == 42)
        #expect(changed == 2)
        #expect(none == 0)
        await fixture.database.close()
    }

    @Test("a full disk is an error of its own, fails whole, and reads go on")
    func full() async throws {
        let fixture = try Fixture()
        try await fixture.insert("before")
        // The file grows by 1 024 pages, and the limit never falls below its size.
        _ = try await fixture.database.write { try $0.query("PRAGMA max_page_count=1100") }
        let error = await #expect(throws: SQLError.self) {
            try await fixture.database.write { session in
                try session.run("INSERT INTO items (name) VALUES ('lost')")
                do {
                    try session.run("INSERT INTO items (name, body) VALUES ('big', zeroblob(8000000))")
                } catch {
                    // A caller that goes on regardless must not commit half of its work.
                    try session.run("INSERT INTO items (name) VALUES ('after')")
                }
            }
        }
        #expect(error?.code == .full || error?.code == .io)
        #expect(try await fixture.count() == 1)
        let plain = await #expect(throws: SQLError.self) {
            try await fixture.database.write {
                try $0.run("INSERT INTO items (name, body) VALUES ('big', zeroblob(8000000))")
            }
        }
        #expect(plain?.code == .full)
        #expect(fixture.database.health == .good)
        _ = try await fixture.database.write { try $0.query("PRAGMA max_page_count=100000") }
        try await fixture.insert("room again")
        #expect(try await fixture.count() == 2)
        #expect(fixture.log.lines.count { $0.contains("writes fail") } == 1)
        #expect(fixture.log.lines.count { $0.contains("work again") } == 1)
        await fixture.database.close()
    }

    @Test("the log has its disk blocks before it needs them")
    func reserve() async throws {
        let fixture = try Fixture()
        let log = try #require(Fixture.information(fixture.path + "-wal"))
        #expect(log.st_blocks * 512 >= 16 << 20)
        await fixture.database.close()
    }

    @Test("while another process holds the lock, writes are busy, and work afterwards")
    func busy() async throws {
        let fixture = try Fixture(busyTimeoutMs: 1)
        let other = try SQLiteConnection(path: fixture.path, role: .writer)
        try other.script("BEGIN IMMEDIATE")
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<10 {
                group.addTask {
                    let error = await #expect(throws: SQLError.self) { try await fixture.insert("\(index)") }
                    #expect(error?.code == .busy)
                }
            }
        }
        #expect(try await fixture.count() == 0)
        try other.script("COMMIT")
        other.close()
        try await fixture.insert("free")
        #expect(try await fixture.count() == 1)
        await fixture.database.close()
    }

    @Test("wrong statements are a fault of the program")
    func statements() async throws {
        let fixture = try Fixture()
        let wrong = ["SELEKT 1", "SELECT 1; SELECT 2", "", "SELECT ?", "SELECT missing FROM items"]
        for sql in wrong {
            let error = await #expect(throws: SQLError.self) {
                try await fixture.database.write { try $0.run(sql) }
            }
            #expect(error?.code == .statement)
        }
        #expect(try await fixture.database.read { try $0.first("SELECT 1 ;\n")?.int(0) } == 1)
        await fixture.database.close()
    }
}
