/// One value in a row or a statement.
package enum SQLValue: Sendable, Hashable {
    /// NULL.
    case null
    /// A 64-bit whole number; Booleans are 0 and 1.
    case integer(Int64)
    /// A fraction.
    case real(Double)
    /// UTF-8 text.
    case text(String)
    /// Bytes.
    case blob([UInt8])

    /// The kind, for messages: values themselves do not belong there.
    var kind: String {
        switch self {
        case .null: "NULL"
        case .integer: "an integer"
        case .real: "a fraction"
        case .text: "text"
        case .blob: "a blob"
        }
    }
}
