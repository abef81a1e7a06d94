import CLinux
import Glibc

/// A numeric address and a port.
package struct ListenAddress: Sendable, Hashable {
    /// IPv4 or IPv6 without brackets.
    package var host: String
    /// 0 lets the kernel choose.
    package var port: Int

    /// Loopback only, the port that everything else assumes.
    package static let standard = ListenAddress(host: "127.0.0.1", port: 8_650)

    /// Takes the parts as they are.
    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `127.0.0.1:8650`, `[::1]:8650` or `localhost:8650`; nil for anything else.
    package init?(_ text: String) {
        guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")),
            let port = UInt16(text[text.utf8.index(after: colon)...])
        else { return nil }
        var host = String(text[..<colon])
        if host == "localhost" { host = "127.0.0.1" }
        var four = in_addr()
        var six = in6_addr()
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = String(host.dropFirst().dropLast())
            guard inet_pton(AF_INET6, host, &six) == 1 else { return nil }
        } else {
            guard inet_pton(AF_INET, host, &four) == 1 else { return nil }
        }
        self.host = host
        self.port = Int(port)
    }

    /// As it stands in the configuration.
    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
