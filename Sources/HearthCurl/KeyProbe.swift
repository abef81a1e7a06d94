public import HearthClient

/// Looks at a server's key by a handshake that sends no request and no credentials.
public struct KeyProbe: KeyProber {
    /// Needs nothing.
    public init() {}

    /// The key of the server behind a URL; see ``fingerprint(of:timeout:)``.
    public func key(of url: String, timeout: Double) async throws(TransportError) -> ServerKey {
        try await Self.fingerprint(of: url, timeout: timeout)
    }

    /// The key of the server behind a URL.
    ///
    /// - Parameters:
    ///   - url: `https`; the path does not matter.
    ///   - timeout: seconds for everything.
    /// - Returns: the key, whether it is trusted or not.
    /// - Throws: `.badURL` for another scheme; otherwise what kept the handshake from its end.
    public static func fingerprint(
        of url: String,
        timeout: Double = 30
    ) async throws(TransportError) -> ServerKey {
        guard url.prefix(6).lowercased() == "https:" else {
            throw TransportError(.badURL, "only https servers have a key")
        }
        let found = FoundKey()
        let exchange = try CurlExchange(
            TransportRequest(url: url, idleTimeout: timeout, totalTimeout: timeout),
            readAhead: 0,
            probe: { handle, error in found.take(handle, error) }
        )
        var configuration = CurlConfiguration()
        configuration.laneLifetime = 0
        let transport = CurlTransport(configuration: configuration)
        let outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                exchange.await(continuation)
                transport.start(exchange, lane: "")
            }
        } onCancel: {
            exchange.cancel()
        }
        await transport.reset()
        if let key = found.key { return key }
        _ = try outcome.get()
        throw TransportError(.other, "the server showed no certificate")
    }
}
