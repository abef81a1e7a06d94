import HearthWire

/// Lists all members (contract, 6.1.1).
public struct ListMembers: Target {
    /// How it is read.
    public typealias Response = MemberList

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/users`.
    public var path: String { "/users" }
}

/// One member with what surrounds him (contract, 6.1.2).
public struct MemberByID: Target {
    /// How it is read.
    public typealias Response = Member
    /// The member's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/users/{…}`.
    public var path: String { "/users/\(id)" }
}

/// Adds a member.
public struct AddMember: Target {
    /// How it is read.
    public typealias Response = Member
    /// The name for signing in.
    public var accountName: String
    /// The password.
    public var password: String
    /// The name that others see.
    public var nickname: String?

    /// Takes every part as it is.
    public init(accountName: String, password: String, nickname: String? = nil) {
        self.accountName = accountName
        self.password = password
        self.nickname = nickname
    }

    /// `/users`.
    public var path: String { "/users" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("account_name")
            writer.string(accountName)
            writer.key("password")
            writer.string(password)
            if let nickname {
                writer.key("nickname")
                writer.string(nickname)
            }
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Changes a member; what is nil stays.
public struct EditMember: Target {
    /// How it is read.
    public typealias Response = Member
    /// The member's number.
    public var id: Int
    /// The name that others see.
    public var nickname: String?
    /// The name for signing in.
    public var accountName: String?
    /// Whether the account cannot sign in.
    public var isDisabled: Bool?

    /// Takes every part as it is.
    public init(_ id: Int, nickname: String? = nil, accountName: String? = nil, isDisabled: Bool? = nil) {
        self.id = id
        self.nickname = nickname
        self.accountName = accountName
        self.isDisabled = isDisabled
    }

    /// `/users/{…}`.
    public var path: String { "/users/\(id)" }
    /// PATCH.
    public var method: TargetMethod { .patch }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            if let nickname {
                writer.key("nickname")
                writer.string(nickname)
            }
            if let accountName {
                writer.key("account_name")
                writer.string(accountName)
            }
            if let isDisabled {
                writer.key("is_disabled")
                writer.flag(isDisabled)
            }
            writer.endObject()
        }
    }
    /// The same again changes nothing more.
    public var flags: TargetFlags { .isIdempotent }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Sets a member's password; one's own against the old one.
public struct SetPassword: Target {
    /// Nothing.
    public typealias Response = Void
    /// The member's number.
    public var id: Int
    /// At least 6 characters.
    public var newPassword: String
    /// The present one; for one's own only.
    public var oldPassword: String?

    /// Takes every part as it is.
    public init(_ id: Int, newPassword: String, oldPassword: String? = nil) {
        self.id = id
        self.newPassword = newPassword
        self.oldPassword = oldPassword
    }

    /// `/users/{…}/password`.
    public var path: String { "/users/\(id)/password" }
    /// PUT.
    public var method: TargetMethod { .put }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("new_password")
            writer.string(newPassword)
            if let oldPassword {
                writer.key("old_password")
                writer.string(oldPassword)
            }
            writer.endObject()
        }
    }
    /// Never twice: the second would have the wrong old one.
    public var flags: TargetFlags { .isSentOnce }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Makes another member the owner.
public struct TransferOwnership: Target {
    /// How it is read.
    public typealias Response = Member
    /// The member's number.
    public var id: Int
    /// The present owner's own, once more.
    public var password: String

    /// Takes every part as it is.
    public init(_ id: Int, password: String) {
        self.id = id
        self.password = password
    }

    /// `/users/{…}/owner`.
    public var path: String { "/users/\(id)/owner" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("password")
            writer.string(password)
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Removes a member.
public struct RemoveMember: Target {
    /// How it is read.
    public typealias Response = StartedTask
    /// The member's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/users/{…}`.
    public var path: String { "/users/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Never twice: the second would miss him.
    public var flags: TargetFlags { .isSentOnce }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
    /// Reads what there is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> StartedTask {
        try reply.dataOrBlank(StartedTask.self)
    }
}
