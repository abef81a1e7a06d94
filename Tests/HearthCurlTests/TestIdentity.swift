import COpenSSL
import Glibc
import HearthClient
import HearthCrypto

/// A certificate for 127.0.0.1 or another name, by an authority of its own, ready for a server.
///
/// `@unchecked Sendable`: not changed after the initialiser, and OpenSSL counts references to a context by atomics.
final class TestIdentity: @unchecked Sendable {
    /// Why OpenSSL refused.
    struct SetupError: Error {}

    let context: OpaquePointer
    /// The authority's certificate, PEM.
    let authority: String
    let fingerprint: KeyFingerprint

    init(names: CertificateNames = CertificateNames(addresses: [[127, 0, 0, 1]])) throws {
        let now = Int64(time(nil))
        let authorityKey = try CertificateKey.make()
        let root = try CertificateMaker.authority(
            key: authorityKey,
            commonName: "Test Authority",
            permittedHosts: [],
            now: now,
            lifetime: 86_400
        )
        let key = try CertificateKey.make()
        let certificate = try CertificateMaker.server(
            key: key,
            commonName: "Test Server",
            names: names,
            authority: (root, authorityKey),
            now: now,
            span: 86_400
        )
        authority = String(decoding: try root.pem(), as: UTF8.self)
        guard let fingerprint = KeyFingerprint(bytes: Array(try key.fingerprint().bytes)),
            let context = SSL_CTX_new(TLS_server_method()),
            let leaf = try Self.read(certificate.pem(), { PEM_read_bio_X509($0, nil, nil, nil) }),
            let secret = try Self.read(key.pem(), { PEM_read_bio_PrivateKey($0, nil, nil, nil) })
        else {
            throw SetupError()
        }
        self.fingerprint = fingerprint
        self.context = context
        defer {
            X509_free(leaf)
            EVP_PKEY_free(secret)
        }
        guard SSL_CTX_use_certificate(context, leaf) == 1, SSL_CTX_use_PrivateKey(context, secret) == 1 else {
            throw SetupError()
        }
    }

    deinit { SSL_CTX_free(context) }

    private static func read(_ pem: [UInt8], _ parse: (OpaquePointer) -> OpaquePointer?) -> OpaquePointer? {
        pem.withUnsafeBytes { bytes in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else { return nil }
            defer { BIO_free(bio) }
            return parse(bio)
        }
    }
}
