/// What a member is.
public struct MemberRole: Codable, Sendable, Hashable {
    /// 1 owner, 2 member; hubs have more.
    public var id: Int
    /// The same as a word.
    public var name: String

    private enum CodingKeys: String, CodingKey {
        case id, name
    }

    /// Takes every field as it is.
    public init(
        id: Int = 0,
        name: String = ""
    ) {
        self.id = id
        self.name = name
    }
}

extension MemberRole: LenientModel {
    static var required: [String] { [] }
}
