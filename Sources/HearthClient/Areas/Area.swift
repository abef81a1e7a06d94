/// One home as one person uses it on this device: where it is and who signed in, without any secret.
public struct Area: Sendable, Hashable, Codable, Identifiable {
    /// The key on this device, kept for ever: transfers and secrets refer to it.
    ///
    /// See ``makeID(homeID:userID:lanURL:)``.
    public var id: String
    /// The home's number as its server gives it: decimal digits, the value of the header `Area-ID`.
    ///
    /// Old servers say 0, and several homes may say so.
    public var homeID: String
    /// The name in front of remote paths on the command line; unique on this device.
    public var alias: String
    /// The home's name for people.
    public var name: String
    /// Scheme, host and port in the home's own network, without a slash at the end; nil until it was found.
    public var lanURL: String?
    /// The name that the person signs in with; empty when the sign-in did not tell it.
    public var accountName: String
    /// The name that others see.
    public var nickname: String
    /// The person's number inside the home; never the cloud's number for the same person.
    public var userID: Int
    /// How the home's server proves who it is.
    public var trust: ServerTrust
    /// Whether the person owns the home.
    public var isOwner: Bool
    /// The home's wireless network, six bytes as hex with colons; nil when it is not known.
    public var bssid: String?
    /// How the home is reached from elsewhere; nil for homes in one network alone.
    public var cloud: CloudAccount?
    /// Which base the home speaks.
    public var family: APIFamily

    /// Takes the parts; without an `id` one is made of the others.
    public init(
        id: String? = nil,
        homeID: String,
        alias: String,
        name: String = "",
        lanURL: String?,
        accountName: String = "",
        nickname: String = "",
        userID: Int,
        trust: ServerTrust = .system,
        isOwner: Bool = false,
        bssid: String? = nil,
        cloud: CloudAccount? = nil,
        family: APIFamily = .hearth
    ) {
        self.id = id ?? Self.makeID(homeID: homeID, userID: userID, lanURL: lanURL)
        self.homeID = homeID
        self.alias = alias
        self.name = name
        self.lanURL = lanURL
        self.accountName = accountName
        self.nickname = nickname
        self.userID = userID
        self.trust = trust
        self.isOwner = isOwner
        self.bssid = bssid
        self.cloud = cloud
        self.family = family
    }

    /// The key of a person in a home: the same for every sign-in of that person there.
    ///
    /// - Returns: `HOME-USER`; for old servers, which all call themselves 0, the address stands for the home.
    public static func makeID(homeID: String, userID: Int, lanURL: String?) -> String {
        let isNumbered = !homeID.isEmpty && homeID != "0"
        let home = isNumbered ? homeID : "0@" + (lanURL.map(Self.authority) ?? "")
        return "\(home)-\(userID)"
    }

    private static func authority(_ url: String) -> String {
        let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
        return rest.prefix { $0 != "/" }.lowercased()
    }
}
