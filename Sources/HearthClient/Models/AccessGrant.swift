/// A token as hubs give it (contract, 6.1.8).
public struct AccessToken: Codable, Sendable, Hashable {
    /// Secret.
    public var token: String
    /// Seconds that it lives unless it is used.
    public var expiresIn: Int64
    /// Secret; Hearth gives the same token.
    public var refreshToken: String
    /// Seconds.
    public var refreshExpiresIn: Int64

    private enum CodingKeys: String, CodingKey {
        case token = "access_token"
        case expiresIn = "access_token_exp"
        case refreshToken = "refresh_token"
        case refreshExpiresIn = "refresh_token_exp"
    }

    /// Takes every field as it is.
    public init(
        token: String,
        expiresIn: Int64 = 0,
        refreshToken: String = "",
        refreshExpiresIn: Int64 = 0
    ) {
        self.token = token
        self.expiresIn = expiresIn
        self.refreshToken = refreshToken
        self.refreshExpiresIn = refreshExpiresIn
    }
}

extension AccessToken: LenientModel {
    static var required: [String] { ["access_token"] }
}

/// The reply of a hub to a login.
public struct AccessGrant: Codable, Sendable, Hashable {
    /// The token.
    public var token: AccessToken
    /// Whose it is.
    public var user: Member?

    private enum CodingKeys: String, CodingKey {
        case token = "token_info"
        case user = "user_info"
    }

    /// Takes every field as it is.
    public init(
        token: AccessToken,
        user: Member? = nil
    ) {
        self.token = token
        self.user = user
    }
}

extension AccessGrant: LenientModel {
    static var required: [String] { ["token_info"] }
}
