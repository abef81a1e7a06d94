import COpenSSL

/// SHA-256 (FIPS 180-4) of bytes that come piece by piece.
///
/// Thread rule (OpenSSL, openssl-threads(7)): any thread, one at a time.
///
/// `@unchecked Sendable`: not copyable, so its one owner is the only one that reaches the context.
package struct SHA256Hasher: ~Copyable, @unchecked Sendable {
    private let context: OpaquePointer

    /// Starts with no bytes.
    package init() throws(CryptoError) {
        guard let digest = SHA256.algorithm, let context = EVP_MD_CTX_new() else {
            throw CryptoError(openSSL: "preparing SHA-256")
        }
        guard EVP_DigestInit_ex2(context, digest, nil) == 1 else {
            EVP_MD_CTX_free(context)
            throw CryptoError(openSSL: "starting SHA-256")
        }
        self.context = context
    }

    private init(owning context: OpaquePointer) { self.context = context }

    deinit { EVP_MD_CTX_free(context) }

    /// Adds bytes; they are not kept.
    package mutating func update(_ bytes: UnsafeRawBufferPointer) throws(CryptoError) {
        guard EVP_DigestUpdate(context, bytes.baseAddress, bytes.count) == 1 else {
            throw CryptoError(openSSL: "hashing")
        }
    }

    /// Adds bytes.
    package mutating func update(_ bytes: [UInt8]) throws(CryptoError) {
        let context = context
        let status = bytes.withUnsafeBytes { EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
        guard status == 1 else { throw CryptoError(openSSL: "hashing") }
    }

    /// The digest of all bytes.
    package consuming func finish() throws(CryptoError) -> SHA256Digest {
        var digest = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        var length: UInt32 = 0
        guard EVP_DigestFinal_ex(context, &digest, &length) == 1, length == SHA256Digest.byteCount else {
            throw CryptoError(openSSL: "finishing SHA-256")
        }
        return SHA256Digest(exactly: digest)
    }

    /// A second hasher in the same state.
    package func copy() throws(CryptoError) -> SHA256Hasher {
        guard let other = EVP_MD_CTX_new() else { throw CryptoError(openSSL: "preparing SHA-256") }
        guard EVP_MD_CTX_copy_ex(other, context) == 1 else {
            EVP_MD_CTX_free(other)
            throw CryptoError(openSSL: "copying a SHA-256 state")
        }
        return SHA256Hasher(owning: other)
    }
}
