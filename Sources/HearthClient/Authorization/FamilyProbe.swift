import HearthWire

/// Finds out which of the contract's bases a server answers under; sends no token.
struct FamilyProbe: Sendable {
    var call: DirectCall

    /// The newest base that is there.
    ///
    /// - Parameter url: scheme, host and port.
    /// - Returns: one that answered.
    /// - Throws: `.notADrive` when it is none of them; `.transport`.
    func family(of url: String) async throws(SessionError) -> APIFamily {
        let health = try await call.send(.get, url + APIFamily.hearth.basePath + "/health")
        if health.code == .ok, health.json?["data"]?["health"] != nil { return .hearth }
        for family in [APIFamily.wangpan, .plugin] {
            // Needs a token: a drive says 10016 in its frame, anything else says something else.
            let reply = try await call.send(.get, url + family.basePath + "/settings")
            if let code = reply.code, code != .notFound, code != .incompatibleVersion { return family }
        }
        throw SessionError(.notADrive)
    }
}
