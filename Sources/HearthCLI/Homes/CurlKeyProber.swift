import HearthClient
import HearthCurl

/// Looks at keys through libcurl.
struct CurlKeyProber: KeyProber {
    func key(of url: String, timeout: Double) async throws(TransportError) -> HearthClient.ServerKey {
        let key = try await KeyProbe.fingerprint(of: url, timeout: timeout)
        return HearthClient.ServerKey(
            fingerprint: key.fingerprint,
            subject: key.subject,
            issuer: key.issuer,
            notBefore: LocalTime.text(key.notBefore),
            notAfter: LocalTime.text(key.notAfter),
            isTrustedBySystem: key.isTrustedBySystem
        )
    }
}
