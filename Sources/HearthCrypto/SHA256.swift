import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes in memory.
package enum SHA256 {
    /// The algorithm, looked up once: that costs more than hashing a short message.
    ///
    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) static let algorithm = EVP_MD_fetch(nil, "SHA256", nil)

    /// The digest.
    package static func hash(_ bytes: [UInt8]) throws(CryptoError) -> SHA256Digest {
        guard let algorithm else { throw CryptoError(openSSL: "preparing SHA-256") }
        var digest = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        var length: UInt32 = 0
        let status = bytes.withUnsafeBytes {
            EVP_Digest($0.baseAddress, $0.count, &digest, &length, algorithm, nil)
        }
        guard status == 1, length == SHA256Digest.byteCount else { throw CryptoError(openSSL: "hashing") }
        return SHA256Digest(exactly: digest)
    }
}
