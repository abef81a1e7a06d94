/// A member at one end of a share.
public struct SharePerson: Codable, Sendable, Hashable, Identifiable {
    /// The member's number.
    public var id: Int
    /// His name.
    public var nickname: String

    private enum CodingKeys: String, CodingKey {
        case id, nickname
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        nickname: String = ""
    ) {
        self.id = id
        self.nickname = nickname
    }
}

extension SharePerson: LenientModel {
    static var required: [String] { ["id"] }
}
