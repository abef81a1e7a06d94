import Glibc

/// What all requests of a ``CurlTransport`` have in common.
public struct CurlConfiguration: Sendable {
    /// Requests of one lane that are under way at a time; further ones wait for their turn, in order.
    public var requestsPerLane = 64
    /// Seconds after which a lane without requests closes its connections and ends its thread.
    public var laneLifetime: Double = 60
    /// Bytes of a response body that wait for their reader before the connection is no longer read.
    public var readAhead = 1 << 20
    /// PEM file of roots for `.system` instead of the distribution's; `SSL_CERT_FILE` as in OpenSSL's tools.
    public var rootsFile: String?
    /// Folder of hashed roots for `.system` instead of the distribution's; `SSL_CERT_DIR` as in OpenSSL's tools.
    public var rootsFolder: String?
    /// Sent as User-Agent where a request names none; nil sends no such field.
    public var userAgent: String?
    /// Hosts, suffixes and networks that are never reached through a proxy of the environment (decision 0020).
    public var directHosts: [String]

    /// Takes the roots and exceptions from the environment, everything else as declared.
    public init() {
        rootsFile = Self.environment("SSL_CERT_FILE")
        rootsFolder = Self.environment("SSL_CERT_DIR")
        let named = Self.environment("no_proxy") ?? Self.environment("NO_PROXY")
        directHosts = Self.home + (named.map { $0.split(separator: ",").map(String.init) } ?? [])
    }

    /// Loopback, private and link-local networks, and the names that only a home's own resolver knows.
    private static let home = [
        "localhost", "127.0.0.0/8", "::1", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16",
        "100.64.0.0/10", "fe80::/10", "fc00::/7", "local", "lan", "home.arpa",
    ]

    /// ``directHosts`` as libcurl takes it: `*`, every host, counts only when it is the whole value.
    package var noProxy: String {
        let hosts = directHosts.map { host in
            var host = host[...]
            while host.first?.isWhitespace == true { host.removeFirst() }
            while host.last?.isWhitespace == true { host.removeLast() }
            return String(host)
        }
        return hosts.contains("*") ? "*" : hosts.joined(separator: ",")
    }

    private static func environment(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }
}
