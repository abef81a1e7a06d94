import HearthCrypto

/// The addresses under which people reach a listener.
package enum ReachableAddress {
    /// A URL that ends with a slash.
    ///
    /// A server that listens on every address is named by the machine's first address on the local network.
    package static func url(host: String, port: Int, isSecure: Bool) -> String {
        urls(host: host, port: port, isSecure: isSecure)[0]
    }

    /// Every URL, the likeliest first; at least one.
    package static func urls(host: String, port: Int, isSecure: Bool) -> [String] {
        var hosts = isWildcard(host) ? networkAddresses(withIPv6: host == "::") : [host]
        if hosts.isEmpty { hosts = ["127.0.0.1"] }
        return hosts.map { host in
            let bracketed = host.contains(":") ? "[\(host)]" : host
            return "\(isSecure ? "https" : "http")://\(bracketed):\(port)/"
        }
    }

    /// Whether only this machine can connect to that listening address.
    package static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

    private static func isWildcard(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    /// IPv4 first: people can type it.
    private static func networkAddresses(withIPv6: Bool) -> [String] {
        let addresses = MachineNames.current().addresses
        let chosen = addresses.filter { $0.count == 4 } + addresses.filter { withIPv6 && $0.count == 16 }
        return chosen.compactMap(CertificateNames.text)
    }
}
