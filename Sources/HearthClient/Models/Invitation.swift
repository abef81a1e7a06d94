/// A link by which one person can join.
public struct Invitation: Codable, Sendable, Hashable, Identifiable {
    /// The invitation's number.
    public var id: Int
    /// What the invited person is called, as a suggestion.
    public var nickname: String
    /// Unix seconds.
    public var created: Int64
    /// Unix seconds until when it can be accepted.
    public var expires: Int64
    /// `open`, `used` or `expired`.
    public var state: String
    /// The account that was made with it, or 0.
    public var usedBy: Int
    /// Unix seconds, or 0.
    public var used: Int64
    /// The secret of the link; told once, when it is made.
    public var code: String?
    /// The link, told once; begins with `/` when the server does not know its host.
    public var url: String?

    private enum CodingKeys: String, CodingKey {
        case id, nickname, created, expires, state, used, code, url
        case usedBy = "used_by"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        nickname: String = "",
        created: Int64 = 0,
        expires: Int64 = 0,
        state: String = "",
        usedBy: Int = 0,
        used: Int64 = 0,
        code: String? = nil,
        url: String? = nil
    ) {
        self.id = id
        self.nickname = nickname
        self.created = created
        self.expires = expires
        self.state = state
        self.usedBy = usedBy
        self.used = used
        self.code = code
        self.url = url
    }
}

extension Invitation: LenientModel {
    static var required: [String] { ["id"] }
}
