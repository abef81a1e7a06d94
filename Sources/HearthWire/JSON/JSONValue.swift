/// A JSON value as a client sent it.
public enum JSONValue: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits 64 bits.
    case int(Int64)
    /// Any other number; finite.
    case double(Double)
    /// Text.
    case string(String)
    /// An array.
    case array([JSONValue])
    /// An object; of equal names the last one counts.
    case object([String: JSONValue])

    /// A member of an object; nil when absent or when this is no object.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members[name]
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }

    /// The text of a string.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// A whole number; fractions that are whole (`3.0`, `3e2`) count, numbers in strings do not.
    public var int: Int64? {
        switch self {
        case .int(let number): number
        case .double(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// Any number.
    public var double: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }

    /// `true`, `false`, or the numbers 1 and 0.
    public var bool: Bool? {
        if case .bool(let flag) = self { return flag }
        switch int {
        case 0: return false
        case 1: return true
        default: return nil
        }
    }

    /// The elements of an array.
    public var array: [JSONValue]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The elements of an array that holds only strings.
    public var stringArray: [String]? { elements { $0.string } }

    /// The elements of an array that holds only whole numbers.
    public var intArray: [Int64]? { elements { $0.int } }

    /// The members of an object.
    public var object: [String: JSONValue]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    private func elements<T>(_ transform: (JSONValue) -> T?) -> [T]? {
        guard case .array(let elements) = self else { return nil }
        let converted = elements.compactMap(transform)
        return converted.count == elements.count ? converted : nil
    }
}

extension JSONValue: JSONWritable {
    /// Appends the value; members in the order of their names' bytes.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.null()
        case .bool(let flag): writer.bool(flag)
        case .int(let number): writer.int(number)
        case .double(let number): writer.double(number)
        case .string(let text): writer.string(text)
        case .array(let elements): writer.array(elements)
        case .object(let members):
            writer.beginObject()
            for (name, value) in members.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                writer.key(dynamic: name)
                value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
