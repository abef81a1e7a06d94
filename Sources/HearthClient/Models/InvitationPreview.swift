/// What an invited person sees before accepting.
public struct InvitationPreview: Codable, Sendable, Hashable {
    /// The home's name.
    public var homeName: String
    /// Who invites.
    public var invitedBy: String
    /// What the invited person is called unless he says otherwise.
    public var nickname: String
    /// Unix seconds.
    public var expires: Int64

    private enum CodingKeys: String, CodingKey {
        case nickname, expires
        case homeName = "area_name"
        case invitedBy = "invited_by"
    }

    /// Takes every field as it is.
    public init(
        homeName: String = "",
        invitedBy: String = "",
        nickname: String = "",
        expires: Int64 = 0
    ) {
        self.homeName = homeName
        self.invitedBy = invitedBy
        self.nickname = nickname
        self.expires = expires
    }
}

extension InvitationPreview: LenientModel {
    static var required: [String] { [] }
}
