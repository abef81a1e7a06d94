import Testing

@testable import HearthSQL

@Suite("Reads", .timeLimit(.minutes(10)))
struct SQLiteReadTests {
    @Test("a read after a write sees it")
    func visibility() async throws {
        let fixture = try Fixture()
        for index in 1...50 {
            try await fixture.insert("\(index)")
            #expect(try await fixture.count() == Int64(index))
        }
        await fixture.database.close()
    }

    @Test("all queries of one read see the same state")
    func snapshot() async throws {
        let fixture = try Fixture()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for index in 0..<300 { try await fixture.insert("\(index)") }
            }
            group.addTask {
                for _ in 0..<300 {
                    let (first, second) = try await fixture.database.read { session in
                        let count = "SELECT count(*) FROM items"
                        return (try session.first(count)?.int(0), try session.query(count).first?.int(0))
                    }
                    #expect(first == second)
                }
            }
            try await group.waitForAll()
        }
        await fixture.database.close()
    }

    @Test("more callers than readers wait their turn")
    func waiting() async throws {
        let fixture = try Fixture(readers: 1)
        try await fixture.insert("x")
        let sum = try await withThrowingTaskGroup(of: Int64.self) { group in
            for _ in 0..<64 { group.addTask { try await fixture.count() } }
            return try await group.reduce(0, +)
        }
        #expect(sum == 64)
        await fixture.database.close()
    }

    @Test("a read cannot write")
    func readOnly() async throws {
        let fixture = try Fixture()
        let error = await #expect(throws: SQLError.self) {
            try await fixture.database.read { try $0.run("INSERT INTO items (name) VALUES ('x')") }
        }
        #expect(error?.code == .readOnly)
        #expect(try await fixture.count() == 0)
        await fixture.database.close()
    }

    @Test("prepared statements are kept, but not without bound")
    func cache() async throws {
        let fixture = try Fixture(readers: 1)
        for _ in 0..<3 { _ = try await fixture.count() }
        // BEGIN, the query, ROLLBACK.
        #expect(fixture.database.cachedStatementCounts == [3])
        for index in 0..<300 {
            _ = try await fixture.database.read { try $0.first("SELECT \(index)") }
        }
        #expect(fixture.database.cachedStatementCounts == [128])
        #expect(try await fixture.count() == 0)
        await fixture.database.close()
    }

    @Test("a statement that failed works again")
    func failureIsForgotten() async throws {
        let fixture = try Fixture(readers: 1)
        for value in [nil, 1, nil, 1] as [Int?] {
            let sql = "SELECT json_extract(CASE WHEN ? IS NULL THEN 'not json' ELSE '{}' END, '$')"
            let row = try? await fixture.database.read { try $0.first(sql, value) }
            #expect((row != nil) == (value != nil))
        }
        await fixture.database.close()
    }
}
