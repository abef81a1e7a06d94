import COpenSSL

/// AES key wrap with a 256-bit key (RFC 3394).
package enum KeyWrap {
    /// How much longer a wrapped key is: 8 bytes, which tell with 2^-64 doubt whether it unwraps right.
    package static let overhead = 8
    /// The longest secret to wrap, in bytes.
    package static let longestSecret = 4096

    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) private static let cipher = EVP_CIPHER_fetch(nil, "AES-256-WRAP", nil)

    /// Wraps a secret.
    ///
    /// - Parameters:
    ///   - secret: 16 bytes or more, a multiple of 8.
    ///   - key: 32 bytes.
    /// - Returns: 8 bytes more; always the same for the same secret and key.
    /// - Throws: `.parameters` for other sizes, `.library`.
    package static func wrap(_ secret: SecretBytes, key: SecretBytes) throws(CryptoError) -> [UInt8] {
        guard key.count == 32, (16...longestSecret).contains(secret.count), secret.count % 8 == 0 else {
            throw CryptoError(.parameters, "sizes of a key to wrap")
        }
        var wrapped = [UInt8](repeating: 0, count: secret.count + overhead)
        let isDone = wrapped.withUnsafeMutableBytes { target in
            secret.withUnsafeBytes { run($0, key: key, into: target, encrypts: true) }
        }
        guard isDone else { throw CryptoError(openSSL: "wrapping a key") }
        return wrapped
    }

    /// Unwraps a secret.
    ///
    /// - Parameters:
    ///   - wrapped: 24 bytes or more, a multiple of 8.
    ///   - key: 32 bytes.
    /// - Returns: 8 bytes less.
    /// - Throws: `.authenticationFailed` when it was not wrapped with this key or is of an impossible size;
    ///   `.parameters` for a key of another size; `.library`.
    package static func unwrap(_ wrapped: [UInt8], key: SecretBytes) throws(CryptoError) -> SecretBytes {
        guard key.count == 32 else { throw CryptoError(.parameters, "a wrapping key of \(key.count) bytes") }
        guard (24...longestSecret + overhead).contains(wrapped.count), wrapped.count % 8 == 0 else {
            throw CryptoError(.authenticationFailed, "no wrapped key has \(wrapped.count) bytes")
        }
        guard cipher != nil else { throw CryptoError(openSSL: "preparing AES key wrap") }
        return try SecretBytes(count: wrapped.count - overhead) { (target) throws(CryptoError) in
            // The library works in the whole length of the input.
            let room = try SecretBytes(count: wrapped.count) { (room) throws(CryptoError) in
                let isDone = wrapped.withUnsafeBytes { run($0, key: key, into: room, encrypts: false) }
                guard isDone else {
                    ERR_clear_error()
                    throw CryptoError(
                        .authenticationFailed,
                        "a wrapped key is damaged, or the key is another"
                    )
                }
            }
            room.withUnsafeBytes {
                target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[..<target.count]))
            }
        }
    }

    /// Wraps or unwraps; whether that worked and gave the length it must.
    private static func run(
        _ input: UnsafeRawBufferPointer,
        key: SecretBytes,
        into output: UnsafeMutableRawBufferPointer,
        encrypts: Bool
    ) -> Bool {
        guard let cipher, let context = EVP_CIPHER_CTX_new(), let length = Int32(exactly: input.count) else {
            return false
        }
        defer { EVP_CIPHER_CTX_free(context) }
        // Without the flag the library refuses the mode.
        EVP_CIPHER_CTX_set_flags(context, EVP_CIPHER_CTX_FLAG_WRAP_ALLOW)
        var written: Int32 = 0
        let keyed = key.withUnsafeBytes {
            EVP_CipherInit_ex2(context, cipher, pointer($0.baseAddress), nil, encrypts ? 1 : 0, nil)
        }
        guard keyed == 1,
            EVP_CipherUpdate(
                context,
                pointer(output.baseAddress),
                &written,
                pointer(input.baseAddress),
                length
            ) == 1
        else { return false }
        return Int(written) == input.count + (encrypts ? overhead : -overhead)
    }
}
