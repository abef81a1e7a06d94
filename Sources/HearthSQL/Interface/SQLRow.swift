/// One row of a result, copied out of the database.
///
/// Columns are counted from 0. Asking for another type than is stored, for a value where there is NULL, or for a
/// column that is not there throws `.type`.
package struct SQLRow: Sendable, Hashable {
    private let values: [SQLValue]

    init(_ values: [SQLValue]) { self.values = values }

    /// The number of columns.
    package var count: Int { values.count }

    /// The value as it is stored; NULL for a column that is not there.
    package subscript(_ index: Int) -> SQLValue { values.indices.contains(index) ? values[index] : .null }

    /// A whole number.
    package func int(_ index: Int) throws(SQLError) -> Int64 {
        guard case .integer(let number) = try value(index) else { throw mismatch(index, "an integer") }
        return number
    }

    /// A whole number, or nil for NULL.
    package func optionalInt(_ index: Int) throws(SQLError) -> Int64? {
        try value(index) == .null ? nil : int(index)
    }

    /// Text.
    package func text(_ index: Int) throws(SQLError) -> String {
        guard case .text(let text) = try value(index) else { throw mismatch(index, "text") }
        return text
    }

    /// Text, or nil for NULL.
    package func optionalText(_ index: Int) throws(SQLError) -> String? {
        try value(index) == .null ? nil : text(index)
    }

    /// Bytes.
    package func blob(_ index: Int) throws(SQLError) -> [UInt8] {
        guard case .blob(let bytes) = try value(index) else { throw mismatch(index, "a blob") }
        return bytes
    }

    /// Bytes, or nil for NULL.
    package func optionalBlob(_ index: Int) throws(SQLError) -> [UInt8]? {
        try value(index) == .null ? nil : blob(index)
    }

    /// A Boolean stored as 0 or 1.
    package func bool(_ index: Int) throws(SQLError) -> Bool {
        switch try value(index) {
        case .integer(0): false
        case .integer(1): true
        default: throw mismatch(index, "0 or 1")
        }
    }

    /// A fraction; whole numbers count.
    package func double(_ index: Int) throws(SQLError) -> Double {
        switch try value(index) {
        case .real(let number): number
        case .integer(let number): Double(number)
        default: throw mismatch(index, "a number")
        }
    }

    private func value(_ index: Int) throws(SQLError) -> SQLValue {
        guard values.indices.contains(index) else {
            throw SQLError(.type, "column \(index) of a row with \(values.count) columns")
        }
        return values[index]
    }

    private func mismatch(_ index: Int, _ expected: String) -> SQLError {
        SQLError(.type, "column \(index) holds \(self[index].kind), not \(expected)")
    }
}
