/// How a server proves who it is.
///
/// There is no way to accept everything.
public enum ServerTrust: Sendable, Hashable {
    /// The system's roots and the host's name.
    case system
    /// These roots alone, PEM, and the host's name.
    case authorities(pem: String)
    /// This public key, whatever the chain and the name say; learnt at pairing.
    case pinned(KeyFingerprint)
    /// The roots, the host's name, and this public key.
    case pinnedUnder(pem: String, KeyFingerprint)
}

/// SHA-256 of a certificate's SubjectPublicKeyInfo (RFC 7469, section 2.4).
public struct KeyFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// 32 bytes.
    public let bytes: [UInt8]

    /// Takes 32 bytes; nil for another count.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 32 else { return nil }
        self.bytes = bytes
    }
}
