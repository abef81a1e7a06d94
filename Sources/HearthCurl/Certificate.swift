import COpenSSL
import Glibc
import HearthClient

/// What is read of an X.509 certificate (RFC 5280).
struct Certificate {
    let fingerprint: KeyFingerprint
    let subject: String
    let issuer: String
    /// RFC 3339, in UTC.
    let notBefore: String
    let notAfter: String

    /// Reads the first certificate of a PEM text; nil for anything else.
    init?(pem: String) {
        var pem = pem
        let parsed = pem.withUTF8 { bytes -> OpaquePointer? in
            guard let bio = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else {
                return nil
            }
            defer { BIO_free(bio) }
            return PEM_read_bio_X509(bio, nil, nil, nil)
        }
        guard let certificate = parsed else {
            ERR_clear_error()
            return nil
        }
        defer { X509_free(certificate) }
        guard let fingerprint = Self.fingerprint(of: certificate) else { return nil }
        self.fingerprint = fingerprint
        subject = Self.text(X509_get_subject_name(certificate))
        issuer = Self.text(X509_get_issuer_name(certificate))
        notBefore = Self.moment(X509_get0_notBefore(certificate))
        notAfter = Self.moment(X509_get0_notAfter(certificate))
    }

    /// SHA-256 of the SubjectPublicKeyInfo as it stands in the certificate (RFC 7469, section 2.4).
    private static func fingerprint(of certificate: OpaquePointer) -> KeyFingerprint? {
        var encoded: UnsafeMutablePointer<UInt8>?
        let length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded)
        guard length > 0, let encoded else { return nil }
        defer { CRYPTO_free(encoded, nil, 0) }
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        SHA256(encoded, Int(length), &digest)
        return KeyFingerprint(bytes: digest)
    }

    /// A name on one line, as RFC 2253 writes it, most specific part first.
    private static func text(_ name: OpaquePointer?) -> String {
        guard let name, let bio = BIO_new(BIO_s_mem()) else { return "" }
        defer { BIO_free(bio) }
        let flags = UInt(ASN1_STRFLGS_ESC_CTRL | ASN1_STRFLGS_ESC_2253 | ASN1_STRFLGS_UTF8_CONVERT)
        X509_NAME_print_ex(bio, name, 0, flags | UInt(XN_FLAG_SEP_CPLUS_SPC | XN_FLAG_DN_REV))
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = BIO_read(bio, &buffer, Int32(buffer.count))
        return String(decoding: buffer.prefix(max(0, Int(count))), as: UTF8.self)
    }

    private static func moment(_ time: UnsafePointer<ASN1_TIME>?) -> String {
        var parts = tm()
        guard ASN1_TIME_to_tm(time, &parts) == 1 else { return "" }
        var buffer = [CChar](repeating: 0, count: 32)
        let count = strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
