/// The statements of one read or one write.
///
/// Lives inside the closure it is handed to and must not be kept. Parameters are `?`, counted from the left.
/// One call takes one statement; transactions are the database's business, so `BEGIN` and its like are not used.
/// Statements are cached by their text: keep values out of it.
package protocol SQLSession {
    /// Runs a statement that returns no rows.
    ///
    /// - Returns: rows inserted, updated or deleted by the statement itself, without those of triggers.
    @discardableResult
    func run(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> Int

    /// Runs a statement and collects all rows: bound what you ask for with `LIMIT`.
    func query(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> [SQLRow]

    /// Runs a statement and returns the first row, nil when there is none.
    func first(_ sql: String, _ values: (any SQLBindable)...) throws(SQLError) -> SQLRow?

    /// The id given to the row inserted last in this session; where several databases must be served, `RETURNING`
    /// says the same.
    var lastInsertID: Int64 { get }
}
