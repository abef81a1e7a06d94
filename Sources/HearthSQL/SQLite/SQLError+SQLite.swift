import CSQLite

extension SQLError {
    /// Sorts a result code (sqlite.org/rescode.html) into ours.
    init(sqlite status: Int32, _ message: String) {
        let constraint: Constraint? =
            switch status {
            case Self.constraint(UniqueDetail.unique), Self.constraint(UniqueDetail.primaryKey),
                Self.constraint(UniqueDetail.rowID):
                .unique
            case Self.constraint(3): .foreignKey
            case Self.constraint(5): .notNull
            case _ where status & 0xFF == SQLITE_CONSTRAINT: .other
            default: nil
            }
        self.init(Self.code(status), message, extendedCode: status, constraint: constraint)
    }

    /// The extended codes are macros with a shift, which Swift does not see.
    private enum UniqueDetail {
        static let primaryKey: Int32 = 6
        static let unique: Int32 = 8
        static let rowID: Int32 = 10
    }

    private static func constraint(_ detail: Int32) -> Int32 { SQLITE_CONSTRAINT | detail << 8 }

    private static func code(_ status: Int32) -> Code {
        // SQLITE_IOERR_SHMSIZE: the index of the log cannot grow, which is a full disk under another name.
        if status == SQLITE_IOERR | 19 << 8 { return .full }
        return switch status & 0xFF {
        case SQLITE_BUSY, SQLITE_LOCKED: .busy
        case SQLITE_CONSTRAINT: .constraint
        case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
        case SQLITE_FULL: .full
        case SQLITE_INTERRUPT: .interrupted
        case SQLITE_READONLY: .readOnly
        case SQLITE_MISMATCH: .type
        case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_TOOBIG: .statement
        default: .io
        }
    }
}
