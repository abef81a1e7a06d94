import COpenSSL

/// HMAC with SHA-256 (RFC 2104).
package enum HMACSHA256 {
    /// The code of a message, 32 bytes.
    ///
    /// - Parameters:
    ///   - message: any length.
    ///   - key: any length; 32 random bytes are best.
    /// - Returns: 32 bytes; compare with ``constantTimeEquals(_:_:)``.
    /// - Throws: `.library`.
    package static func authenticate(_ message: [UInt8], key: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let algorithm = SHA256.algorithm else { throw CryptoError(openSSL: "preparing HMAC") }
        // Keys are filled up with zeros, so one zero is the empty key; no address would mean "the last key".
        let key = key.isEmpty ? [0] : key
        guard let keyLength = Int32(exactly: key.count) else {
            throw CryptoError(.parameters, "an HMAC key is too long")
        }
        var code = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        var length: UInt32 = 0
        guard HMAC(algorithm, key, keyLength, message, message.count, &code, &length) != nil,
            length == SHA256Digest.byteCount
        else { throw CryptoError(openSSL: "computing an HMAC") }
        return code
    }
}
