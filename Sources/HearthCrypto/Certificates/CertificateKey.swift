import COpenSSL

/// A private key on the curve P-256 (FIPS 186-5), for a certificate.
///
/// OpenSSL's key objects may be used by any thread once they are made.
package final class CertificateKey: @unchecked Sendable {  // The key is not changed after the initialiser.
    let pointer: OpaquePointer

    private init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { EVP_PKEY_free(pointer) }

    /// Makes a new key.
    ///
    /// - Throws: `.library`.
    package static func make() throws(CryptoError) -> CertificateKey {
        guard let pointer = hearth_p256_key() else { throw CryptoError(openSSL: "making a key") }
        return CertificateKey(owning: pointer)
    }

    /// Reads the first private key of a PEM file; nil when there is none, or one under a password.
    package convenience init?(pem: [UInt8]) {
        // Without a callback OpenSSL would ask for a password on the terminal.
        let read = MemoryBIO.parse(pem) { PEM_read_bio_PrivateKey($0, nil, { _, _, _, _ in -1 }, nil) }
        guard let read else { return nil }
        self.init(owning: read)
    }

    /// PKCS #8 in PEM, without a password; the caller keeps it from others.
    package func pem() throws(CryptoError) -> [UInt8] {
        try MemoryBIO.collect("writing a key") {
            PEM_write_bio_PKCS8PrivateKey($0, pointer, nil, nil, 0, nil, nil)
        }
    }

    /// SHA-256 of the public key's SubjectPublicKeyInfo: what clients pin (RFC 7469, 2.4).
    package func fingerprint() throws(CryptoError) -> SHA256Digest {
        try SHA256.hash(DER.encoding("writing a public key") { i2d_PUBKEY(pointer, $0) })
    }
}

/// OpenSSL's `i2d_…` functions.
enum DER {
    /// What the function writes, asked for its length first.
    static func encoding(
        _ operation: String,
        _ encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptoError) -> [UInt8] {
        let length = encode(nil)
        guard length > 0 else { throw CryptoError(openSSL: operation) }
        var bytes = [UInt8](repeating: 0, count: Int(length))
        let written = bytes.withUnsafeMutableBufferPointer { buffer in
            var next = buffer.baseAddress
            return encode(&next)
        }
        guard written == length else { throw CryptoError(openSSL: operation) }
        return bytes
    }
}
