import COpenSSL

/// The library's state for AES-256-GCM (NIST SP 800-38D) with 96-bit nonces and 128-bit tags, for one message at a time.
///
/// Reused because making one costs as much as sealing a kibibyte. Every message sets key and nonce anew, and every
/// status is checked: a state that failed must not hand out what an earlier message left in it.
///
/// Thread rule (openssl-threads(7)): any thread, one at a time.
///
/// `@unchecked Sendable`: whoever takes a context out of its pool is the only one that uses it.
final class GCMContext: @unchecked Sendable {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Looked up once: that costs more than sealing a short message.
    ///
    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) private static let cipher = EVP_CIPHER_fetch(nil, "AES-256-GCM", nil)

    /// How many nonces are drawn at once: the generator takes a microsecond, however little it is asked for.
    private static let noncesAtOnce = 32

    private let context: OpaquePointer
    private let nonces = UnsafeMutableRawBufferPointer.allocate(
        byteCount: noncesAtOnce * nonceSize,
        alignment: 8
    )
    /// Bytes of `nonces` not handed out yet, at its end.
    private var unusedNonces = 0

    init() throws(CryptoError) {
        guard let cipher = Self.cipher, let context = EVP_CIPHER_CTX_new() else {
            nonces.deallocate()
            throw CryptoError(openSSL: "preparing AES-256-GCM")
        }
        guard EVP_EncryptInit_ex2(context, cipher, nil, nil, nil) == 1 else {
            nonces.deallocate()
            EVP_CIPHER_CTX_free(context)
            throw CryptoError(openSSL: "preparing AES-256-GCM")
        }
        self.context = context
    }

    /// Wipes the expanded key.
    deinit {
        EVP_CIPHER_CTX_free(context)
        nonces.deallocate()
    }

    /// Writes a random nonce, 12 bytes, that was never handed out before.
    ///
    /// - Throws: `.library`.
    func drawNonce(into target: UnsafeMutableRawPointer) throws(CryptoError) {
        if unusedNonces == 0 {
            guard RAND_bytes(pointer(nonces.baseAddress), Int32(nonces.count)) == 1 else {
                throw CryptoError(openSSL: "reading randomness")
            }
            unusedNonces = nonces.count
        }
        let start = nonces.count - unusedNonces
        UnsafeMutableRawBufferPointer(start: target, count: Self.nonceSize)
            .copyMemory(from: UnsafeRawBufferPointer(rebasing: nonces[start..<start + Self.nonceSize]))
        unusedNonces -= Self.nonceSize
    }

    /// Seals one message; nothing is allocated.
    ///
    /// - Parameters:
    ///   - plain: at most 2^31 − 1 bytes; may be `cipher` itself, but must not overlap it otherwise.
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - associated: bytes that are authenticated, not sealed.
    ///   - key: 32 bytes.
    ///   - cipher: room for as many bytes as `plain` has.
    ///   - tag: room for 16 bytes.
    /// - Throws: `.parameters` for wrong sizes, `.library`.
    func seal(
        _ plain: UnsafeRawBufferPointer,
        nonce: UnsafeRawPointer,
        associated: UnsafeRawBufferPointer,
        key: SecretBytes,
        into cipher: UnsafeMutableRawPointer?,
        tag: UnsafeMutableRawPointer
    ) throws(CryptoError) {
        guard let length = Int32(exactly: plain.count), let extra = Int32(exactly: associated.count),
            key.count == Self.keySize
        else { throw CryptoError(.parameters, "sizes of an AES-256-GCM message") }
        var written: Int32 = 0
        let started = key.withUnsafeBytes {
            EVP_EncryptInit_ex2(context, nil, pointer($0.baseAddress), pointer(nonce), nil)
        }
        guard started == 1 else { throw CryptoError(openSSL: "keying AES-256-GCM") }
        guard
            extra == 0
                || EVP_EncryptUpdate(context, nil, &written, pointer(associated.baseAddress), extra) == 1,
            length == 0
                || (EVP_EncryptUpdate(context, pointer(cipher), &written, pointer(plain.baseAddress), length)
                    == 1 && written == length),
            EVP_EncryptFinal_ex(context, pointer(tag), &written) == 1, written == 0,
            EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), tag) == 1
        else { throw CryptoError(openSSL: "sealing with AES-256-GCM") }
    }

    /// Opens one message; nothing is allocated.
    ///
    /// - Parameters:
    ///   - cipher: at most 2^31 − 1 bytes; may be `plain` itself, but must not overlap it otherwise.
    ///   - nonce: 12 bytes.
    ///   - associated: what was authenticated with it.
    ///   - key: 32 bytes.
    ///   - tag: 16 bytes; only read, although the library takes an address it could write to.
    ///   - plain: room for as many bytes as `cipher` has; zeros when the call throws.
    /// - Throws: `.authenticationFailed` when anything differs from what was sealed; `.library`, `.parameters`.
    func open(
        _ cipher: UnsafeRawBufferPointer,
        nonce: UnsafeRawPointer,
        associated: UnsafeRawBufferPointer,
        key: SecretBytes,
        tag: UnsafeRawPointer,
        into plain: UnsafeMutableRawPointer?
    ) throws(CryptoError) {
        guard let length = Int32(exactly: cipher.count), let extra = Int32(exactly: associated.count),
            key.count == Self.keySize
        else { throw CryptoError(.parameters, "sizes of an AES-256-GCM message") }
        var written: Int32 = 0
        let started = key.withUnsafeBytes {
            EVP_DecryptInit_ex2(context, nil, pointer($0.baseAddress), pointer(nonce), nil)
        }
        guard started == 1 else { throw CryptoError(openSSL: "keying AES-256-GCM") }
        guard
            extra == 0
                || EVP_DecryptUpdate(context, nil, &written, pointer(associated.baseAddress), extra) == 1,
            EVP_CIPHER_CTX_ctrl(
                context,
                EVP_CTRL_AEAD_SET_TAG,
                Int32(Self.tagSize),
                UnsafeMutableRawPointer(mutating: tag)
            ) == 1
        else { throw CryptoError(openSSL: "opening with AES-256-GCM") }
        guard
            length == 0
                || (EVP_DecryptUpdate(context, pointer(plain), &written, pointer(cipher.baseAddress), length)
                    == 1 && written == length)
        else {
            OPENSSL_cleanse(plain, cipher.count)
            throw CryptoError(openSSL: "opening with AES-256-GCM")
        }
        var rest: (UInt64, UInt64) = (0, 0)
        let status = withUnsafeMutableBytes(of: &rest) {
            EVP_DecryptFinal_ex(context, pointer($0.baseAddress), &written)
        }
        guard status == 1, written == 0 else {
            OPENSSL_cleanse(plain, cipher.count)
            ERR_clear_error()
            throw CryptoError(.authenticationFailed, "sealed bytes are damaged, or the key is another")
        }
    }
}

/// The type of address the library's functions take.
func pointer(_ address: UnsafeRawPointer?) -> UnsafePointer<UInt8>? {
    address?.assumingMemoryBound(to: UInt8.self)
}

/// The type of address the library's functions take.
func pointer(_ address: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<UInt8>? {
    address?.assumingMemoryBound(to: UInt8.self)
}
