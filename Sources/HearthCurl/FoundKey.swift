import HearthClient
import Synchronization

/// Takes the certificate from a lane's thread to the task that asked for it.
final class FoundKey: Sendable {
    private let found = Mutex<ServerKey?>(nil)

    /// nil when the handshake did not come to its end.
    var key: ServerKey? { found.withLock { $0 } }

    /// Reads the certificate of a handshake that came to its end.
    ///
    /// - Parameters:
    ///   - handle: not yet reset.
    ///   - error: `.untrusted` when the handshake succeeded but the system does not vouch for the server.
    func take(_ handle: CurlHandle, _ error: TransportError?) {
        guard error == nil || error?.kind == .untrusted,
            let certificate = handle.certificate.flatMap(Certificate.init(pem:))
        else {
            return
        }
        let key = ServerKey(
            fingerprint: certificate.fingerprint,
            subject: certificate.subject,
            issuer: certificate.issuer,
            notBefore: certificate.notBefore,
            notAfter: certificate.notAfter,
            isTrustedBySystem: error == nil
        )
        found.withLock { $0 = key }
    }
}
