/// Why a request got no complete response.
public struct TransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// What went wrong.
    public enum Kind: Sendable, Hashable {
        /// The URL is none that this transport can use.
        case badURL
        /// The host's name is not known.
        case nameNotFound
        /// Nobody answers there, or the connection was refused.
        case unreachable
        /// This device has no connection at all; nothing was sent.
        case offline
        /// The connection ended before the response was complete.
        case interrupted
        /// A time-out ran out.
        case timedOut
        /// The certificate is not trusted: unknown authority, wrong name, expired.
        case untrusted
        /// Another public key than the pinned one.
        case keyChanged(expected: KeyFingerprint, found: KeyFingerprint?)
        /// This transport cannot keep the asked trust policy; nothing was sent.
        case trustPolicyUnsupported
        /// What the server sent is no HTTP.
        case invalidResponse
        /// A reply beyond the limit.
        case tooLarge
        /// The file that is sent became shorter.
        case sourceChanged
        /// The sink or the body's source threw.
        case sinkFailed
        /// Cancelled.
        case cancelled
        /// Anything else.
        case other
    }

    /// What went wrong.
    public let kind: Kind
    /// The transport's own words, for logs and support; in English.
    public let detail: String

    /// Takes both as they are.
    public init(_ kind: Kind, _ detail: String = "") {
        self.kind = kind
        self.detail = detail
    }

    /// Whether the same request may succeed a moment later, on this or another channel.
    public var isTransient: Bool {
        switch kind {
        case .nameNotFound, .unreachable, .offline, .interrupted, .timedOut, .invalidResponse: true
        default: false
        }
    }

    /// Kind and detail.
    public var description: String { detail.isEmpty ? "\(kind)" : "\(kind): \(detail)" }
}
