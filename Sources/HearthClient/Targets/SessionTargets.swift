public import HearthWire

/// Signs in by password.
public struct SignIn: Target {
    /// How it is read.
    public typealias Response = SignedIn
    /// The name for signing in.
    public var accountName: String
    /// The password.
    public var password: String
    /// The client's name, for the list of sessions.
    public var client: String?

    /// Takes every part as it is.
    public init(accountName: String, password: String, client: String? = nil) {
        self.accountName = accountName
        self.password = password
        self.client = client
    }

    /// `/sessions`.
    public var path: String { "/sessions" }
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

/// Makes the owner; works once, with the token that the server prints at its first start.
public struct SetUp: Target {
    /// How it is read.
    public typealias Response = SignedIn
    /// The part of the link behind `#`.
    public var token: String
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
        token: String,
        accountName: String,
        password: String,
        nickname: String? = nil,
        client: String? = nil
    ) {
        self.token = token
        self.accountName = accountName
        self.password = password
        self.nickname = nickname
        self.client = client
    }

    /// `/setup`.
    public var path: String { "/setup" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("token")
            writer.string(token)
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

/// Lists the clients that are signed in as the caller.
public struct ListSessions: Target {
    /// How it is read.
    public typealias Response = ListPage<WireSession>

    /// Makes one.
    public init() {}

    /// `/sessions`.
    public var path: String { "/sessions" }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Ends the session that asks.
public struct SignOut: Target {
    /// Nothing.
    public typealias Response = Void

    /// Makes one.
    public init() {}

    /// `/sessions`.
    public var path: String { "/sessions" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Never twice: the second would be refused.
    public var flags: TargetFlags { .isSentOnce }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Ends another session of the caller.
public struct EndSession: Target {
    /// Nothing.
    public typealias Response = Void
    /// The session's number.
    public var id: Int

    /// Takes every part as it is.
    public init(_ id: Int) {
        self.id = id
    }

    /// `/sessions/{…}`.
    public var path: String { "/sessions/\(id)" }
    /// DELETE.
    public var method: TargetMethod { .delete }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}
