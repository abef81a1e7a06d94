import CSQLite

/// One prepared statement; belongs to one connection and shares its thread rule.
final class SQLiteStatement {
    private let handle: OpaquePointer
    let parameterCount: Int
    /// When the cache last handed it out.
    var lastUse: UInt64 = 0

    private init(handle: OpaquePointer) {
        self.handle = handle
        parameterCount = Int(sqlite3_bind_parameter_count(handle))
    }

    deinit { sqlite3_finalize(handle) }

    /// Compiles; nil with SQLITE_OK when the text is not exactly one statement.
    static func prepare(_ sql: String, on database: OpaquePointer) -> (SQLiteStatement?, Int32) {
        var sql = sql
        return sql.withUTF8 { text in
            text.withMemoryRebound(to: CChar.self) { characters in
                var handle: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                let flags = UInt32(SQLITE_PREPARE_PERSISTENT)
                let count = Int32(clamping: characters.count)
                let status = sqlite3_prepare_v3(
                    database,
                    characters.baseAddress,
                    count,
                    flags,
                    &handle,
                    &tail
                )
                guard status == SQLITE_OK, let handle else { return (nil, status) }
                let statement = SQLiteStatement(handle: handle)
                let used =
                    tail.flatMap { tail in characters.baseAddress.map { tail - $0 } } ?? characters.count
                let isOne = text.dropFirst(used).allSatisfy {
                    $0 == 0x20 || $0 == 0x0A || $0 == UInt8(ascii: ";")
                }
                return (isOne ? statement : nil, SQLITE_OK)
            }
        }
    }

    func bind(_ value: SQLValue, at index: Int32) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, index)
        case .integer(let number): return sqlite3_bind_int64(handle, index, number)
        case .real(let number): return sqlite3_bind_double(handle, index, number)
        case .text(var text):
            return text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    hearth_sqlite_bind_text(handle, index, characters.baseAddress, UInt64(bytes.count))
                }
            }
        case .blob(let bytes) where bytes.isEmpty: return sqlite3_bind_zeroblob(handle, index, 0)
        case .blob(let bytes):
            return bytes.withUnsafeBytes {
                hearth_sqlite_bind_blob(handle, index, $0.baseAddress, UInt64($0.count))
            }
        }
    }

    func step() -> Int32 { sqlite3_step(handle) }

    /// Ends the run and drops the values; errors of the run were reported by ``step()``.
    func reset() {
        sqlite3_reset(handle)
        if parameterCount > 0 { sqlite3_clear_bindings(handle) }
    }

    /// A copy of the present row.
    var row: SQLRow { SQLRow((0..<sqlite3_column_count(handle)).map(value)) }

    private func value(_ column: Int32) -> SQLValue {
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT:
            // The length counts only after the pointer was asked for.
            let text = sqlite3_column_text(handle, column)
            let length = Int(sqlite3_column_bytes(handle, column))
            return .text(
                String(
                    decoding: UnsafeBufferPointer(start: text, count: text == nil ? 0 : length),
                    as: UTF8.self
                )
            )
        case SQLITE_BLOB:
            let bytes = sqlite3_column_blob(handle, column)
            let length = Int(sqlite3_column_bytes(handle, column))
            return .blob(Array(UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : length)))
        default: return .null
        }
    }
}
