import HearthLog
import HearthSQL
import HearthTesting
import Testing

@Suite("Check after the machine was started anew", .timeLimit(.minutes(10)))
struct BootCheckTests {
    private func storedID(_ fixture: Fixture) async throws -> String? {
        try await fixture.database.read {
            try $0.first("SELECT value FROM database_meta WHERE key = 'boot_id'")?.text(0)
        }
    }

    private func fill(_ fixture: Fixture) async throws {
        try await fixture.database.write { session in
            for index in 0..<200 {
                try session.run("INSERT INTO items (name, body) VALUES (?, zeroblob(900))", "item \(index)")
            }
        }
    }

    @Test("a new file needs none")
    func fresh() async throws {
        let fixture = try Fixture(bootID: "one")
        #expect(fixture.database.health == .good)
        #expect(try await storedID(fixture) == "one")
        await fixture.database.close()
    }

    @Test("a sound file is good again and the start is remembered")
    func sound() async throws {
        let folder = try TemporaryDirectory()
        let first = try Fixture(bootID: "one", in: folder)
        try await fill(first)
        await first.database.close()
        let second = try Fixture(bootID: "two", in: folder)
        // Writes are served meanwhile.
        try await second.insert("during")
        #expect(await second.database.checkedHealth() == .good)
        // Queued behind the row that remembers the start.
        try await second.insert("after")
        #expect(try await storedID(second) == "two")
        await second.database.close()
    }

    @Test("a damaged file is read, and writes say why not")
    func damaged() async throws {
        let folder = try TemporaryDirectory()
        let first = try Fixture(bootID: "one", in: folder)
        try await fill(first)
        let pages = try await first.database.read { try $0.first("PRAGMA page_count")?.int(0) ?? 0 }
        await first.database.close()
        try Fixture.write(Array(repeating: 0xA5, count: 4096), to: first.path, at: Int(pages) / 2 * 4096)
        let second = try Fixture(bootID: "two", in: folder)
        guard case .readOnly(let text) = await second.database.checkedHealth() else {
            Issue.record("the damage was not found")
            return
        }
        #expect(text.contains("damaged"))
        let error = await #expect(throws: SQLError.self) { try await second.insert("x") }
        #expect(error?.code == .readOnly)
        #expect(error?.message == text)
        #expect(try await storedID(second) == "one")
        #expect(second.log.lines.contains { $0.contains("writes are refused") })
        await second.database.close()
    }

    @Test("closing during the check ends it, and it is made at the next start")
    func cancelled() async throws {
        let folder = try TemporaryDirectory()
        let first = try Fixture(bootID: "one", in: folder)
        try await fill(first)
        await first.database.close()
        let second = try Fixture(bootID: "two", in: folder)
        await second.database.close()
        let third = try Fixture(bootID: "two", in: folder)
        #expect(await third.database.checkedHealth() == .good)
        await third.database.close()
    }
}
