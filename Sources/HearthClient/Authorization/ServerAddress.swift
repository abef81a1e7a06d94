/// Scheme, host and port of a server, as people type them and as they are kept.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
    /// `http` or `https`.
    public let scheme: String
    /// A name, an IPv4 address, or an IPv6 address in brackets; lower case.
    public let host: String
    /// The port, or nil for the scheme's own.
    public let port: Int?

    /// Reads an address; a path, a query and a name of a person are refused, `https` is what is meant without a scheme.
    ///
    /// - Throws: `.badURL`.
    public init(_ text: String) throws(SessionError) {
        let refusal = SessionError(.badURL(text))
        var rest = text[...]
        if let mark = text.firstRange(of: "://") {
            scheme = text[..<mark.lowerBound].lowercased()
            guard scheme == "http" || scheme == "https" else { throw refusal }
            rest = text[mark.upperBound...]
        } else {
            scheme = "https"
        }
        while rest.hasSuffix("/") { rest.removeLast() }
        var port: Substring?
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { throw refusal }
            let inside = rest[rest.index(after: rest.startIndex)..<end]
            guard !inside.isEmpty, inside.utf8.allSatisfy(Self.isAddress) else { throw refusal }
            let behind = rest[rest.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw refusal }
            if behind.hasPrefix(":") { port = behind.dropFirst() }
            host = String(rest[...end]).lowercased()
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = parts.first, !name.isEmpty, name.utf8.allSatisfy(Self.isName) else {
                throw refusal
            }
            if parts.count == 2 { port = parts[1] }
            host = name.lowercased()
        }
        guard let port else {
            self.port = nil
            return
        }
        guard let number = Int(port), (1...65_535).contains(number), port.utf8.allSatisfy(Self.isDigit) else {
            throw refusal
        }
        self.port = number
    }

    /// `scheme://host[:port]`, without a slash at the end.
    public var description: String { "\(scheme)://\(authority)" }

    /// Host and port.
    public var authority: String { port.map { "\(host):\($0)" } ?? host }

    /// The port, also where it is the scheme's own.
    public var effectivePort: Int { port ?? (scheme == "https" ? 443 : 80) }

    /// Whether the host is this very machine.
    public var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0 < 0x3A })
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Letters, digits, hyphens, dots, underscores, and what is not ASCII.
    private static func isName(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x2D || byte == 0x2E || byte == 0x5F
            || byte >= 0x80
    }

    /// Of an IPv6 address with its zone (RFC 6874).
    private static func isAddress(_ byte: UInt8) -> Bool {
        isName(byte) && byte < 0x80 || byte == 0x3A || byte == 0x25
    }
}
