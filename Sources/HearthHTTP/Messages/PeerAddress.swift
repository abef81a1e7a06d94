/// Who is at the other end.
///
/// Behind a trusted proxy this is the client the proxy names, not the proxy.
package struct PeerAddress: Hashable, Sendable {
    /// The address as text: dotted IPv4, or IPv6 without brackets; IPv4 mapped into IPv6 is shown as IPv4.
    package let text: String
    /// True for 127.0.0.0/8 and ::1.
    package let isLoopback: Bool

    /// Takes an address as text; the text decides whether it is the loopback.
    package init(text: String) {
        self.init(text: text, isLoopback: text.hasPrefix("127.") || text == "::1")
    }

    /// Takes an address whose nature is known; a forwarded request is never local.
    package init(text: String, isLoopback: Bool) {
        self.text = text
        self.isLoopback = isLoopback
    }

    /// The machine itself, for requests that come from no socket.
    package static let loopback = PeerAddress(text: "127.0.0.1")
}
