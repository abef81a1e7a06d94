import CSQLite

/// One connection with its prepared statements.
///
/// Thread rule (sqlite.org/threadsafe.html, "multi-thread"): any thread, one at a time.
///
/// `@unchecked Sendable`: it is handed from thread to thread by the reader pool, the writer and the start-up check,
/// each of which lends it to one holder at a time. Only ``interrupt()`` may be called beside the holder.
final class SQLiteConnection: @unchecked Sendable {
    /// How a connection uses the file.
    enum Role {
        /// Reads and writes; makes the file, mode 0600, when there is none.
        case writer
        /// Refuses to write.
        case reader
    }

    private var handle: OpaquePointer?
    private var statements: StatementCache

    /// Opens the file and sets what every connection needs.
    init(
        path: String,
        role: Role,
        busyTimeoutMs: Int32 = 5000,
        cachedStatements: Int = 128
    ) throws(SQLError) {
        statements = StatementCache(limit: cachedStatements)
        let create = role == .writer ? SQLITE_OPEN_CREATE : 0
        let flags = SQLITE_OPEN_READWRITE | create | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let status = sqlite3_open_v2(path, &handle, flags, nil)
        guard status == SQLITE_OK else {
            let failure = error(status, "opening the database")
            close()
            throw failure
        }
        do throws(SQLError) {
            sqlite3_busy_timeout(handle, busyTimeoutMs)
            guard hearth_sqlite_defensive(handle) == SQLITE_OK else {
                throw error(SQLITE_ERROR, "protecting the database")
            }
            for pragma in ["foreign_keys=ON", "trusted_schema=OFF", "temp_store=MEMORY"] {
                try script("PRAGMA \(pragma)")
            }
            if role == .reader { try script("PRAGMA query_only=ON") }
        } catch {
            close()
            throw error
        }
    }

    deinit { close() }

    /// Closes the file; later calls throw `.closed`.
    func close() {
        statements.removeAll()
        sqlite3_close_v2(handle)
        handle = nil
    }

    /// Stops what runs on another thread; only while the connection is open.
    func interrupt() { sqlite3_interrupt(handle) }

    /// Whether a transaction is open; some failures (full disk, I/O) end it on their own.
    var isInTransaction: Bool { handle != nil && sqlite3_get_autocommit(handle) == 0 }

    /// Whether a foreign key that is checked at the commit is broken now.
    var hasBrokenForeignKeys: Bool {
        var current: Int32 = 0
        var peak: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &peak, 0)
        return current != 0
    }

    /// The id of the row inserted last.
    var lastInsertID: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Statements kept ready.
    var cachedStatementCount: Int { statements.count }

    /// Takes disk blocks for the file in large steps, so that the log can be emptied into it on a full disk.
    func grow(by bytes: Int32) throws(SQLError) {
        var bytes = bytes
        let status = sqlite3_file_control(try opened(), "main", SQLITE_FCNTL_CHUNK_SIZE, &bytes)
        guard status == SQLITE_OK else { throw error(status, "setting the growth of the file") }
    }

    /// Runs any number of statements without parameters and results; they are not cached.
    func script(_ sql: String) throws(SQLError) {
        let status = sqlite3_exec(try opened(), sql, nil, nil, nil)
        guard status == SQLITE_OK else { throw error(status, sql) }
    }

    /// Runs a statement to its end.
    func run(_ sql: String, _ values: [any SQLBindable] = []) throws(SQLError) -> Int {
        let before = sqlite3_total_changes64(try opened())
        try step(sql, values) { _ in true }
        return sqlite3_total_changes64(handle) == before ? 0 : Int(sqlite3_changes64(handle))
    }

    /// Runs a statement and copies its rows.
    func query(_ sql: String, _ values: [any SQLBindable] = []) throws(SQLError) -> [SQLRow] {
        var rows: [SQLRow] = []
        try step(sql, values) { statement in
            rows.append(statement.row)
            return true
        }
        return rows
    }

    /// Runs a statement up to its first row.
    func first(_ sql: String, _ values: [any SQLBindable] = []) throws(SQLError) -> SQLRow? {
        var row: SQLRow?
        try step(sql, values) { statement in
            row = statement.row
            return false
        }
        return row
    }

    private func step(
        _ sql: String,
        _ values: [any SQLBindable],
        _ body: (SQLiteStatement) -> Bool
    ) throws(SQLError) {
        let statement = try prepare(sql)
        defer { statement.reset() }
        guard statement.parameterCount == values.count else {
            throw SQLError(
                .statement,
                "\(values.count) values for \(statement.parameterCount) parameters: \(sql)"
            )
        }
        for (index, value) in values.enumerated() {
            let status = statement.bind(value.sqlValue, at: Int32(index + 1))
            guard status == SQLITE_OK else { throw error(status, sql) }
        }
        while true {
            switch statement.step() {
            case SQLITE_ROW: if !body(statement) { return }
            case SQLITE_DONE: return
            case let status: throw error(status, sql)
            }
        }
    }

    private func prepare(_ sql: String) throws(SQLError) -> SQLiteStatement {
        if let ready = statements.take(sql) { return ready }
        let (statement, status) = SQLiteStatement.prepare(sql, on: try opened())
        if let statement {
            statements.keep(statement, for: sql)
            return statement
        }
        throw status == SQLITE_OK
            ? SQLError(.statement, "not exactly one statement: \(sql)") : error(status, sql)
    }

    private func opened() throws(SQLError) -> OpaquePointer {
        guard let handle else { throw SQLError(.closed, "the database is closed") }
        return handle
    }

    /// Copies the library's message before the next call overwrites it.
    private func error(_ status: Int32, _ sql: String) -> SQLError {
        let text = handle.flatMap { sqlite3_errmsg($0) }.map { String(cString: $0) } ?? "no connection"
        return SQLError(sqlite: status, "\(text): \(sql)")
    }
}
