import HearthHTTP

extension HTTPRequest {
    /// Whether browsers trust the origin that it was sent to (Secure Contexts, section 3.1): TLS, or the computer's own names.
    ///
    /// What is ignored elsewhere is not sent there, for browsers write each such header field to the console as an error.
    var hasTrustworthyOrigin: Bool {
        if isSecure { return true }
        guard let host = headers.values(for: "Host").first else { return false }
        if host.hasPrefix("[::1]") || host.hasPrefix("127.") { return true }
        let name = host.prefix { $0 != ":" }.lowercased()
        return name == "localhost" || name.hasSuffix(".localhost")
    }
}
