import HearthWire

/// Asks the cloud for a temporary channel to a home: `GET /api/datatunnel` (contract, 6.2).
struct TunnelRequest: Sendable {
    let transport: any Transport
    let cloud: CloudAccount
    /// Seconds for the whole question.
    var timeout: Double = 15

    /// A new channel.
    ///
    /// - Parameters:
    ///   - homeID: the home's number.
    ///   - cookie: the cloud session's value; goes to the cloud's host alone.
    ///   - now: the moment from which its life is counted.
    /// - Returns: the channel, whose host is not checked yet.
    /// - Throws: `.server` with 2008 or 2009 when the cloud's session has ended, `.badURL`, `.transport` and others.
    func ask(homeID: String, cookie: String, now: Double) async throws(SessionError) -> TemporaryChannel {
        let address = try cloudAddress()
        let call = DirectCall(transport: transport, trust: cloud.trust, timeout: timeout)
        let headers: HeaderFields = ["Area-ID": homeID, "Cookie": CloudCookie.header(cookie)]
        let url = "\(address)/api/datatunnel?scheme=\(address.scheme)"
        let data = try await call.send(.get, url, headers: headers).data()
        guard let channel = DataTunnel.Response(data) else {
            throw SessionError(.invalidReply("the channel has no host"))
        }
        return TemporaryChannel(host: channel.host, expiresTime: channel.expiresTime, saved: now)
    }

    /// The address behind a channel's host.
    ///
    /// - Throws: `.invalidReply` for what is no host, and for the cloud's own: the home's token would go there.
    func url(of host: String) throws(SessionError) -> String {
        let cloud = try cloudAddress()
        guard !host.contains("/"), let channel = try? ServerAddress("\(cloud.scheme)://\(host)") else {
            throw SessionError(.invalidReply("the channel's host is none"))
        }
        guard channel.host != cloud.host || channel.effectivePort != cloud.effectivePort else {
            throw SessionError(.invalidReply("the channel leads to the cloud itself"))
        }
        return channel.description
    }

    /// Tokens and cookies cross the internet under TLS alone; a cloud on this very machine is a test's.
    private func cloudAddress() throws(SessionError) -> ServerAddress {
        let address = try ServerAddress(cloud.url)
        guard address.scheme == "https" || address.isLoopback else { throw SessionError(.badURL(cloud.url)) }
        return address
    }
}
