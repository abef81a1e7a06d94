import COpenSSL

/// HMAC (RFC 2104) with a hash of the SHA-2 family (RFC 4231 has the examples), under a key in locked memory.
package enum KeyedHash: Sendable, CaseIterable {
    /// HMAC-SHA-256.
    case sha256
    /// HMAC-SHA-384.
    case sha384
    /// HMAC-SHA-512.
    case sha512

    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) private static let algorithm384 = EVP_MD_fetch(nil, "SHA384", nil)
    nonisolated(unsafe) private static let algorithm512 = EVP_MD_fetch(nil, "SHA512", nil)

    /// The length of a code in bytes: 32, 48 or 64.
    package var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// The code of a message.
    ///
    /// - Returns: ``byteCount`` bytes; compare with ``constantTimeEquals(_:_:)``.
    /// - Throws: `.library`.
    package func authenticate(_ message: [UInt8], key: SecretBytes) throws(CryptoError) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: byteCount)
        try code.withUnsafeMutableBufferPointer { (code) throws(CryptoError) in
            try message.withUnsafeBufferPointer { (message) throws(CryptoError) in
                try key.withUnsafeBytes { (key) throws(CryptoError) in
                    try authenticate(
                        UnsafeRawBufferPointer(message),
                        key: key,
                        into: UnsafeMutableRawBufferPointer(code)
                    )
                }
            }
        }
        return code
    }

    /// Writes the code of a message: ``byteCount`` bytes, which `code` must hold; `key` is not empty.
    func authenticate(
        _ message: UnsafeRawBufferPointer,
        key: UnsafeRawBufferPointer,
        into code: UnsafeMutableRawBufferPointer
    ) throws(CryptoError) {
        guard code.count == byteCount, let keyLength = Int32(exactly: key.count), keyLength > 0 else {
            throw CryptoError(.parameters, "sizes for HMAC")
        }
        guard let algorithm else { throw CryptoError(openSSL: "preparing HMAC") }
        var length: UInt32 = 0
        // No address would mean "the message of the last call".
        var none: UInt8 = 0
        let status = withUnsafeBytes(of: &none) {
            HMAC(
                algorithm,
                key.baseAddress,
                keyLength,
                pointer(message.baseAddress ?? $0.baseAddress),
                message.count,
                pointer(code.baseAddress),
                &length
            ) != nil
        }
        guard status, length == byteCount else { throw CryptoError(openSSL: "computing an HMAC") }
    }

    private var algorithm: OpaquePointer? {
        switch self {
        case .sha256: SHA256.algorithm
        case .sha384: Self.algorithm384
        case .sha512: Self.algorithm512
        }
    }
}
