import COpenSSL

/// A certificate (RFC 5280).
///
/// OpenSSL's certificate objects may be read by any thread once they are made.
package final class Certificate: @unchecked Sendable {  // Not changed after it is handed out.
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { X509_free(pointer) }

    /// Reads the first certificate of a PEM file; nil when there is none.
    package convenience init?(pem: [UInt8]) {
        guard let read = MemoryBIO.parse(pem, { PEM_read_bio_X509($0, nil, nil, nil) }) else { return nil }
        self.init(owning: read)
    }

    /// In PEM.
    package func pem() throws(CryptoError) -> [UInt8] {
        try MemoryBIO.collect("writing a certificate") { PEM_write_bio_X509($0, pointer) }
    }

    /// In DER.
    package func der() throws(CryptoError) -> [UInt8] {
        try DER.encoding("writing a certificate") { i2d_X509(pointer, $0) }
    }

    // MARK: What stands in it

    /// The subject's common name; empty without one.
    package var commonName: String {
        guard let name = X509_get_subject_name(pointer) else { return "" }
        var text = [CChar](repeating: 0, count: 256)
        X509_NAME_get_text_by_NID(name, NID_commonName, &text, Int32(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// From when it is good, in seconds since 1970.
    package var notBefore: Int64 { Self.seconds(X509_get0_notBefore(pointer)) }

    /// Until when it is good, in seconds since 1970.
    package var notAfter: Int64 { Self.seconds(X509_get0_notAfter(pointer)) }

    /// What it vouches for.
    package var names: CertificateNames {
        var found = CertificateNames()
        guard let list = hearth_x509_names(pointer) else { return found }
        defer { GENERAL_NAMES_free(list) }
        for index in 0..<hearth_names_count(list) {
            var bytes: UnsafePointer<UInt8>?
            var count: Int32 = 0
            let kind = hearth_names_item(list, index, &bytes, &count)
            let content = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
            if kind == GEN_DNS { found.hosts.append(String(decoding: content, as: UTF8.self)) }
            if kind == GEN_IPADD { found.addresses.append(content) }
        }
        return found
    }

    /// The DNS subtrees that its name constraints permit; empty without constraints on host names.
    package var permittedHosts: [String] {
        guard let constraints = hearth_x509_constraints(pointer) else { return [] }
        defer { NAME_CONSTRAINTS_free(constraints) }
        return (0..<hearth_constraints_count(constraints)).compactMap { index in
            var count: Int32 = 0
            return hearth_constraints_item(constraints, index, &count).map { bytes in
                String(decoding: UnsafeBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
            }
        }
    }

    /// Whether it may vouch for others.
    package var isAuthority: Bool { X509_check_ca(pointer) == 1 }

    /// SHA-256 of the SubjectPublicKeyInfo: what clients pin (RFC 7469, 2.4).
    package func keyFingerprint() throws(CryptoError) -> SHA256Digest {
        try SHA256.hash(
            DER.encoding("writing a public key") { i2d_X509_PUBKEY(X509_get_X509_PUBKEY(pointer), $0) }
        )
    }

    /// SHA-256 of the whole, as devices show it when a certificate is installed.
    package func fingerprint() throws(CryptoError) -> SHA256Digest { try SHA256.hash(der()) }

    // MARK: How it fits

    /// Whether it is about that key.
    package func matches(_ key: CertificateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether the authority named in it is that one, and its signature is right.
    package func isIssued(by authority: Certificate) -> Bool {
        defer { ERR_clear_error() }
        guard X509_check_issued(authority.pointer, pointer) == X509_V_OK,
            let key = X509_get0_pubkey(authority.pointer)
        else { return false }
        return X509_verify(pointer, key) == 1
    }

    private static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64 {
        var seconds: Int64 = 0
        guard let time, hearth_asn1_seconds(time, &seconds) == 1 else { return 0 }
        return seconds
    }
}
