import COpenSSL

/// AES-SIV with 256-bit AES keys (RFC 5297): deterministic sealing of short texts such as names.
///
/// S2V is done here over the library's AES-CMAC instead of by its AES-SIV, which gives a tag of zeros for an empty
/// plaintext (the id of a vault's root directory is empty), ignored empty associated data before 3.0.10
/// (CVE-2023-2975), and hands out the previous tag when a context is used again without its key.
package enum AES256SIV {
    /// The length of a key in bytes: the key of the authentication first, then the key of the encryption.
    package static let keySize = 64
    /// How much longer sealed bytes are.
    package static let tagSize = 16

    /// Seals a text; the same text, associated data and key always give the same bytes.
    ///
    /// - Parameters:
    ///   - plain: any length, also none.
    ///   - associated: at most 126 parts that are authenticated; an empty part is not the same as no part.
    ///   - key: 64 bytes.
    /// - Returns: the tag (the synthetic IV), 16 bytes, then as many bytes as `plain` has.
    /// - Throws: `.parameters` for wrong sizes, `.library`.
    package static func seal(
        _ plain: [UInt8],
        associated: [[UInt8]] = [],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard key.count == keySize else {
            throw CryptoError(.parameters, "an AES-256-SIV key of \(key.count) bytes")
        }
        return try AESSIV.seal(plain, associated: associated, key: key)
    }

    /// Opens what ``seal(_:associated:key:)`` made.
    ///
    /// - Throws: `.authenticationFailed` when anything differs from what was sealed, too few bytes included;
    ///   `.parameters` for a key of another size; `.library`.
    package static func open(
        _ sealed: [UInt8],
        associated: [[UInt8]] = [],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard key.count == keySize else {
            throw CryptoError(.parameters, "an AES-256-SIV key of \(key.count) bytes")
        }
        return try AESSIV.open(sealed, associated: associated, key: key)
    }
}

/// AES-SIV for both lengths of key that have published examples: 32 bytes (AES-128, RFC 5297, appendix A) and 64.
enum AESSIV {
    /// `nonisolated(unsafe)`: written once, then constant; OpenSSL's algorithm objects may be used by any thread.
    nonisolated(unsafe) private static let counter256 = EVP_CIPHER_fetch(nil, "AES-256-CTR", nil)
    nonisolated(unsafe) private static let counter128 = EVP_CIPHER_fetch(nil, "AES-128-CTR", nil)

    static func seal(
        _ plain: [UInt8],
        associated: [[UInt8]],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        try key.withUnsafeBytes { (key) throws(CryptoError) in
            let (macKey, encryptionKey) = halves(key)
            let tag = try synthesize(plain, associated: associated, key: macKey)
            var sealed = [UInt8](repeating: 0, count: 16 + plain.count)
            sealed.withUnsafeMutableBytes { target in
                withUnsafeBytes(of: tag.bytes) { target.copyMemory(from: $0) }
            }
            try crypt(plain[...], counter: tag.counter, key: encryptionKey, into: &sealed, at: 16)
            return sealed
        }
    }

    static func open(
        _ sealed: [UInt8],
        associated: [[UInt8]],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard sealed.count >= 16 else { throw CryptoError(.authenticationFailed, "sealed bytes are cut off") }
        return try key.withUnsafeBytes { (key) throws(CryptoError) in
            let (macKey, encryptionKey) = halves(key)
            let tag = sealed.withUnsafeBytes { SIVBlock(padding: $0) }
            var plain = [UInt8](repeating: 0, count: sealed.count - 16)
            try crypt(sealed[16...], counter: tag.counter, key: encryptionKey, into: &plain, at: 0)
            let expected = try synthesize(plain, associated: associated, key: macKey)
            let isSame = withUnsafeBytes(of: tag.bytes) { tag in
                withUnsafeBytes(of: expected.bytes) {
                    CRYPTO_memcmp(tag.baseAddress, $0.baseAddress, tag.count) == 0
                }
            }
            guard isSame else {
                wipe(&plain)
                throw CryptoError(.authenticationFailed, "a sealed text is damaged, or the key is another")
            }
            return plain
        }
    }

    private static func halves(
        _ key: UnsafeRawBufferPointer
    ) -> (UnsafeRawBufferPointer, UnsafeRawBufferPointer) {
        let half = key.count / 2
        return (
            UnsafeRawBufferPointer(rebasing: key[..<half]), UnsafeRawBufferPointer(rebasing: key[half...])
        )
    }

    /// S2V (RFC 5297, section 2.4): the synthetic IV.
    private static func synthesize(
        _ plain: [UInt8],
        associated: [[UInt8]],
        key: UnsafeRawBufferPointer
    ) throws(CryptoError) -> SIVBlock {
        guard associated.count <= 126 else {
            throw CryptoError(.parameters, "\(associated.count) parts of associated data")
        }
        let cmac = try CMAC(key: key)
        var zero = SIVBlock()
        var sum = SIVBlock()
        try withUnsafeMutableBytes(of: &zero.bytes) { (zero) throws(CryptoError) in
            sum = try cmac.authenticate(UnsafeRawBufferPointer(zero))
        }
        for part in associated {
            try part.withUnsafeBufferPointer { (part) throws(CryptoError) in
                sum = try sum.doubled ^ cmac.authenticate(UnsafeRawBufferPointer(part))
            }
        }
        if plain.count < 16 {
            var last = plain.withUnsafeBytes { sum.doubled ^ SIVBlock(padding: $0) }
            return try withUnsafeMutableBytes(of: &last.bytes) { (last) throws(CryptoError) in
                try cmac.authenticate(UnsafeRawBufferPointer(last))
            }
        }
        var last = plain
        withUnsafeBytes(of: sum.bytes) {
            for (index, byte) in zip(plain.count - 16..<plain.count, $0) { last[index] ^= byte }
        }
        defer { wipe(&last) }
        return try last.withUnsafeBufferPointer { (last) throws(CryptoError) in
            try cmac.authenticate(UnsafeRawBufferPointer(last))
        }
    }

    private static func crypt(
        _ input: ArraySlice<UInt8>,
        counter: SIVBlock,
        key: UnsafeRawBufferPointer,
        into output: inout [UInt8],
        at offset: Int
    ) throws(CryptoError) {
        guard !input.isEmpty else { return }
        guard let length = Int32(exactly: input.count) else {
            throw CryptoError(.parameters, "a text of \(input.count) bytes")
        }
        guard let cipher = key.count == 16 ? counter128 : counter256, let context = EVP_CIPHER_CTX_new()
        else {
            throw CryptoError(openSSL: "preparing AES-SIV")
        }
        defer { EVP_CIPHER_CTX_free(context) }
        var written: Int32 = 0
        let status = withUnsafeBytes(of: counter.bytes) { counter in
            input.withUnsafeBytes { input in
                output.withUnsafeMutableBytes { output in
                    EVP_EncryptInit_ex2(
                        context,
                        cipher,
                        pointer(key.baseAddress),
                        pointer(counter.baseAddress),
                        nil
                    ) == 1
                        && EVP_EncryptUpdate(
                            context,
                            pointer(output.baseAddress?.advanced(by: offset)),
                            &written,
                            pointer(input.baseAddress),
                            length
                        ) == 1
                }
            }
        }
        guard status, written == length else { throw CryptoError(openSSL: "sealing with AES-SIV") }
    }
}
