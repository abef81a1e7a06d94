import HearthWire

/// Signs in to the cloud: `POST /sessions/login` (contract, 6.2).
public struct CloudLogin: Target {
    /// Who signed in.
    public struct Response: Sendable, Hashable {
        /// The cloud's number for the person.
        public var userID: Int
        /// The name that others see.
        public var nickname: String
        /// The telephone number.
        public var phone: String
        /// The value of the session's cookie.
        public var session: String
    }

    private let phone: String
    private let password: String

    /// Takes what the person typed.
    public init(phone: String, password: String) {
        self.phone = phone
        self.password = password
    }

    /// The cloud's.
    public var base: TargetBase { .cloud }
    /// The route.
    public var path: String { "/sessions/login" }
    /// POST.
    public var method: TargetMethod { .post }
    /// Telephone number and password.
    public var task: TargetTask {
        .json(JSONValue.object(["phone": .string(phone), "password": .string(password)]))
    }
    /// A second attempt could count as a second guess.
    public var flags: TargetFlags { [.showsProgress, .blocksInput, .isSentOnce] }

    /// Takes the cookie from the reply's head, which is where the session is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> Response {
        guard let user = reply.envelope?["data"]?["user_info"], let id = user["user_id"]?.lenientInt else {
            throw ClientError(.decoding("user_info"), httpStatus: reply.status)
        }
        guard let session = CloudCookie.value(in: reply.headers) else {
            throw ClientError(.decoding("the cookie \(CloudCookie.name)"), httpStatus: reply.status)
        }
        return Response(
            userID: id,
            nickname: user["nickname"]?.string ?? "",
            phone: user["phone"]?.lenientText ?? phone,
            session: session
        )
    }
}

/// Ends the session at the cloud: `POST /sessions/logout` (contract, 6.2).
public struct CloudLogout: Target {
    /// Nothing.
    public typealias Response = Void

    /// The session is the endpoint's.
    public init() {}

    /// The cloud's.
    public var base: TargetBase { .cloud }
    /// The route.
    public var path: String { "/sessions/logout" }
    /// POST.
    public var method: TargetMethod { .post }
}

/// The homes of a cloud account with their tokens: `GET /users/{id}/extension/2/tokens` (contract, 6.2).
public struct CloudHomes: Target {
    /// One home.
    public struct Home: Sendable, Hashable {
        /// The home's number.
        public var id: String
        /// The home's name.
        public var name: String
        /// The hub's own id.
        public var hubID: String
        /// The person's number inside the home.
        public var userID: Int
        /// The token for the drive.
        public var token: String
    }

    /// The homes.
    public typealias Response = [Home]

    private let userID: Int

    /// Takes the cloud's number for the person.
    public init(userID: Int) { self.userID = userID }

    /// The cloud's.
    public var base: TargetBase { .cloud }
    /// The route; 2 are drives.
    public var path: String { "/users/\(userID)/extension/2/tokens" }

    /// Leaves out homes without a token: there the drive was not allowed.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> [Home] {
        guard let data = reply.envelope?["data"] else { throw ClientError(.invalidEnvelope) }
        return (data["extension_token_list"]?.array ?? []).compactMap { home in
            guard let id = home["area_id"]?.lenientText, let token = home["token"]?.string, !token.isEmpty,
                let userID = home["sa_user_id"]?.lenientInt
            else { return nil }
            return Home(
                id: id,
                name: home["area_name"]?.string ?? "",
                hubID: home["said"]?.lenientText ?? "",
                userID: userID,
                token: token
            )
        }
    }
}

/// Asks for a temporary channel to a home: `GET /datatunnel` (contract, 6.2).
public struct DataTunnel: Target {
    /// Where the channel begins.
    public struct Response: Sendable, Hashable {
        /// Name and port.
        public var host: String
        /// Its life in seconds.
        public var expiresTime: Double
    }

    private let homeID: String
    private let scheme: String

    /// Takes the home's number, and what the channel speaks: `https`.
    public init(homeID: String, scheme: String = "https") {
        self.homeID = homeID
        self.scheme = scheme
    }

    /// The cloud's.
    public var base: TargetBase { .cloud }
    /// The route.
    public var path: String { "/datatunnel" }
    /// What the channel speaks.
    public var task: TargetTask { .query([("scheme", scheme)]) }
    /// Which home.
    public var headers: HeaderFields { ["Area-ID": homeID] }

    /// Reads the host.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> Response {
        guard let response = Response(reply.envelope?["data"] ?? .null) else {
            throw ClientError(.decoding("host"), httpStatus: reply.status)
        }
        return response
    }
}

extension DataTunnel.Response {
    init?(_ data: JSONValue) {
        guard let host = data["host"]?.string, !host.isEmpty else { return nil }
        let life = data["expires_time"]
        self.host = host
        expiresTime = max(life?.double ?? life?.lenientInt.map(Double.init) ?? 0, 0)
    }
}
