/// One field's value in a log entry.
package enum LogValue: Sendable, Hashable {
    /// Text; control and direction characters are escaped when it is written.
    case string(String)
    /// A whole number.
    case int(Int64)
    /// True or false.
    case bool(Bool)
    /// A fraction; not-a-number and infinities are written as strings, since JSON has neither.
    case double(Double)

    /// A whole number of any width; what does not fit is written as text.
    package static func number(_ value: some BinaryInteger) -> LogValue {
        Int64(exactly: value).map { .int($0) } ?? .string(String(value))
    }
}

extension LogValue: ExpressibleByStringInterpolation {
    /// Makes a string value.
    package init(stringLiteral value: String) { self = .string(value) }
}

extension LogValue: ExpressibleByIntegerLiteral {
    /// Makes an integer value.
    package init(integerLiteral value: Int64) { self = .int(value) }
}

extension LogValue: ExpressibleByBooleanLiteral {
    /// Makes a Boolean value.
    package init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension LogValue: ExpressibleByFloatLiteral {
    /// Makes a fraction.
    package init(floatLiteral value: Double) { self = .double(value) }
}
