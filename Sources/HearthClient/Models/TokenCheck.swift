/// Whether a token is valid.
public struct TokenCheck: Codable, Sendable, Hashable {
    /// Whether the token that was sent is valid here.
    public var isAllowed: Bool

    private enum CodingKeys: String, CodingKey {
        case isAllowed = "access_allow"
    }

    /// Takes every field as it is.
    public init(
        isAllowed: Bool = false
    ) {
        self.isAllowed = isAllowed
    }
}

extension TokenCheck: LenientModel {
    static var required: [String] { [] }
}
