public import HearthWire

/// Says where calls go: an area through its channels, or one fixed address.
public protocol EndpointSource: Sendable {
    /// Where a call goes now; asked before every attempt.
    ///
    /// - Throws: `.signedOut` and the like.
    func endpoint(for base: TargetBase) async throws(ClientError) -> Endpoint

    /// Is told that an endpoint could not be reached or broke off.
    ///
    /// - Returns: true where another channel is there: the call is then tried once more.
    func failed(_ endpoint: Endpoint, _ error: TransportError) async -> Bool

    /// Is told that the server ended the session: 10016, 2008 or 2009; once for each token, not for each call.
    func ended(_ endpoint: Endpoint, code: WireCode) async
}

extension EndpointSource {
    /// No other channel.
    public func failed(_ endpoint: Endpoint, _ error: TransportError) async -> Bool { false }

    /// Nothing to end.
    public func ended(_ endpoint: Endpoint, code: WireCode) async {}
}

/// One address and one token, for scripts and tests.
public struct FixedEndpoint: EndpointSource {
    /// `scheme://host[:port]`.
    public var host: String
    /// Which paths the drive answers under.
    public var family: APIFamily
    /// How the server's identity is checked.
    public var trust: ServerTrust
    /// Sent as `scope-token`.
    public var token: String?
    /// Sent as `Area-ID`.
    public var areaID: String?

    /// Takes the parts as they are.
    public init(
        _ host: String,
        token: String? = nil,
        family: APIFamily = .hearth,
        trust: ServerTrust = .system,
        areaID: String? = nil
    ) {
        self.host = host
        self.token = token
        self.family = family
        self.trust = trust
        self.areaID = areaID
    }

    /// The same host for every base.
    public func endpoint(for base: TargetBase) async throws(ClientError) -> Endpoint {
        Endpoint(host: host, for: base, family: family, trust: trust, token: token, areaID: areaID)
    }
}
