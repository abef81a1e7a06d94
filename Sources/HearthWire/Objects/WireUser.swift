/// One person, as members of the family see each other.
public struct WireUser: Codable, Sendable, Hashable, JSONWritable {
    /// A role of a person.
    public struct Role: Codable, Sendable, Hashable, JSONWritable {
        /// The role's number.
        public var id: Int
        /// The role's name.
        public var name: String

        /// Takes both as they are.
        public init(id: Int, name: String) {
            self.id = id
            self.name = name
        }

        /// Appends the object.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.key("id")
            writer.int(id)
            writer.key("name")
            writer.string(name)
            writer.endObject()
        }
    }

    /// The person's number, from 1.
    public var userID: Int
    /// What the person is here.
    public var roles: [Role]
    /// The name for logging in.
    public var accountName: String
    /// The name that others see.
    public var nickname: String
    /// Digits, or empty.
    public var phone: String
    /// Whether the person can log in with a password.
    public var hasPassword: Bool
    /// A picture's address, or empty; sent as `avatar_url` and as `icon_url`, since clients differ.
    public var avatarURL: String

    private enum CodingKeys: String, CodingKey {
        case nickname, phone
        case userID = "user_id"
        case roles = "role_infos"
        case accountName = "account_name"
        case hasPassword = "is_set_password"
        case avatarURL = "avatar_url"
        case iconURL = "icon_url"
    }

    /// Makes a person.
    public init(
        userID: Int,
        roles: [Role] = [],
        accountName: String,
        nickname: String,
        phone: String = "",
        hasPassword: Bool = true,
        avatarURL: String = ""
    ) {
        self.userID = userID
        self.roles = roles
        self.accountName = accountName
        self.nickname = nickname
        self.phone = phone
        self.hasPassword = hasPassword
        self.avatarURL = avatarURL
    }

    /// Reads a person; only number and nickname must be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String {
            try container.decodeIfPresent(String.self, forKey: key) ?? ""
        }
        let avatar = try text(.avatarURL)
        self.init(
            userID: try container.decode(Int.self, forKey: .userID),
            roles: try container.decodeIfPresent([Role].self, forKey: .roles) ?? [],
            accountName: try text(.accountName),
            nickname: try container.decode(String.self, forKey: .nickname),
            phone: try text(.phone),
            hasPassword: try container.flag(.hasPassword),
            avatarURL: avatar.isEmpty ? try text(.iconURL) : avatar
        )
    }

    /// Writes what ``write(to:)`` writes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(userID, forKey: .userID)
        try container.encode(roles, forKey: .roles)
        try container.encode(accountName, forKey: .accountName)
        try container.encode(nickname, forKey: .nickname)
        try container.encode(phone, forKey: .phone)
        try container.encode(hasPassword, forKey: .hasPassword)
        try container.encode(avatarURL, forKey: .avatarURL)
        try container.encode(avatarURL, forKey: .iconURL)
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writeMembers(to: &writer)
        writer.endObject()
    }

    /// Appends the members alone, for replies that carry more than the person.
    public func writeMembers(to writer: inout JSONWriter) {
        writer.key("user_id")
        writer.int(userID)
        writer.key("role_infos")
        writer.array(roles)
        writer.key("account_name")
        writer.string(accountName)
        writer.key("nickname")
        writer.string(nickname)
        writer.key("phone")
        writer.string(phone)
        writer.key("is_set_password")
        writer.bool(hasPassword)
        writer.key("avatar_url")
        writer.string(avatarURL)
        writer.key("icon_url")
        writer.string(avatarURL)
    }
}
