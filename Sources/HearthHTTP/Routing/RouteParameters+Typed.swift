extension RouteParameters {
    /// One segment as a whole number.
    ///
    /// - Parameter name: a parameter of the pattern.
    /// - Returns: the number; may be negative.
    /// - Throws: `.badRequest` unless the segment is an optional `-` and decimal digits within 64 bits.
    package func int(_ name: String) throws(HTTPError) -> Int64 {
        guard let bytes = bytes(name) else {
            throw HTTPError(.badRequest, "the path has no parameter \(name)")
        }
        var digits = bytes[...]
        let isNegative = digits.first == UInt8(ascii: "-")
        if isNegative { digits = digits.dropFirst() }
        guard let number = Self.number(digits, isNegative: isNegative) else {
            throw HTTPError(.badRequest, "the path parameter \(name) is not a whole number")
        }
        return number
    }

    /// One segment as text.
    ///
    /// - Parameter name: a parameter of the pattern.
    /// - Returns: the decoded segment, never empty.
    /// - Throws: `.badRequest` when the segment is not valid UTF-8.
    package func text(_ name: String) throws(HTTPError) -> String {
        guard let bytes = bytes(name), let text = String(validating: bytes, as: UTF8.self) else {
            throw HTTPError(.badRequest, "the path parameter \(name) is missing or not UTF-8")
        }
        return text
    }

    private static func number(_ digits: ArraySlice<UInt8>, isNegative: Bool) -> Int64? {
        guard !digits.isEmpty else { return nil }
        var value: Int64 = 0
        for byte in digits {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            let digit = Int64(byte - UInt8(ascii: "0"))
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, isOver) = product.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooLarge || isOver { return nil }
            value = sum
        }
        return value
    }
}
