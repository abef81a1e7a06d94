/// The cloud's session cookie `_session_` (contract, 1.3 and 6.2; RFC 6265).
enum CloudCookie {
    static let name = "_session_"

    /// The value of the header `Cookie`.
    static func header(_ value: String) -> String { "\(name)=\(value)" }

    /// The cookie's value among the `Set-Cookie` fields of a reply; nil when it is not set, or is being removed.
    static func value(in headers: HeaderFields) -> String? {
        for field in headers.all("Set-Cookie").reversed() {
            let pair = field.prefix { $0 != ";" }
            guard let sign = pair.firstIndex(of: "=") else { continue }
            guard pair[..<sign].trimmingBlanks == name else { continue }
            var value = pair[pair.index(after: sign)...].trimmingBlanks
            if value.count >= 2, value.hasPrefix("\""), value.hasSuffix("\"") {
                value = value.dropFirst().dropLast()
            }
            guard !value.isEmpty, value.utf8.allSatisfy(isAllowed) else { return nil }
            return String(value)
        }
        return nil
    }

    /// Whether a value can stand in a header as it is (RFC 6265, section 4.1.1).
    static func isValid(_ value: String) -> Bool { !value.isEmpty && value.utf8.allSatisfy(isAllowed) }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7F && byte != UInt8(ascii: ";") && byte != UInt8(ascii: ",")
            && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
}

extension Substring {
    /// Without blanks and tabs at both ends.
    fileprivate var trimmingBlanks: Substring {
        var rest = self
        while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
        while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
        return rest
    }
}
