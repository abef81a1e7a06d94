/// Reads the pieces of a date from left to right.
struct DateScanner {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    var isAtEnd: Bool { rest.isEmpty }

    /// Goes past exactly this text, or stays.
    mutating func skip(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Goes past the first of these texts that is next, or stays.
    mutating func skip(oneOf texts: [String]) -> Bool { index(in: texts) != nil }

    /// Goes past the first of these texts that is next and tells which it was.
    mutating func index(in texts: [String]) -> Int? {
        guard let found = texts.firstIndex(where: { rest.starts(with: $0.utf8) }) else { return nil }
        rest = rest.dropFirst(texts[found].utf8.count)
        return found
    }

    /// Reads exactly this many decimal digits.
    mutating func number(digits: Int) -> Int64? {
        guard rest.count >= digits else { return nil }
        var value: Int64 = 0
        for byte in rest.prefix(digits) {
            guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
            value = value * 10 + Int64(byte - UInt8(ascii: "0"))
        }
        rest = rest.dropFirst(digits)
        return value
    }

    /// Reads `hh:mm:ss` as seconds since midnight; 60 is a second (RFC 9110 allows the leap second).
    mutating func time() -> Int64? {
        guard let hour = number(digits: 2), hour < 24, skip(":"), let minute = number(digits: 2), minute < 60,
            skip(":"), let second = number(digits: 2), second <= 60
        else { return nil }
        return hour * 3600 + minute * 60 + second
    }
}
