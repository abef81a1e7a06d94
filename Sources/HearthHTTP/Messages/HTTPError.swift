/// Why the HTTP layer refused a request or could not go on.
///
/// Callers branch on ``code``; ``message`` is for the log and never reaches a client.
package struct HTTPError: Error, Sendable {
    /// What callers may branch on; each has the status that answers it.
    package struct Code: Hashable, Sendable {
        /// The status of an answer to it (RFC 9110, section 15); 0 when no answer can be given.
        package let status: Int
        private let name: String

        private init(_ status: Int, _ name: String) {
            self.status = status
            self.name = name
        }

        /// The request is malformed.
        package static let badRequest = Self(400, "badRequest")
        /// No route has that path.
        package static let notFound = Self(404, "notFound")
        /// The path has routes, none with that method; see ``HTTPError/allow``.
        package static let methodNotAllowed = Self(405, "methodNotAllowed")
        /// The client did not send in time.
        package static let timeout = Self(408, "timeout")
        /// A condition of the request does not hold.
        package static let preconditionFailed = Self(412, "preconditionFailed")
        /// The body, or a part of it, is longer than allowed.
        package static let bodyTooLarge = Self(413, "bodyTooLarge")
        /// The body's media type is not one the resource takes.
        package static let unsupportedMediaType = Self(415, "unsupportedMediaType")
        /// `Expect` asks for something unknown.
        package static let expectationFailed = Self(417, "expectationFailed")
        /// The header section is longer than allowed, or has too many fields.
        package static let headerTooLarge = Self(431, "headerTooLarge")
        /// The method is not known to this server.
        package static let notImplemented = Self(501, "notImplemented")
        /// Too many connections.
        package static let busy = Self(503, "busy")
        /// The server is going down.
        package static let shuttingDown = Self(503, "shuttingDown")
        /// The version is not HTTP/1.0 or HTTP/1.1.
        package static let versionNotSupported = Self(505, "versionNotSupported")
        /// The client is gone, or the connection cannot carry more.
        package static let closed = Self(0, "closed")
        /// The system refused a read or write.
        package static let io = Self(500, "io")
    }

    /// The kind of failure.
    package let code: Code
    /// One sentence for the log.
    package let message: String
    /// The methods a path has, for ``Code/methodNotAllowed``; empty otherwise.
    package let allow: [HTTPMethod]

    /// A failure of the given kind.
    package init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
        allow = []
    }

    private init(methodNotAllowed allow: [HTTPMethod]) {
        code = .methodNotAllowed
        message = "the path has no route with that method"
        self.allow = allow
    }

    /// The path exists with other methods.
    package static func methodNotAllowed(allow: [HTTPMethod]) -> Self { Self(methodNotAllowed: allow) }
}
