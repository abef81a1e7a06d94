/// The query that a browser brought back (RFC 6749, section 4.1.2).
struct RedirectAnswer: Sendable, Hashable {
    private var values: [String: String] = [:]

    /// Reads an address or a query; of a name that is there twice nothing counts (RFC 6749, section 3.1).
    init(_ text: String) {
        let query = text.firstIndex(of: "?").map { text[text.index(after: $0)...] } ?? text[...]
        var repeated: Set<String> = []
        for pair in query.prefix(while: { $0 != "#" }).split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(halves[0]), halves.count == 2, let value = Self.decode(halves[1])
            else { continue }
            if values.updateValue(value, forKey: name) != nil { repeated.insert(name) }
        }
        for name in repeated { values[name] = nil }
    }

    /// A parameter.
    subscript(_ name: String) -> String? { values[name] }

    private static func decode(_ text: Substring) -> String? {
        let plain = text.utf8.map { $0 == UInt8(ascii: "+") ? 0x20 : $0 }
        return PercentEncoding.decode(plain).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
