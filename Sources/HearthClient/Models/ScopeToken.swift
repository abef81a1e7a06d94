/// A token for a disk client.
public struct ScopeToken: Codable, Sendable, Hashable {
    /// Goes into `scope-token`; opaque and secret.
    public var token: String
    /// Seconds that it lives unless it is used.
    public var expiresIn: Int64

    private enum CodingKeys: String, CodingKey {
        case token
        case expiresIn = "expires_in"
    }

    /// Takes every field as it is.
    public init(
        token: String,
        expiresIn: Int64 = 0
    ) {
        self.token = token
        self.expiresIn = expiresIn
    }
}

extension ScopeToken: LenientModel {
    static var required: [String] { ["token"] }
}

/// The reply of a hub to a request for a scope token.
public struct ScopeTokenReply: Codable, Sendable, Hashable {
    /// The token.
    public var scopeToken: ScopeToken

    private enum CodingKeys: String, CodingKey {
        case scopeToken = "scope_token"
    }

    /// Takes every field as it is.
    public init(
        scopeToken: ScopeToken
    ) {
        self.scopeToken = scopeToken
    }
}

extension ScopeTokenReply: LenientModel {
    static var required: [String] { ["scope_token"] }
}
