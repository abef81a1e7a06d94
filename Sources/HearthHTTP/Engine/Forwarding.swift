/// Who the client is, in the light of what trusted proxies say.
enum Forwarding {
    /// The client of a request.
    ///
    /// `X-Forwarded-For` counts only when `socket` is a trusted proxy; the right-most entry that is no trusted proxy
    /// is the client, since everything left of it can be forged. An unreadable entry ends the walk.
    static func client(
        socket: SocketAddress,
        socketText: String,
        fields: HTTPFields,
        proxies: [AddressRange]
    ) -> PeerAddress {
        guard proxies.contains(where: { $0.contains(socket) }) else {
            return PeerAddress(text: socketText, isLoopback: socket.isLoopback)
        }
        var isForwarded = fields.contains("Forwarded") || fields.contains("Via")
        var client = socket
        walk: for value in fields.values(for: "X-Forwarded-For").reversed() {
            isForwarded = true
            for entry in value.split(separator: ",").reversed() {
                guard let address = address(of: entry) else { break walk }
                client = address
                if !proxies.contains(where: { $0.contains(address) }) { break walk }
            }
        }
        // A forwarded request never counts as local, whatever the header says.
        return PeerAddress(text: client.text, isLoopback: client.isLoopback && !isForwarded)
    }

    /// True when a trusted proxy says that its client used TLS.
    static func isSecure(socket: SocketAddress, fields: HTTPFields, proxies: [AddressRange]) -> Bool {
        guard proxies.contains(where: { $0.contains(socket) }) else { return false }
        return fields.values(for: "X-Forwarded-Proto").last.map { equalsIgnoringASCIICase($0, "https") }
            ?? false
    }

    /// Reads `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1` or `[2001:db8::1]:443`.
    private static func address(of entry: Substring) -> SocketAddress? {
        var text = entry.drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        if text.first == "[" {
            text = text.dropFirst().prefix { $0 != "]" }
        } else if text.filter({ $0 == ":" }).count == 1 {
            text = text.prefix { $0 != ":" }
        }
        return SocketAddress(text: String(text))
    }
}
