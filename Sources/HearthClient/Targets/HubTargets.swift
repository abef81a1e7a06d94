import HearthWire

/// The home (contract, 6.1.5).
public struct HomeInfo: Target {
    /// How it is read.
    public typealias Response = Home

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/areas`.
    public var path: String { "/areas" }
}

/// The home, by its id.
public struct HomeByID: Target {
    /// How it is read.
    public typealias Response = Home
    /// Decimal digits.
    public var id: String

    /// Takes every part as it is.
    public init(_ id: String) {
        self.id = id
    }

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/areas/{…}`.
    public var path: String { "/areas/\(PercentEncoding.encode(id))" }
}

/// What a scope token may be for (contract, 6.1.3).
public struct Scopes: Target {
    /// How it is read.
    public typealias Response = ScopeList

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/scopes`.
    public var path: String { "/scopes" }
}

/// Makes a token for a disk client (contract, 6.1.4).
public struct MakeScopeToken: Target {
    /// How it is read.
    public typealias Response = ScopeTokenReply
    /// `user`, `area`.
    public var scopes: [String]
    /// The caller's own number, or nil.
    public var userID: Int?
    /// A code from ``MakeVerificationCode`` instead of a token.
    public var code: String?

    /// Takes every part as it is.
    public init(scopes: [String] = ["user", "area"], userID: Int? = nil, code: String? = nil) {
        self.scopes = scopes
        self.userID = userID
        self.code = code
    }

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/scopes/token`.
    public var path: String { "/scopes/token" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("scopes")
            writer.array(scopes)
            if let userID {
                writer.key("sa_user_id")
                writer.int(userID)
            }
            writer.endObject()
        }
    }
    /// The code.
    public var headers: HeaderFields {
        var headers = HeaderFields()
        headers["verification-code"] = code
        return headers
    }
}

/// Logs in as a hub client (contract, 6.1.8).
public struct AccessTokenByPassword: Target {
    /// How it is read.
    public typealias Response = AccessGrant
    /// The name for signing in.
    public var accountName: String
    /// The password.
    public var password: String
    /// The client.
    public var clientID: String?

    /// Takes every part as it is.
    public init(accountName: String, password: String, clientID: String? = nil) {
        self.accountName = accountName
        self.password = password
        self.clientID = clientID
    }

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/oauth/access_token`.
    public var path: String { "/oauth/access_token" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("grant_type")
            writer.string("password")
            writer.key("account_name")
            writer.string(accountName)
            writer.key("password")
            writer.string(password)
            if let clientID {
                writer.key("client_id")
                writer.string(clientID)
            }
            writer.endObject()
        }
    }
}

/// Gets a new token for an old one (contract, 6.1.8).
public struct RefreshAccessToken: Target {
    /// How it is read.
    public typealias Response = AccessGrant
    /// The refresh token.
    public var refreshToken: String
    /// The client.
    public var clientID: String?

    /// Takes every part as it is.
    public init(refreshToken: String, clientID: String? = nil) {
        self.refreshToken = refreshToken
        self.clientID = clientID
    }

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/oauth/access_token`.
    public var path: String { "/oauth/access_token" }
    /// POST.
    public var method: TargetMethod { .post }
    /// The body.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("grant_type")
            writer.string("refresh_token")
            writer.key("refresh_token")
            writer.string(refreshToken)
            if let clientID {
                writer.key("client_id")
                writer.string(clientID)
            }
            writer.endObject()
        }
    }
}

/// Whether the token is valid here (contract, 6.1.6).
public struct CheckToken: Target {
    /// How it is read.
    public typealias Response = TokenCheck

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/check`.
    public var path: String { "/check" }
    /// POST.
    public var method: TargetMethod { .post }
    /// Only looks.
    public var flags: TargetFlags { .isIdempotent }
}

/// What hub this is; needs no token (contract, 6.1.7).
public struct CheckHub: Target {
    /// How it is read.
    public typealias Response = HubInfo

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/check`.
    public var path: String { "/check" }
}

/// Lists installed plugins (contract, 6.1.9).
public struct ListExtensions: Target {
    /// How it is read.
    public typealias Response = ExtensionList

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/extensions`.
    public var path: String { "/extensions" }
}

/// Makes a code that lets another service fetch one scope token (contract, 6.1.10).
public struct MakeVerificationCode: Target {
    /// How it is read.
    public typealias Response = VerificationCode

    /// Makes one.
    public init() {}

    /// The hub.
    public var base: TargetBase { .hub }
    /// `/verification/code`.
    public var path: String { "/verification/code" }
    /// POST.
    public var method: TargetMethod { .post }
}
