import COpenSSL

/// SHA-1 (FIPS 180-4), which vault format 8 uses to spread names over directories; never for security.
enum SHA1 {
    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) private static let algorithm = EVP_MD_fetch(nil, "SHA1", nil)

    /// 20 bytes.
    static func hash(_ bytes: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let algorithm else { throw CryptoError(openSSL: "preparing SHA-1") }
        var digest = [UInt8](repeating: 0, count: 20)
        var length: UInt32 = 0
        let status = bytes.withUnsafeBytes {
            EVP_Digest($0.baseAddress, $0.count, &digest, &length, algorithm, nil)
        }
        guard status == 1, length == digest.count else { throw CryptoError(openSSL: "hashing") }
        return digest
    }
}
