import HearthWire

/// A reply of the token endpoint (RFC 6749, sections 5.1 and 5.2).
enum OAuthToken {
    /// A token, and the person it is for where the server tells.
    struct Granted: Sendable {
        let token: String
        let user: JSONValue?
    }

    /// Asks for a token.
    ///
    /// - Throws: `.authorization` with the server's error code; `.http`, `.notADrive`.
    static func ask(
        _ url: String,
        _ form: [(String, String)],
        _ call: DirectCall
    ) async throws(SessionError) -> Granted {
        let reply = try await call.post(url, form: form)
        if let code = reply.json?["error"]?.string {
            throw SessionError(
                .authorization(code: code, detail: reply.json?["error_description"]?.string ?? "")
            )
        }
        guard (200..<300).contains(reply.status) else { throw SessionError(.http(status: reply.status)) }
        guard let token = reply.json?["access_token"]?.string, !token.isEmpty else {
            throw SessionError(.notADrive)
        }
        return Granted(token: token, user: reply.json?["user"])
    }
}
