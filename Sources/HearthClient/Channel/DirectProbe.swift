import HearthWire

/// Asks whether a home's own address leads to that home from here (contract, 13.3).
struct DirectProbe: Sendable {
    let transport: any Transport
    /// Seconds for the whole question.
    var timeout = 0.5

    /// Whether the drive answers there and knows the token.
    ///
    /// - Parameters:
    ///   - url: the home's address in its own network.
    ///   - request: the area and its token.
    /// - Returns: false for silence, for strangers, and for a token that is not known.
    func reaches(_ url: String, _ request: RouteRequest) async -> Bool {
        let call = DirectCall(transport: transport, trust: request.area.trust, timeout: timeout)
        // Newer hubs read the second header alone (contract, 6.1).
        let headers: HeaderFields = [
            "scope-token": request.token, "smart-assistant-token": request.token,
            "Area-ID": request.area.homeID,
        ]
        guard let reply = try? await call.send(.post, url + "/api/check", headers: headers),
            let data = try? reply.data()
        else { return false }
        return data["access_allow"]?.bool == true
    }

    /// Whether the token may go to that address from this network.
    ///
    /// Over plain HTTP nobody knows who listens at an address of a private network: there the home's wireless network
    /// must be this one, as far as both are known. Over TLS the handshake decides.
    static func isAllowed(_ url: String, _ area: Area, _ path: NetworkPath) -> Bool {
        guard !url.lowercased().hasPrefix("https://"), let home = area.bssid, let here = path.bssid else {
            return true
        }
        return sameNetwork(home, here)
    }

    /// Compares two addresses of wireless networks, whatever their case and whether zeros lead.
    static func sameNetwork(_ a: String, _ b: String) -> Bool {
        func parts(_ text: String) -> [UInt8?] { text.split(separator: ":").map { UInt8($0, radix: 16) } }
        let first = parts(a)
        return first.count == 6 && !first.contains(nil) && first == parts(b)
    }
}
