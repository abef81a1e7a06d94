/// Cookies as a browser sends them and as a server sets them (RFC 6265).
extension HTTPFields {
    /// The values of every cookie of a name, in the order they came.
    ///
    /// A browser sends several when paths or domains differ, and nothing says which of them this server has set.
    package func cookies(named name: String) -> [String] {
        values(for: "Cookie").flatMap { line in
            line.split(separator: ";").compactMap { pair in
                let pair = pair.drop { $0 == " " || $0 == "\t" }
                guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { return nil }
                var value = pair[pair.index(after: equals)...]
                while value.last == " " || value.last == "\t" { value.removeLast() }
                return String(value)
            }
        }
    }
}

/// A cookie for this host alone that no script reads and no other site's request carries.
package struct SetCookie: Sendable, Hashable {
    /// A token (RFC 9110, section 5.6.2).
    package let name: String
    /// Of base64url characters; empty removes the cookie.
    package let value: String
    /// Sent with requests below this path.
    package let path: String
    /// Seconds; 0 removes the cookie.
    package let maxAge: Int64
    /// Never sent without TLS.
    package let isSecure: Bool

    /// Takes all parts as they are; none may hold `;` or control characters.
    package init(name: String, value: String, path: String, maxAge: Int64, isSecure: Bool) {
        self.name = name
        self.value = value
        self.path = path
        self.maxAge = maxAge
        self.isSecure = isSecure
    }

    /// The value of the field `Set-Cookie`.
    package var text: String {
        "\(name)=\(value); Path=\(path); Max-Age=\(max(0, maxAge)); HttpOnly; SameSite=Strict"
            + (isSecure ? "; Secure" : "")
    }
}
