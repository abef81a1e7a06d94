/// One way to a home that was chosen.
struct Route: Sendable, Hashable {
    /// Scheme, host and port.
    var url: String
    var trust: ServerTrust
    var channel: Endpoint.Channel
    /// When it ends, on the clock that never jumps; nil for ways that do not.
    var deadline: Double?
}

/// What is known of an area while a way to it is chosen.
struct RouteRequest: Sendable {
    var area: Area
    var token: String
    /// The cloud session's cookie value; nil when the person is not signed in there.
    var cloudSession: String?

    /// The cloud account, where it can be used.
    var cloud: CloudAccount? { cloudSession == nil ? nil : area.cloud }
}
