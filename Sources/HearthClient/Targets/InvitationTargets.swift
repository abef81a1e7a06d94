import HearthWire

/// Makes a link by which one person can join.
public struct Invite: Target {
    /// How it is read.
    public typealias Response = Invitation
    /// What the invited person is called, as a suggestion.
    public var nickname: String?
    /// Seconds that it can be accepted; seven days unless given, thirty at most.
    public var expiresIn: Int?

    /// Takes every part as it is.
    public init(nickname: String? = nil, expiresIn: Int? = nil) {
        self.nickname = nickname
        self.expiresIn = expiresIn
    }

    /// `/invitations`.
    public var path: String { "/invitations" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            if let nickname {
                writer.key("nickname")
                writer.string(nickname)
            }
            if let expiresIn {
                writer.key("expires_in")
                writer.int(expiresIn)
            }
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Lists invitations, newest first.
public struct ListInvitations: Target {
    /// How it is read.
    public typealias Response = ListPage<Invitation>

    /// Makes one.
    public init() {}

    /// `/invitations`.
    public var path: String { "/invitations" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Withdraws an invitation.
public struct RevokeInvitation: Target {
    /// Nothing.
    public typealias Response = Void
    /// The invitation's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/invitations/{…}`.
    public var path: String { "/invitations/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// What an invited person sees; does not use the invitation.
public struct CheckInvitation: Target {
    /// How it is read.
    public typealias Response = InvitationPreview
    /// The part of the link behind `#/invite/`.
    public var code: String

    /// Takes every part as it is.
    public init(_ code: String) {
        self.code = code
    }

    /// `/invitations/check`.
    public var path: String { "/invitations/check" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("code")
            writer.string(code)
            writer.endObject()
        }
    }
    /// Only looks.
    public var flags: TargetFlags { .isIdempotent }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Makes the account and signs in.
public struct AcceptInvitation: Target {
    /// How it is read.
    public typealias Response = SignedIn
    /// The part of the link behind `#/invite/`.
    public var code: String
    /// The name for signing in.
    public var accountName: String
    /// The password.
    public var password: String
    /// The name that others see.
    public var nickname: String?
    /// The client's name, for the list of sessions.
    public var client: String?

    /// Takes every part as it is.
    public init(
        code: String,
        accountName: String,
        password: String,
        nickname: String? = nil,
        client: String? = nil
    ) {
        self.code = code
        self.accountName = accountName
        self.password = password
        self.nickname = nickname
        self.client = client
    }

    /// `/invitations/accept`.
    public var path: String { "/invitations/accept" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("code")
            writer.string(code)
            writer.key("account_name")
            writer.string(accountName)
            writer.key("password")
            writer.string(password)
            if let nickname {
                writer.key("nickname")
                writer.string(nickname)
            }
            if let client {
                writer.key("client")
                writer.string(client)
            }
            writer.endObject()
        }
    }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}
