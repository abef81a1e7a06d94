import CLinux
import Glibc

/// The address under which people reach a listener.
package enum ReachableAddress {
    /// A URL that ends with a slash.
    ///
    /// A server that listens on every address is named by the machine's first address on the local network.
    package static func url(host: String, port: Int, isSecure: Bool) -> String {
        let shown = isWildcard(host) ? firstNetworkAddress() ?? "127.0.0.1" : host
        let bracketed = shown.contains(":") ? "[\(shown)]" : shown
        return "\(isSecure ? "https" : "http")://\(bracketed):\(port)/"
    }

    /// Whether only this machine can connect to that listening address.
    package static func isLoopback(_ host: String) -> Bool { host.hasPrefix("127.") || host == "::1" }

    private static func isWildcard(_ host: String) -> Bool { host == "0.0.0.0" || host == "::" }

    private static func firstNetworkAddress() -> String? {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return nil }
        defer { freeifaddrs(list) }
        var next = list
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard let address = interface.ifa_addr, Int32(address.pointee.sa_family) == AF_INET,
                interface.ifa_flags & UInt32(IFF_LOOPBACK) == 0,
                interface.ifa_flags & UInt32(IFF_UP) != 0
            else { continue }
            let bits = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                UInt32(bigEndian: $0.pointee.sin_addr.s_addr)
            }
            return "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
        }
        return nil
    }
}
