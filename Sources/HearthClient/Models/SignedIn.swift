/// A new session.
public struct SignedIn: Codable, Sendable, Hashable {
    /// Goes into `scope-token`; opaque and secret.
    public var token: String
    /// Seconds that it lives unless it is used.
    public var expiresIn: Int64
    /// Who signed in.
    public var user: Member

    private enum CodingKeys: String, CodingKey {
        case token, user
        case expiresIn = "expires_in"
    }

    /// Takes every field as it is.
    public init(
        token: String,
        expiresIn: Int64 = 0,
        user: Member
    ) {
        self.token = token
        self.expiresIn = expiresIn
        self.user = user
    }
}

extension SignedIn: LenientModel {
    static var required: [String] { ["token", "user"] }
}
