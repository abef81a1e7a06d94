/// The cloud account that an area can also be reached through (contract, chapters 6.2 and 13.3).
///
/// The session cookie's value is no part of it: that is a secret, see ``SecretKey/cloudSession(area:)``.
public struct CloudAccount: Sendable, Hashable, Codable {
    /// Scheme, host and port of the cloud, without a slash at the end.
    public var url: String
    /// The cloud's number for the person; never the number inside the home.
    public var userID: Int
    /// The telephone number that the person signs in with; may be empty.
    public var phone: String
    /// How the cloud proves who it is.
    public var trust: ServerTrust
    /// How a temporary channel's host proves who it is.
    public var channelTrust: ServerTrust

    /// Takes the parts as they are.
    public init(
        url: String,
        userID: Int,
        phone: String = "",
        trust: ServerTrust = .system,
        channelTrust: ServerTrust = .system
    ) {
        self.url = url
        self.userID = userID
        self.phone = phone
        self.trust = trust
        self.channelTrust = channelTrust
    }
}
