/// A code that lets another service fetch one scope token.
public struct VerificationCode: Codable, Sendable, Hashable {
    /// Six characters; secret, used once.
    public var code: String
    /// Seconds.
    public var expiresIn: Int64

    private enum CodingKeys: String, CodingKey {
        case code
        case expiresIn = "expires_in"
    }

    /// Takes every field as it is.
    public init(
        code: String,
        expiresIn: Int64 = 0
    ) {
        self.code = code
        self.expiresIn = expiresIn
    }
}

extension VerificationCode: LenientModel {
    static var required: [String] { ["code"] }
}
