/// All members (contract, 6.1.1).
public struct MemberList: Codable, Sendable, Hashable {
    /// Whether the caller is the owner.
    public var isOwner: Bool
    /// How many there are.
    public var count: Int
    /// Sorted by number.
    public var members: [Member]

    private enum CodingKeys: String, CodingKey {
        case isOwner = "is_owner"
        case count = "user_count"
        case members = "users"
    }

    /// Takes every field as it is.
    public init(
        isOwner: Bool = false,
        count: Int = 0,
        members: [Member] = []
    ) {
        self.isOwner = isOwner
        self.count = count
        self.members = members
    }
}

extension MemberList: LenientModel {
    static var required: [String] { [] }
}
