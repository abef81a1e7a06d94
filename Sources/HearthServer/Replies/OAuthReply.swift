import HearthDrive
import HearthHTTP
import HearthWire

/// Answers to programs that speak OAuth: no envelope (RFC 6749, sections 5.1 and 5.2).
enum OAuthReply {
    /// An object written by `members`.
    static func object(status: Int = 200, _ members: (inout JSONWriter) -> Void) -> HTTPResponse {
        var writer = JSONWriter()
        writer.beginObject()
        members(&writer)
        writer.endObject()
        return HTTPResponse(status: status, headers: headers, body: .bytes(writer.bytes))
    }

    /// A refusal.
    static func refusal(_ error: OAuthError, status: Int) -> HTTPResponse {
        object(status: status) { writer in
            writer.key("error")
            writer.string(error.code.rawValue)
            writer.key("error_description")
            writer.string(error.description)
        }
    }

    /// A token.
    static func token(_ issued: IssuedToken) -> HTTPResponse {
        object { writer in
            writer.key("access_token")
            writer.string(issued.token)
            writer.key("token_type")
            writer.string("Bearer")
            writer.key("expires_in")
            writer.int(issued.expiresIn)
            writer.key("scope")
            writer.string(AuthorizationRequest.scope)
            writer.key("user")
            issued.user.writeWithOwner(to: &writer)
        }
    }

    private static let headers = HTTPFields([
        ("Content-Type", "application/json; charset=utf-8"),
        ("Cache-Control", "no-store"),
        ("Pragma", "no-cache"),
        ("X-Content-Type-Options", "nosniff"),
    ])
}
