import COpenSSL

/// Random bytes that nobody can guess.
package enum SecureRandom {
    /// `count` bytes from the library's generator, which the kernel seeds.
    package static func bytes(_ count: Int) throws(CryptoError) -> [UInt8] {
        guard let length = Int32(exactly: count), length >= 0 else {
            throw CryptoError(.parameters, "\(count) random bytes")
        }
        var bytes = [UInt8](repeating: 0, count: count)
        guard length == 0 || RAND_bytes(&bytes, length) == 1 else {
            throw CryptoError(openSSL: "reading randomness")
        }
        return bytes
    }
}
