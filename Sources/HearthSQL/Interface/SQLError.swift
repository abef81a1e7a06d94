/// Why the database refused or failed.
package struct SQLError: Error, Sendable {
    /// What callers may branch on.
    package struct Code: Hashable, Sendable {
        private enum Kind {
            case busy, closed, constraint, corrupt, full, interrupted, io, newerSchema, readOnly, statement,
                type
        }
        private let kind: Kind

        /// Another process held the lock for longer than the busy time-out.
        package static let busy = Self(kind: .busy)
        /// The database was closed.
        package static let closed = Self(kind: .closed)
        /// A UNIQUE, FOREIGN KEY, NOT NULL or CHECK rule was broken; see ``SQLError/constraint``.
        package static let constraint = Self(kind: .constraint)
        /// The file is damaged or no database.
        package static let corrupt = Self(kind: .corrupt)
        /// The disk is full; reads go on.
        package static let full = Self(kind: .full)
        /// The call was interrupted.
        package static let interrupted = Self(kind: .interrupted)
        /// The disk or the library failed.
        package static let io = Self(kind: .io)
        /// The file was written by a newer version of the program.
        package static let newerSchema = Self(kind: .newerSchema)
        /// The file may not be written, or is damaged and protected from further writes.
        package static let readOnly = Self(kind: .readOnly)
        /// The statement is wrong: a fault of the program.
        package static let statement = Self(kind: .statement)
        /// A column holds another type than was asked for.
        package static let type = Self(kind: .type)
    }

    /// Which rule was broken.
    package enum Constraint: Sendable {
        /// A value that must be unique exists.
        case unique
        /// A row that is referred to is missing, or one that is referred to would go.
        case foreignKey
        /// A value is missing.
        case notNull
        /// A CHECK rule, or one of the others.
        case other
    }

    /// The kind of failure.
    package let code: Code
    /// One sentence for the log; names tables and columns, never values.
    package let message: String
    /// The library's own number, 0 when the failure is ours; for the log.
    package let extendedCode: Int32
    /// The rule, when the code is `.constraint`.
    package let constraint: Constraint?

    /// Makes an error; for callers that refuse what the database holds.
    package init(_ code: Code, _ message: String, extendedCode: Int32 = 0, constraint: Constraint? = nil) {
        self.code = code
        self.message = message
        self.extendedCode = extendedCode
        self.constraint = constraint
    }

    /// Whether a value that must be unique exists already.
    package var isUniqueViolation: Bool { constraint == .unique }
}

extension SQLError: CustomStringConvertible {
    /// The message with the library's number.
    package var description: String { extendedCode == 0 ? message : "\(message) (SQLite \(extendedCode))" }
}
