/// Decides, before anything is sent, how a server is to prove who it is.
///
/// Trust on first use: a key that the system does not vouch for is shown, and used when the person says that it is the
/// server's. It is kept with the area, and so only after a sign-in succeeded.
public struct Pairing: Sendable {
    /// What the person said about the server, and what is known of it.
    public struct Evidence: Sendable, Hashable {
        /// Roots in PEM that the server's chain must end at.
        public var authorities: String?
        /// The key that the server must have.
        public var fingerprint: KeyFingerprint?
        /// How the same server proved itself before; with an address of `http` nil must be given where a person has
        /// agreed to do without.
        public var known: ServerTrust?

        /// Takes the parts as they are.
        public init(
            authorities: String? = nil,
            fingerprint: KeyFingerprint? = nil,
            known: ServerTrust? = nil
        ) {
            self.authorities = authorities
            self.fingerprint = fingerprint
            self.known = known
        }
    }

    private let prober: any KeyProber
    private let timeout: Double

    /// Takes what looks at keys, and how many seconds it may take.
    public init(prober: any KeyProber, timeout: Double = 15) {
        self.prober = prober
        self.timeout = timeout
    }

    /// The trust for an address.
    ///
    /// - Parameters:
    ///   - address: where to sign in; `http` has nothing to check, and is refused for a server that is known by its key.
    ///   - evidence: what the person said. A key without roots turns the check of the chain off, since it is the
    ///     stronger of the two; the key is checked when something is sent.
    ///   - confirm: shows a key and asks whether it is the server's; nil where nobody can be asked.
    /// - Returns: the trust to sign in with.
    /// - Throws: `.unknownKey` where nobody can be asked; `.keyRefused` when the person said no; `.badURL` for roots or
    ///   a key, given or known, with `http`; `.transport`, with `.keyChanged` and both fingerprints for another key than the known one.
    public func trust(
        for address: ServerAddress,
        evidence: Evidence = Evidence(),
        confirm: (@Sendable (ServerKey) async -> Bool)? = nil
    ) async throws(SessionError) -> ServerTrust {
        guard address.scheme == "https" else {
            guard evidence.authorities == nil, evidence.fingerprint == nil, evidence.known == nil else {
                throw SessionError(.badURL(address.description))
            }
            return .system
        }
        switch (evidence.authorities, evidence.fingerprint) {
        case (let pem?, let key?): return .pinnedUnder(pem: pem, key)
        case (let pem?, nil): return .authorities(pem: pem)
        case (nil, let key?): return .pinned(key)
        case (nil, nil): break
        }
        let key: ServerKey
        switch evidence.known {
        case nil, .system?: key = try await look(address)
        case .authorities?: return evidence.known ?? .system
        case .pinned(let known)?, .pinnedUnder(_, let known)?:
            key = try await look(address)
            guard key.fingerprint == known else {
                throw SessionError(
                    .transport(TransportError(.keyChanged(expected: known, found: key.fingerprint)))
                )
            }
            return evidence.known ?? .pinned(known)
        }
        if key.isTrustedBySystem { return .system }
        guard let confirm else { throw SessionError(.unknownKey(key)) }
        guard await confirm(key) else { throw SessionError(.keyRefused) }
        return .pinned(key.fingerprint)
    }

    private func look(_ address: ServerAddress) async throws(SessionError) -> ServerKey {
        do throws(TransportError) {
            return try await prober.key(of: address.description, timeout: timeout)
        } catch {
            throw SessionError(error.kind == .cancelled ? .cancelled : .transport(error))
        }
    }
}
