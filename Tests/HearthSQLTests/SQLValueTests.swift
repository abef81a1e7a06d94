import HearthSQL
import Testing

@Suite("Values", .timeLimit(.minutes(10)))
struct SQLValueTests {
    @Test("every kind of value comes back as it went in")
    func roundTrip() async throws {
        let fixture = try Fixture([Migration(1, "any", ["CREATE TABLE t (v ANY) STRICT"])])
        let values: [any SQLBindable] = [
            Int.min, Int32.max, Int64(0), UInt64.max, true, 2.5, "", "a\0b", "e\u{301}", [UInt8](),
            [0, 255] as [UInt8],
            Optional<Int>.none, Optional("x"), SQLValue.null,
        ]
        for value in values {
            let stored = try await fixture.database.write { session in
                try session.run("DELETE FROM t")
                try session.run("INSERT INTO t (v) VALUES (?)", value)
                return try session.first("SELECT v FROM t")?[0]
            }
            #expect(stored == value.sqlValue)
            if case .text(let text) = stored, case .text(let sent) = value.sqlValue {
                #expect(Array(text.utf8) == Array(sent.utf8))
            }
        }
        await fixture.database.close()
    }

    @Test("rows refuse another type, NULL and columns that are not there")
    func types() async throws {
        let fixture = try Fixture()
        let row = try #require(
            try await fixture.database.read { try $0.first("SELECT 7, 'x', x'01', NULL, 1.5, 1") }
        )
        #expect(try row.int(0) == 7)
        #expect(try row.text(1) == "x")
        #expect(try row.blob(2) == [1])
        #expect(try row.optionalInt(3) == nil)
        #expect(try row.optionalText(3) == nil)
        #expect(try row.optionalBlob(3) == nil)
        #expect(try row.optionalText(1) == "x")
        #expect(try row.double(4) == 1.5)
        #expect(try row.double(0) == 7)
        #expect(try row.bool(5))
        #expect(row.count == 6)
        #expect(row[9] == .null)
        let attempts: [@Sendable (SQLRow) throws -> Any] = [
            { try $0.int(1) }, { try $0.text(0) }, { try $0.blob(1) }, { try $0.int(3) }, { try $0.bool(0) },
            { try $0.double(1) }, { try $0.int(9) }, { try $0.optionalInt(-1) as Any },
        ]
        for attempt in attempts {
            let error = #expect(throws: SQLError.self) { _ = try attempt(row) }
            #expect(error?.code == .type)
        }
        await fixture.database.close()
    }
}
