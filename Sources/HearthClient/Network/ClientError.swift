public import HearthWire

/// Why a call failed.
public struct ClientError: Error, Sendable, Hashable {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The server refused, in an envelope.
        case server(code: WireCode, reason: String)
        /// An HTTP status that is no success, without an envelope.
        case http(status: Int)
        /// No complete reply.
        case transport(TransportError)
        /// The reply is no envelope, or lacks the data.
        case invalidEnvelope
        /// The reply's data are something else; the text says what was expected where.
        case decoding(String)
        /// The call itself is wrong; nothing was sent.
        case invalidRequest(String)
        /// Cancelled.
        case cancelled
        /// The area has no token; nothing was sent.
        case signedOut
        /// The server does not have this: an older one, or another family of paths.
        case unsupported
    }

    /// What went wrong.
    public let kind: Kind
    /// The HTTP status of the reply; nil where there was none.
    public var httpStatus: Int?
    /// Seconds that the server asks to wait.
    public var retryAfter: Double?

    /// Takes the parts as they are.
    public init(_ kind: Kind, httpStatus: Int? = nil, retryAfter: Double? = nil) {
        self.kind = kind
        self.httpStatus = httpStatus
        self.retryAfter = retryAfter
    }

    /// Wraps a transport's failure; a cancelled one is ``Kind/cancelled``.
    public init(_ error: TransportError) {
        self.init(error.kind == .cancelled ? .cancelled : .transport(error))
    }

    /// The server's code; nil for other failures.
    public var code: WireCode? {
        guard case .server(let code, _) = kind else { return nil }
        return code
    }

    /// The transport's failure; nil for other failures.
    public var transport: TransportError? {
        guard case .transport(let error) = kind else { return nil }
        return error
    }

    /// Whether the same call may succeed a moment later.
    public var isRetryable: Bool {
        switch kind {
        case .transport(let error): error.isTransient
        case .http(let status): Self.passing.contains(status)
        case .server(let code, _):
            code == .busy || code == .throttled || code == .timedOut || Self.passing.contains(httpStatus ?? 0)
        case .invalidEnvelope, .decoding, .invalidRequest, .cancelled, .signedOut, .unsupported: false
        }
    }

    /// Whether the session has ended: the person has to sign in again.
    public var endsSession: Bool {
        switch kind {
        case .server(let code, _): Self.ending.contains(code)
        case .signedOut: true
        default: false
        }
    }

    /// The codes that end a session (contract, 13.4).
    static let ending: Set<WireCode> = [.unauthorized, .cloudLoginRequired, .cloudLoginExpired]

    // 408, 425, 429 and the gateway's words for a server that is not there at the moment.
    private static let passing: Set<Int> = [408, 425, 429, 502, 503, 504]
}
