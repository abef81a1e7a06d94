/// What can stand for a parameter of a statement.
package protocol SQLBindable: Sendable {
    /// The value as the database takes it.
    var sqlValue: SQLValue { get }
}

extension SQLValue: SQLBindable {
    /// The value itself.
    package var sqlValue: SQLValue { self }
}

extension Int: SQLBindable {
    /// An integer.
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int32: SQLBindable {
    /// An integer.
    package var sqlValue: SQLValue { .integer(Int64(self)) }
}

extension Int64: SQLBindable {
    /// An integer.
    package var sqlValue: SQLValue { .integer(self) }
}

extension UInt64: SQLBindable {
    /// The integer of the same 64 bits: numbers from 2^63 on are stored as negative ones.
    package var sqlValue: SQLValue { .integer(Int64(bitPattern: self)) }
}

extension Bool: SQLBindable {
    /// 1 or 0.
    package var sqlValue: SQLValue { .integer(self ? 1 : 0) }
}

extension Double: SQLBindable {
    /// A fraction; not-a-number is stored as NULL.
    package var sqlValue: SQLValue { .real(self) }
}

extension String: SQLBindable {
    /// Text, byte for byte.
    package var sqlValue: SQLValue { .text(self) }
}

extension [UInt8]: SQLBindable {
    /// Bytes.
    package var sqlValue: SQLValue { .blob(self) }
}

extension Optional: SQLBindable where Wrapped: SQLBindable {
    /// The value, or NULL.
    package var sqlValue: SQLValue { self?.sqlValue ?? .null }
}
