import COpenSSL

/// AES-CMAC (RFC 4493, NIST SP 800-38B), one message after the other with one key.
///
/// Thread rule (openssl-threads(7)): any thread, one at a time.
struct CMAC: ~Copyable {
    /// The length of a code in bytes.
    static let byteCount = 16

    /// Contexts to copy, which is much cheaper than looking the cipher up; their key is zeros, and never used.
    ///
    /// `nonisolated(unsafe)`: written once, then only copied, which any thread may do.
    nonisolated(unsafe) private static let template256 = template("AES-256-CBC", keySize: 32)
    nonisolated(unsafe) private static let template128 = template("AES-128-CBC", keySize: 16)

    private let context: OpaquePointer
    private let key: UnsafeRawBufferPointer

    /// Takes 16 or 32 bytes, which must stay where they are as long as this value lives.
    init(key: UnsafeRawBufferPointer) throws(CryptoError) {
        guard key.count == 16 || key.count == 32 else {
            throw CryptoError(.parameters, "an AES-CMAC key of \(key.count) bytes")
        }
        guard let template = key.count == 16 ? Self.template128 : Self.template256,
            let context = EVP_MAC_CTX_dup(template)
        else { throw CryptoError(openSSL: "preparing AES-CMAC") }
        self.context = context
        self.key = key
    }

    /// Wipes the expanded key.
    deinit { EVP_MAC_CTX_free(context) }

    /// The code of a message; the key is set anew for each, so that no state of the last one is left.
    borrowing func authenticate(_ message: UnsafeRawBufferPointer) throws(CryptoError) -> SIVBlock {
        var code = SIVBlock()
        var length = 0
        let context = context
        let key = key
        let status = withUnsafeMutableBytes(of: &code.bytes) { code in
            EVP_MAC_init(context, pointer(key.baseAddress), key.count, nil) == 1
                && (message.isEmpty
                    || EVP_MAC_update(context, pointer(message.baseAddress), message.count) == 1)
                && EVP_MAC_final(context, pointer(code.baseAddress), &length, code.count) == 1
        }
        guard status, length == Self.byteCount else { throw CryptoError(openSSL: "computing an AES-CMAC") }
        return code
    }

    private static func template(_ cipher: String, keySize: Int) -> OpaquePointer? {
        guard let algorithm = EVP_MAC_fetch(nil, "CMAC", nil) else { return nil }
        defer { EVP_MAC_free(algorithm) }
        guard let context = EVP_MAC_CTX_new(algorithm) else { return nil }
        var name = Array(cipher.utf8CString)
        let status = name.withUnsafeMutableBufferPointer { name in
            "cipher".withCString { key in
                let parameters = [
                    OSSL_PARAM_construct_utf8_string(key, name.baseAddress, 0), OSSL_PARAM_construct_end(),
                ]
                return EVP_MAC_CTX_set_params(context, parameters)
            }
        }
        // One without any key cannot be copied.
        let zeros = [UInt8](repeating: 0, count: 32)
        guard status == 1, EVP_MAC_init(context, zeros, keySize, nil) == 1 else {
            EVP_MAC_CTX_free(context)
            return nil
        }
        return context
    }
}
