/// The statements of one closure on one connection.
struct SQLiteSession: SQLSession {
    private let connection: SQLiteConnection

    init(_ connection: SQLiteConnection) { self.connection = connection }

    @discardableResult
    func run(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> Int {
        try checkTransaction()
        return try connection.run(sql, values)
    }

    func query(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> [SQLRow] {
        try checkTransaction()
        return try connection.query(sql, values)
    }

    func first(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> SQLRow? {
        try checkTransaction()
        return try connection.first(sql, values)
    }

    var lastInsertID: Int64 { connection.lastInsertID }

    /// A full disk may end the transaction inside a closure that goes on regardless: what follows would commit alone.
    private func checkTransaction() throws(SQLError) {
        guard connection.isInTransaction else {
            throw SQLError(.io, "the transaction has ended; an earlier statement failed")
        }
    }
}
