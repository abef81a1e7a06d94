/// What a server showed of itself in a handshake before anything was sent to it.
public struct ServerKey: Sendable, Hashable {
    /// SHA-256 of its public key.
    public var fingerprint: KeyFingerprint
    /// The certificate's subject, for people.
    public var subject: String
    /// Who signed the certificate, for people.
    public var issuer: String
    /// From when the certificate is valid, as the certificate has it, for people.
    public var notBefore: String
    /// Until when, for people.
    public var notAfter: String
    /// Whether the system's roots and the host's name vouch for it.
    public var isTrustedBySystem: Bool

    /// Takes the parts as they are.
    public init(
        fingerprint: KeyFingerprint,
        subject: String,
        issuer: String,
        notBefore: String = "",
        notAfter: String = "",
        isTrustedBySystem: Bool
    ) {
        self.fingerprint = fingerprint
        self.subject = subject
        self.issuer = issuer
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.isTrustedBySystem = isTrustedBySystem
    }
}

/// Looks at a server's key without sending anything but a handshake.
public protocol KeyProber: Sendable {
    /// Connects, completes a handshake whatever the certificate is, and hangs up.
    ///
    /// - Parameters:
    ///   - url: `https`, with the host and port in question.
    ///   - timeout: seconds.
    /// - Returns: what the server showed.
    /// - Throws: when no handshake came about.
    func key(of url: String, timeout: Double) async throws(TransportError) -> ServerKey
}
