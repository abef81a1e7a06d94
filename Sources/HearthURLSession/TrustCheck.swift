#if canImport(Security)
import CryptoKit
import Foundation
import HearthClient
import Security

/// Checks a server's certificate under another trust than the system's.
enum TrustCheck {
    /// Why the server is not trusted; nil when it is.
    static func failure(of serverTrust: SecTrust, under trust: ServerTrust) -> TransportError? {
        switch trust {
        case .system: chain(serverTrust, pem: nil)
        case .authorities(let pem): chain(serverTrust, pem: pem)
        case .pinned(let pin): key(serverTrust, pin)
        case .pinnedUnder(let pem, let pin): chain(serverTrust, pem: pem) ?? key(serverTrust, pin)
        }
    }

    private static func chain(_ serverTrust: SecTrust, pem: String?) -> TransportError? {
        if let pem {
            let anchors = certificates(pem)
            guard !anchors.isEmpty else {
                return TransportError(.untrusted, "no certificate among the given ones")
            }
            SecTrustSetAnchorCertificates(serverTrust, anchors as CFArray)
            SecTrustSetAnchorCertificatesOnly(serverTrust, true)
        }
        var error: CFError?
        if SecTrustEvaluateWithError(serverTrust, &error) { return nil }
        return TransportError(.untrusted, error.map { "\($0)" } ?? "the chain does not hold")
    }

    private static func key(_ serverTrust: SecTrust, _ pin: KeyFingerprint) -> TransportError? {
        let found = fingerprint(serverTrust)
        return found == pin ? nil : TransportError(.keyChanged(expected: pin, found: found))
    }

    private static func certificates(_ pem: String) -> [SecCertificate] {
        pem.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
            let text = part.components(separatedBy: "-----END CERTIFICATE-----")[0]
            return Data(base64Encoded: text, options: .ignoreUnknownCharacters)
                .flatMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }
    }

    /// SHA-256 of the leaf's SubjectPublicKeyInfo; nil for kinds of keys whose frame is not known.
    private static func fingerprint(_ serverTrust: SecTrust) -> KeyFingerprint? {
        guard let chain = SecTrustCopyCertificateChain(serverTrust) as? [SecCertificate],
            let leaf = chain.first,
            let key = SecCertificateCopyKey(leaf),
            let raw = SecKeyCopyExternalRepresentation(key, nil) as Data?,
            let attributes = SecKeyCopyAttributes(key) as? [CFString: Any],
            let kind = attributes[kSecAttrKeyType] as? String,
            let bits = attributes[kSecAttrKeySizeInBits] as? Int,
            let frame = frames["\(kind)-\(bits)"]
        else {
            return nil
        }
        return KeyFingerprint(bytes: Array(SHA256.hash(data: Data(frame) + raw)))
    }

    /// What stands before a bare key in its SubjectPublicKeyInfo (RFC 5280, 4.1; RFC 5480; RFC 3279), by kind and bits.
    private static let frames: [String: [UInt8]] = [
        "\(kSecAttrKeyTypeECSECPrimeRandom)-256": [
            0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
            0x86,
            0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00,
        ],
        "\(kSecAttrKeyTypeECSECPrimeRandom)-384": [
            0x30, 0x76, 0x30, 0x10, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x05, 0x2b,
            0x81,
            0x04, 0x00, 0x22, 0x03, 0x62, 0x00,
        ],
        "\(kSecAttrKeyTypeRSA)-2048": [
            0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
            0x01,
            0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00,
        ],
        "\(kSecAttrKeyTypeRSA)-3072": [
            0x30, 0x82, 0x01, 0xa2, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
            0x01,
            0x05, 0x00, 0x03, 0x82, 0x01, 0x8f, 0x00,
        ],
        "\(kSecAttrKeyTypeRSA)-4096": [
            0x30, 0x82, 0x02, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01,
            0x01,
            0x05, 0x00, 0x03, 0x82, 0x02, 0x0f, 0x00,
        ],
    ]
}
#endif
