import HearthCrypto

/// What proves that a request belongs to a session, as its row keeps it.
///
/// The two never stand for each other, in the table or in memory.
enum SessionSecret: Hashable, Sendable {
    /// The token, which opens everything that its kind may.
    case token(SHA256Digest)
    /// The secret of the cookie, which opens media alone.
    case media(SHA256Digest)

    /// The hash that is looked for.
    var digest: SHA256Digest {
        switch self {
        case .token(let digest), .media(let digest): digest
        }
    }

    /// Where it stands in `sessions s`; takes ``digest``.
    var condition: String {
        switch self {
        case .token: "s.token = ?"
        case .media: "s.media = ?"
        }
    }

    /// What its bearer may do in a session of some kind.
    func kind(ofSession kind: Caller.Kind) -> Caller.Kind {
        switch self {
        case .token: kind
        case .media: .media
        }
    }
}
