/// Where a call goes, and as whom.
public struct Endpoint: Sendable, Hashable {
    /// The way to a home.
    public enum Channel: String, Sendable, Hashable, Codable {
        /// The local network, or whatever address the home has.
        case direct
        /// A temporary host of the cloud's tunnel (contract, 13.3).
        case tunnel
        /// The cloud itself.
        case cloud
    }

    /// `scheme://host[:port]`, without a slash at the end.
    public var baseURL: String
    /// What a path is put behind: `/api/v1`, `/api`, or nothing.
    public var basePath: String
    /// Which paths a drive answers under.
    public var family: APIFamily
    /// How the server's identity is checked.
    public var trust: ServerTrust
    /// Sent as `scope-token`; nil for calls without one.
    public var token: String?
    /// Sent as `Area-ID`.
    public var areaID: String?
    /// Sent as `Cookie`: the cloud's session.
    public var cookie: String?
    /// The way.
    public var channel: Channel

    /// Takes the parts as they are.
    public init(
        baseURL: String,
        basePath: String,
        family: APIFamily = .hearth,
        trust: ServerTrust = .system,
        token: String? = nil,
        areaID: String? = nil,
        cookie: String? = nil,
        channel: Channel = .direct
    ) {
        self.baseURL = baseURL
        self.basePath = basePath
        self.family = family
        self.trust = trust
        self.token = token
        self.areaID = areaID
        self.cookie = cookie
        self.channel = channel
    }

    /// Takes a host and puts the base path together.
    public init(
        host: String,
        for base: TargetBase,
        family: APIFamily = .hearth,
        trust: ServerTrust = .system,
        token: String? = nil,
        areaID: String? = nil,
        cookie: String? = nil,
        channel: Channel = .direct
    ) {
        var host = host
        while host.utf8.last == UInt8(ascii: "/") { host.removeLast() }
        self.init(
            baseURL: host,
            basePath: Self.basePath(base, family),
            family: family,
            trust: trust,
            token: token,
            areaID: areaID,
            cookie: cookie,
            channel: channel
        )
    }

    /// What a base's paths are put behind.
    public static func basePath(_ base: TargetBase, _ family: APIFamily) -> String {
        switch base {
        case .drive: family.basePath
        // Hearth answers the hub's routes beside its own; an original hub has them under /api.
        case .hub: family == .hearth ? "/api/v1" : "/api"
        case .root: ""
        case .cloud: "/api"
        }
    }
}
