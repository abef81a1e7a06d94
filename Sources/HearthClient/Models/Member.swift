/// A member of the family, with what surrounds him where it was asked for (contract, 6.1).
public struct Member: Codable, Sendable, Hashable, Identifiable {
    /// The member's number.
    public var id: Int
    /// What he is here.
    public var roles: [MemberRole]
    /// The name for signing in.
    public var accountName: String
    /// The name that others see.
    public var nickname: String
    /// Digits, or empty.
    public var phone: String
    /// Whether he can sign in with a password.
    public var hasPassword: Bool
    /// A picture's address, or empty.
    public var avatarURL: String
    /// Whether he owns the drive.
    public var isOwner: Bool
    /// Whether the account cannot sign in.
    public var isDisabled: Bool
    /// `active`, `disabled`, `leaving`; empty where the server does not say.
    public var state: String
    /// `{topic}_1` while a task is at work on it, `{topic}_0` after it failed, `offline`, or empty.
    public var taskStatus: String
    /// That task; empty without one.
    public var taskID: String
    /// Whether this is the caller; nil in lists.
    public var isSelf: Bool?
    /// The home; nil in lists.
    public var home: Home?

    private enum CodingKeys: String, CodingKey {
        case nickname, phone, state
        case id = "user_id"
        case roles = "role_infos"
        case accountName = "account_name"
        case hasPassword = "is_set_password"
        case avatarURL = "avatar_url"
        case isOwner = "is_owner"
        case isDisabled = "is_disabled"
        case taskStatus = "status"
        case taskID = "task_id"
        case isSelf = "is_self"
        case home = "area"
    }

    /// Takes every field as it is.
    public init(
        id: Int,
        roles: [MemberRole] = [],
        accountName: String = "",
        nickname: String = "",
        phone: String = "",
        hasPassword: Bool = false,
        avatarURL: String = "",
        isOwner: Bool = false,
        isDisabled: Bool = false,
        state: String = "",
        taskStatus: String = "",
        taskID: String = "",
        isSelf: Bool? = nil,
        home: Home? = nil
    ) {
        self.id = id
        self.roles = roles
        self.accountName = accountName
        self.nickname = nickname
        self.phone = phone
        self.hasPassword = hasPassword
        self.avatarURL = avatarURL
        self.isOwner = isOwner
        self.isDisabled = isDisabled
        self.state = state
        self.taskStatus = taskStatus
        self.taskID = taskID
        self.isSelf = isSelf
        self.home = home
    }
}

extension Member: LenientModel {
    static var required: [String] { ["user_id"] }
}
