import COpenSSL
import Glibc
import HearthHTTP
import HearthTesting

/// A self-signed certificate and its key in a temporary folder.
final class TestCertificate: Sendable {
    struct Failure: Error {}

    let configuration: TLSConfiguration
    private let directory: TemporaryDirectory

    init(commonName: String) throws {
        directory = try TemporaryDirectory("certificate")
        configuration = TLSConfiguration(
            certificatePath: directory.appending("certificate.pem"),
            keyPath: directory.appending("key.pem")
        )
        try write(commonName: commonName)
    }

    /// Replaces both files by a fresh pair.
    func write(commonName: String) throws {
        var key: OpaquePointer?
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_ED25519, nil) else { throw Failure() }
        defer { EVP_PKEY_CTX_free(context) }
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_keygen(context, &key) == 1, let key else {
            throw Failure()
        }
        defer { EVP_PKEY_free(key) }
        guard let certificate = X509_new() else { throw Failure() }
        defer { X509_free(certificate) }
        X509_set_version(certificate, 2)
        ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1)
        X509_gmtime_adj(X509_getm_notBefore(certificate), -60)
        X509_gmtime_adj(X509_getm_notAfter(certificate), 3600)
        X509_set_pubkey(certificate, key)
        let name = X509_get_subject_name(certificate)
        X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_UTF8, commonName, -1, -1, 0)
        X509_set_issuer_name(certificate, name)
        guard X509_sign(certificate, key, nil) > 0 else { throw Failure() }
        try write(configuration.certificatePath) { PEM_write_X509($0, certificate) }
        try write(configuration.keyPath) { PEM_write_PrivateKey($0, key, nil, nil, 0, nil, nil) }
    }

    private func write(_ path: String, _ body: (UnsafeMutablePointer<FILE>) -> Int32) throws {
        guard let file = fopen(path, "w") else { throw Failure() }
        defer { fclose(file) }
        guard body(file) == 1 else { throw Failure() }
    }
}
