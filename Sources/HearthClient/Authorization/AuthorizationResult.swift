import HearthWire

/// What the hub's app leaves for a drive app: homes with their tokens (contract, 13.5).
public struct AuthorizationResult: Sendable, Hashable {
    /// One home.
    public struct Home: Sendable, Hashable {
        /// The home's number; 0 for local ones of old versions.
        public var id: String
        /// The home's name.
        public var name: String
        /// The hub's own id; nil for homes without one.
        public var hubID: String?
        /// Scheme, host and port in the home's network.
        public var lanAddress: String?
        /// The home's wireless network.
        public var bssid: String?
        /// The person's number inside the home.
        public var userID: Int
        /// The hub's token of the person.
        public var userToken: String
        /// The token for the drive.
        public var scopeToken: String
        /// Its life in seconds when it was made.
        public var expiresIn: Int

        /// Takes the parts as they are.
        public init(
            id: String,
            name: String,
            hubID: String? = nil,
            lanAddress: String? = nil,
            bssid: String? = nil,
            userID: Int,
            userToken: String = "",
            scopeToken: String,
            expiresIn: Int = 0
        ) {
            self.id = id
            self.name = name
            self.hubID = hubID
            self.lanAddress = lanAddress
            self.bssid = bssid
            self.userID = userID
            self.userToken = userToken
            self.scopeToken = scopeToken
            self.expiresIn = expiresIn
        }
    }

    /// The cloud's number for the person; nil when he is not signed in there.
    public var cloudUserID: Int?
    /// The cloud's address.
    public var cloudURL: String?
    /// The telephone number at the cloud.
    public var cloudPhone: String?
    /// The name that others see.
    public var nickname: String
    /// The value of the cloud's session cookie.
    public var sessionCookie: String?
    /// The homes, the first to become the current one.
    public var homes: [Home]

    /// Takes the parts as they are.
    public init(
        cloudUserID: Int? = nil,
        cloudURL: String? = nil,
        cloudPhone: String? = nil,
        nickname: String,
        sessionCookie: String? = nil,
        homes: [Home]
    ) {
        self.cloudUserID = cloudUserID
        self.cloudURL = cloudURL
        self.cloudPhone = cloudPhone
        self.nickname = nickname
        self.sessionCookie = sessionCookie
        self.homes = homes
    }

    /// Reads the JSON text; numbers may be text and the other way round, and an area without a token is left out.
    ///
    /// - Throws: `.invalidReply`.
    public init(json: [UInt8]) throws(SessionError) {
        guard let value = try? JSONValue(parsing: json), let areas = value["areas"]?.array else {
            throw SessionError(.invalidReply("the result holds no homes"))
        }
        func text(_ name: String) -> String? {
            value[name]?.lenientText.flatMap { $0.isEmpty ? nil : $0 }
        }
        self.init(
            cloudUserID: value["cloud_user_id"]?.lenientInt,
            cloudURL: text("cloud_url"),
            cloudPhone: text("cloud_phone"),
            nickname: text("nickname") ?? "",
            sessionCookie: text("sessionCookie"),
            homes: areas.compactMap(Home.init(json:))
        )
    }

    /// The JSON text, with the contract's names.
    public var json: [UInt8] {
        var members: [String: JSONValue] = [
            "nickname": .string(nickname), "areas": .array(homes.map(\.json)),
        ]
        members["cloud_user_id"] = cloudUserID.map { .int(Int64($0)) }
        members["cloud_url"] = cloudURL.map { .string($0) }
        members["cloud_phone"] = cloudPhone.map { .string($0) }
        members["sessionCookie"] = sessionCookie.map { .string($0) }
        return JSONValue.object(members).jsonBytes
    }

    /// Reads the file `shareToken.plist`: a keyed archive of the JSON text.
    ///
    /// - Throws: `.invalidReply`.
    public init(archive: [UInt8]) throws(SessionError) {
        guard let text = KeyedArchive.text(in: archive) else {
            throw SessionError(.invalidReply("the result is no keyed archive of a text"))
        }
        try self.init(json: Array(text.utf8))
    }

    /// The file `shareToken.plist`.
    public var archive: [UInt8] { KeyedArchive.bytes(of: String(decoding: json, as: UTF8.self)) }

    /// The areas with their tokens, ready for ``AreaManager/add(all:)``.
    ///
    /// With a number, an address and a cookie of the cloud each of them has the cloud account; without one of the three
    /// none has. The person's number is always the one inside the home.
    ///
    /// - Returns: in the result's order; the base is found out with the first call.
    public var areas: [NewArea] {
        var cloud: CloudAccount?
        var session: String?
        if let id = cloudUserID, let cookie = sessionCookie, CloudCookie.isValid(cookie),
            let url = cloudURL.flatMap({ try? ServerAddress($0) })
        {
            cloud = CloudAccount(url: url.description, userID: id, phone: cloudPhone ?? "")
            session = cookie
        }
        return homes.map { home in
            let area = Area(
                homeID: home.id,
                alias: "",
                name: home.name,
                lanURL: home.lanAddress.flatMap { try? ServerAddress($0).description },
                nickname: nickname,
                userID: home.userID,
                bssid: home.bssid,
                cloud: cloud,
                family: .wangpan
            )
            return NewArea(area: area, token: home.scopeToken, cloudSession: session)
        }
    }
}

extension AuthorizationResult.Home {
    fileprivate init?(json value: JSONValue) {
        func text(_ name: String) -> String? {
            value[name]?.lenientText.flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let token = text("scope_token"), let userID = value["sa_user_id"]?.lenientInt else {
            return nil
        }
        self.init(
            id: text("id") ?? "0",
            name: text("name") ?? "",
            hubID: text("sa_id"),
            lanAddress: text("sa_lan_address"),
            bssid: text("bssid"),
            userID: userID,
            userToken: text("sa_user_token") ?? "",
            scopeToken: token,
            expiresIn: value["expires_in"]?.lenientInt ?? 0
        )
    }

    fileprivate var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id), "name": .string(name), "sa_user_id": .int(Int64(userID)),
            "sa_user_token": .string(userToken), "scope_token": .string(scopeToken),
            "expires_in": .int(Int64(expiresIn)),
        ]
        members["sa_id"] = hubID.map { .string($0) }
        members["sa_lan_address"] = lanAddress.map { .string($0) }
        members["bssid"] = bssid.map { .string($0) }
        return .object(members)
    }
}
