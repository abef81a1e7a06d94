#if canImport(SQLite3)
import SQLite3
#else
import CSQLite
#endif

/// A value of a column or parameter.
enum SQLiteValue: Sendable, Hashable {
    case null
    case int(Int64)
    case text(String)
    case blob([UInt8])

    init(_ number: Int?) { self = number.map { .int(Int64($0)) } ?? .null }
    init(_ number: Int64?) { self = number.map { .int($0) } ?? .null }
    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

/// Why SQLite refused.
struct SQLiteFailure: Error, Sendable {
    /// The primary result code.
    let code: Int32
    /// SQLite's own words.
    let message: String

    /// Whether the file is damaged or no database at all.
    var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
}

/// One row of a result; valid within the call that hands it over.
struct SQLiteRow {
    fileprivate let statement: OpaquePointer

    func int(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func optionalInt(_ column: Int32) -> Int64? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : int(column)
    }

    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    func optionalText(_ column: Int32) -> String? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : text(column)
    }

    func blob(_ column: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, column) else { return [] }
        return Array(
            UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
        )
    }

    func optionalBlob(_ column: Int32) -> [UInt8]? {
        sqlite3_column_type(statement, column) == SQLITE_NULL ? nil : blob(column)
    }
}

/// One connection to a database file; used by one thread at a time.
///
/// Thread rule (sqlite.org/threadsafe.html): opened with `NOMUTEX`, so the owner serialises every call.
final class SQLiteHandle {
    private let database: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]
    private var depth = 0

    /// Opens or creates a file; waits up to `patience` milliseconds for other processes.
    init(path: String, patience: Int32) throws(SQLiteFailure) {
        var opened: OpaquePointer?
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard let opened else { throw SQLiteFailure(code: code, message: "out of memory") }
        guard code == SQLITE_OK else {
            let message = String(cString: sqlite3_errmsg(opened))
            sqlite3_close_v2(opened)
            throw SQLiteFailure(code: code & 0xFF, message: message)
        }
        database = opened
        sqlite3_busy_timeout(opened, patience)
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(database)
    }

    /// Rows changed by the last statement.
    var changes: Int { Int(sqlite3_changes(database)) }

    /// The number of the row that was inserted last.
    var lastID: Int64 { sqlite3_last_insert_rowid(database) }

    /// Runs statements without parameters, one after another.
    func script(_ sql: String) throws(SQLiteFailure) {
        let code = sqlite3_exec(database, sql, nil, nil, nil)
        if code != SQLITE_OK { throw failure(code) }
    }

    /// Runs one statement to its end.
    func run(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) { try run(sql, values) }

    /// Runs one statement to its end.
    func run(_ sql: String, _ values: [SQLiteValue]) throws(SQLiteFailure) {
        try each(sql, values) { (_) throws(SQLiteFailure) in }
    }

    /// Hands over every row of a result.
    func each(
        _ sql: String,
        _ values: [SQLiteValue],
        _ body: (SQLiteRow) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
        let statement = try prepared(sql)
        defer {
            sqlite3_reset(statement)
            sqlite3_clear_bindings(statement)
        }
        for (index, value) in values.enumerated() { try bind(value, Int32(index + 1), statement) }
        while true {
            switch sqlite3_step(statement) {
            case SQLITE_ROW: try body(SQLiteRow(statement: statement))
            case SQLITE_DONE: return
            case let code: throw failure(code)
            }
        }
    }

    /// The rows of a result, made into values.
    func rows<T>(
        _ sql: String,
        _ values: SQLiteValue...,
        as make: (SQLiteRow) -> T
    ) throws(SQLiteFailure) -> [T] {
        var found: [T] = []
        try each(sql, values) { (row) throws(SQLiteFailure) in found.append(make(row)) }
        return found
    }

    /// One number; nil without a row or for NULL.
    func int(_ sql: String, _ values: SQLiteValue...) throws(SQLiteFailure) -> Int64? {
        var found: Int64?
        try each(sql, values) { (row) throws(SQLiteFailure) in found = row.optionalInt(0) }
        return found
    }

    /// Runs `body` in one transaction that takes the write lock first; inside another one it joins that.
    func transaction<T, Failure: Error>(_ body: () throws(Failure) -> T) throws -> T {
        if depth > 0 { return try body() }
        try run("BEGIN IMMEDIATE")
        depth = 1
        defer { depth = 0 }
        do {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // Some failures have rolled back already; then there is nothing left to do.
            if sqlite3_get_autocommit(database) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    private func prepared(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
        if let known = statements[sql] { return known }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw failure(code) }
        statements[sql] = made
        return made
    }

    private func bind(_ value: SQLiteValue, _ index: Int32, _ statement: OpaquePointer) throws(SQLiteFailure)
    {
        // SQLITE_TRANSIENT, a cast that Swift does not import: SQLite copies the bytes before the call returns.
        let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(statement, index)
        case .int(let number): code = sqlite3_bind_int64(statement, index, number)
        case .text(let text):
            code = sqlite3_bind_text(statement, index, text, Int32(text.utf8.count), copied)
        case .blob(let bytes):
            // An empty array has no address, which would be NULL.
            code =
                bytes.isEmpty
                ? sqlite3_bind_zeroblob(statement, index, 0)
                : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), copied)
        }
        if code != SQLITE_OK { throw failure(code) }
    }

    private func failure(_ code: Int32) -> SQLiteFailure {
        SQLiteFailure(code: code & 0xFF, message: String(cString: sqlite3_errmsg(database)))
    }
}
