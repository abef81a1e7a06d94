/// Where a server listens and what it allows.
package struct HTTPServerConfiguration: Sendable {
    /// A numeric address to listen on; `::` takes IPv4 as well.
    package var host: String
    /// The port; 0 lets the kernel choose.
    package var port: Int
    /// What one client may take.
    package var limits: HTTPLimits
    /// Certificate and key; nil serves plain HTTP.
    package var tls: TLSConfiguration?
    /// Proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` count.
    package var trustedProxies: [AddressRange]
    /// Makes the access log's text of a target (path, then query without its `?`) that holds no secret.
    package var redactTarget: @Sendable (_ rawPath: [UInt8], _ rawQuery: [UInt8]) -> String

    /// Settings for one listener.
    package init(
        host: String = "127.0.0.1",
        port: Int = 0,
        limits: HTTPLimits = HTTPLimits(),
        tls: TLSConfiguration? = nil,
        trustedProxies: [AddressRange] = [],
        redactTarget: @escaping @Sendable ([UInt8], [UInt8]) -> String = AccessLog.redacted
    ) {
        self.host = host
        self.port = port
        self.limits = limits
        self.tls = tls
        self.trustedProxies = trustedProxies
        self.redactTarget = redactTarget
    }
}
