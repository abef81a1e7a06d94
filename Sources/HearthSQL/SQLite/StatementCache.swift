/// Prepared statements by their text; the one unused for longest makes room.
struct StatementCache {
    private let limit: Int
    private var statements: [String: SQLiteStatement] = [:]
    private var clock: UInt64 = 0

    init(limit: Int) { self.limit = limit }

    var count: Int { statements.count }

    mutating func take(_ sql: String) -> SQLiteStatement? {
        guard let statement = statements[sql] else { return nil }
        touch(statement)
        return statement
    }

    mutating func keep(_ statement: SQLiteStatement, for sql: String) {
        if statements.count >= limit, let oldest = statements.min(by: { $0.value.lastUse < $1.value.lastUse })
        {
            statements[oldest.key] = nil
        }
        touch(statement)
        statements[sql] = statement
    }

    mutating func removeAll() { statements = [:] }

    private mutating func touch(_ statement: SQLiteStatement) {
        clock += 1
        statement.lastUse = clock
    }
}
