import HearthWire

/// What an authorisation server says about itself (RFC 8414).
struct OAuthMetadata: Sendable, Hashable {
    /// Its name: the address it was asked at.
    var issuer: String
    /// Where the person's browser goes.
    var authorization: String
    /// Where codes become tokens.
    var token: String
    /// Where a device begins; nil where that is not offered.
    var device: String?
    /// Whether its answers name it (RFC 9207).
    var namesItself: Bool

    /// Reads the metadata of a home.
    ///
    /// - Throws: `.notADrive` where there are none; `.issuerMismatch` when they are another server's (RFC 8414, section
    ///   3.3), or send anywhere else; `.invalidReply`.
    static func read(_ address: ServerAddress, _ call: DirectCall) async throws(SessionError) -> OAuthMetadata
    {
        let reply = try await call.send(.get, "\(address)/.well-known/oauth-authorization-server")
        guard reply.status == 200, let json = reply.json, let issuer = json["issuer"]?.string else {
            throw SessionError(.notADrive)
        }
        guard same(issuer, address) else { throw SessionError(.issuerMismatch) }
        func place(_ name: String) throws(SessionError) -> String? {
            guard let url = json[name]?.string else { return nil }
            // Our server's own pages: nobody else is to see the password or the code.
            guard url.hasPrefix(issuer + "/") else { throw SessionError(.issuerMismatch) }
            return url
        }
        guard let authorization = try place("authorization_endpoint"), let token = try place("token_endpoint")
        else { throw SessionError(.invalidReply("the metadata lack an endpoint")) }
        return OAuthMetadata(
            issuer: issuer,
            authorization: authorization,
            token: token,
            device: try place("device_authorization_endpoint"),
            namesItself: json["authorization_response_iss_parameter_supported"]?.bool ?? false
        )
    }

    private static func same(_ issuer: String, _ address: ServerAddress) -> Bool {
        guard let other = try? ServerAddress(issuer) else { return false }
        return other.scheme == address.scheme && other.host == address.host
            && other.effectivePort == address.effectivePort
    }
}
