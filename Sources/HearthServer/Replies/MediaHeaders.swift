import HearthHTTP

/// The fields of every answer that carries what members uploaded or what was made of it (security, 6).
enum MediaHeaders {
    /// The policy of what is saved, not shown.
    static let attachmentPolicy = "sandbox; default-src 'none'"

    /// Fields for one answer.
    ///
    /// - Parameters:
    ///   - type: the value of `Content-Type`; browsers do not look for a better one.
    ///   - policy: what the content may do where it is shown by itself.
    ///   - isEncrypted: what comes out of an encrypted folder is never kept; everything else may be, and has to be asked
    ///     about each time, so that rights that ended and sessions that are over count at once.
    /// - Returns: the fields; what the route adds comes on top.
    static func fields(type: String, policy: String, isEncrypted: Bool) -> HTTPFields {
        HTTPFields([
            ("Content-Type", type),
            ("Content-Security-Policy", policy),
            ("X-Content-Type-Options", "nosniff"),
            // The cookie comes along from pages of other ports of this host too; this keeps the bytes from them.
            ("Cross-Origin-Resource-Policy", "same-origin"),
            ("Cache-Control", isEncrypted ? "private, no-store" : "private, no-cache"),
        ])
    }
}
