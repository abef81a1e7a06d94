import COpenSSL

/// Makes certificates of a home: an authority of its own, and what it vouches for.
package enum CertificateMaker {
    /// How long before its making a certificate is good, in seconds: clocks of phones and servers differ.
    package static let backdating: Int64 = 3_600

    /// Makes an authority that signs itself.
    ///
    /// It may sign certificates of servers and no further authority (`pathlen` 0).
    ///
    /// - Parameters:
    ///   - key: the authority's.
    ///   - commonName: at most 64 bytes of UTF-8.
    ///   - permittedHosts: DNS subtrees outside of which it vouches for no host name; empty for no limit. Addresses are
    ///     not limited.
    ///   - now: seconds since 1970.
    ///   - lifetime: in seconds, from `now`.
    /// - Returns: the authority's certificate.
    /// - Throws: `.library`, `.invalidInput` for a name that does not fit.
    package static func authority(
        key: CertificateKey,
        commonName: String,
        permittedHosts: [String],
        now: Int64,
        lifetime: Int64
    ) throws(CryptoError) -> Certificate {
        let certificate = try blank(
            key: key,
            commonName: commonName,
            notBefore: now - backdating,
            notAfter: now + lifetime
        )
        try name(certificate, commonName, issuer: true)
        try extend(certificate, certificate, NID_basic_constraints, "critical,CA:TRUE,pathlen:0")
        try extend(certificate, certificate, NID_key_usage, "critical,keyCertSign,cRLSign")
        try extend(certificate, certificate, NID_subject_key_identifier, "hash")
        guard permittedHosts.allSatisfy(CertificateNames.isHost) else {
            throw CryptoError(.invalidInput, "a subtree of host names that is none")
        }
        if !permittedHosts.isEmpty {
            let subtrees = permittedHosts.map { "permitted;DNS:\($0)" } + everyAddress
            let value = (["critical"] + subtrees).joined(separator: ",")
            try extend(certificate, certificate, NID_name_constraints, value)
        }
        try sign(certificate, with: key)
        return certificate
    }

    /// Makes a server's certificate.
    ///
    /// - Parameters:
    ///   - key: the server's.
    ///   - commonName: at most 64 bytes of UTF-8; clients look at `names` alone.
    ///   - names: what it vouches for; not empty.
    ///   - authority: who signs, with its key.
    ///   - now: seconds since 1970.
    ///   - span: from its first second to its last, in seconds; it ends with the authority's at the latest.
    /// - Returns: the server's certificate.
    /// - Throws: `.library`, `.invalidInput` for names that do not fit.
    package static func server(
        key: CertificateKey,
        commonName: String,
        names: CertificateNames,
        authority: (certificate: Certificate, key: CertificateKey),
        now: Int64,
        span: Int64
    ) throws(CryptoError) -> Certificate {
        let first = now - backdating
        let certificate = try blank(
            key: key,
            commonName: commonName,
            notBefore: first,
            notAfter: min(first + span, authority.certificate.notAfter)
        )
        guard
            X509_set_issuer_name(
                certificate.pointer,
                X509_get_subject_name(authority.certificate.pointer)
            ) == 1
        else { throw CryptoError(openSSL: "naming an issuer") }
        let alternatives = names.configuration
        guard !alternatives.isEmpty else { throw CryptoError(.invalidInput, "a certificate without names") }
        let issuer = authority.certificate
        try extend(certificate, issuer, NID_basic_constraints, "critical,CA:FALSE")
        try extend(certificate, issuer, NID_key_usage, "critical,digitalSignature")
        try extend(certificate, issuer, NID_ext_key_usage, "serverAuth")
        try extend(certificate, issuer, NID_subject_key_identifier, "hash")
        try extend(certificate, issuer, NID_authority_key_identifier, "keyid:always")
        try extend(certificate, issuer, NID_subject_alt_name, alternatives)
        try sign(certificate, with: authority.key)
        return certificate
    }

    /// Permits every address, in words: RFC 5280 leaves a kind of name alone that has no subtree, and Windows reports
    /// one (`CERT_TRUST_HAS_NOT_DEFINED_NAME_CONSTRAINT`).
    private static let everyAddress = [
        "permitted;IP:0.0.0.0/0.0.0.0", "permitted;IP:0:0:0:0:0:0:0:0/0:0:0:0:0:0:0:0",
    ]

    // MARK: Parts

    /// Version 3, a random serial number, subject, times and public key.
    private static func blank(
        key: CertificateKey,
        commonName: String,
        notBefore: Int64,
        notAfter: Int64
    ) throws(CryptoError) -> Certificate {
        guard let pointer = X509_new() else { throw CryptoError(openSSL: "making a certificate") }
        let certificate = Certificate(owning: pointer)
        // RFC 5280, 4.1.2.2: positive, at most 20 bytes. Random, so that no two certificates of one name share one.
        var serial = try SecureRandom.bytes(16)
        serial[0] = serial[0] & 0x7F | 0x40
        guard let number = BN_bin2bn(serial, Int32(serial.count), nil) else {
            throw CryptoError(openSSL: "making a serial number")
        }
        defer { BN_free(number) }
        guard X509_set_version(pointer, 2) == 1,
            BN_to_ASN1_INTEGER(number, X509_get_serialNumber(pointer)) != nil,
            ASN1_TIME_set(X509_getm_notBefore(pointer), Int(notBefore)) != nil,
            ASN1_TIME_set(X509_getm_notAfter(pointer), Int(notAfter)) != nil,
            X509_set_pubkey(pointer, key.pointer) == 1
        else { throw CryptoError(openSSL: "making a certificate") }
        try name(certificate, commonName, issuer: false)
        return certificate
    }

    private static func name(
        _ certificate: Certificate,
        _ commonName: String,
        issuer: Bool
    ) throws(CryptoError) {
        let text = Array(commonName.utf8)
        guard (1...64).contains(text.count) else {
            throw CryptoError(.invalidInput, "a common name of \(text.count) bytes")
        }
        let name =
            issuer ? X509_get_issuer_name(certificate.pointer) : X509_get_subject_name(certificate.pointer)
        guard
            X509_NAME_add_entry_by_NID(
                name,
                NID_commonName,
                Int32(MBSTRING_UTF8),
                text,
                Int32(text.count),
                -1,
                0
            ) == 1
        else { throw CryptoError(openSSL: "naming a certificate") }
    }

    private static func extend(
        _ certificate: Certificate,
        _ issuer: Certificate,
        _ kind: Int32,
        _ value: String
    ) throws(CryptoError) {
        guard hearth_x509_extend(certificate.pointer, issuer.pointer, kind, value) == 1 else {
            throw CryptoError(openSSL: "extending a certificate")
        }
    }

    private static func sign(_ certificate: Certificate, with key: CertificateKey) throws(CryptoError) {
        guard X509_sign(certificate.pointer, key.pointer, EVP_sha256()) > 0 else {
            throw CryptoError(openSSL: "signing a certificate")
        }
    }
}
