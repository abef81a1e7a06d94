import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) of short messages, with 96-bit nonces and 128-bit tags.
///
/// Files go block by block through ``VaultFileKey``, which copies nothing.
package enum AES256GCM {
    /// The length of a key in bytes.
    package static let keySize = GCMContext.keySize
    /// The length of a nonce in bytes.
    package static let nonceSize = GCMContext.nonceSize
    /// The length of a tag in bytes.
    package static let tagSize = GCMContext.tagSize

    /// Seals a message.
    ///
    /// - Parameters:
    ///   - plain: any length below 2^31, also none.
    ///   - nonce: 12 bytes, never used before with this key.
    ///   - associated: bytes that are authenticated, not sealed.
    ///   - key: 32 bytes.
    /// - Returns: as many bytes as `plain` has, then the tag, 16 bytes.
    /// - Throws: `.parameters` for wrong sizes, `.library`.
    package static func seal(
        _ plain: [UInt8],
        nonce: [UInt8],
        associated: [UInt8] = [],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard nonce.count == nonceSize else {
            throw CryptoError(.parameters, "a nonce of \(nonce.count) bytes")
        }
        let context = try GCMContext()
        var sealed = [UInt8](repeating: 0, count: plain.count + tagSize)
        try sealed.withUnsafeMutableBufferPointer { (sealed) throws(CryptoError) in
            let target = UnsafeMutableRawBufferPointer(sealed)
            guard let start = target.baseAddress else { return }
            try plain.withUnsafeBufferPointer { (plain) throws(CryptoError) in
                try associated.withUnsafeBufferPointer { (associated) throws(CryptoError) in
                    try context.seal(
                        UnsafeRawBufferPointer(plain),
                        nonce: nonce,
                        associated: UnsafeRawBufferPointer(associated),
                        key: key,
                        into: start,
                        tag: start + plain.count
                    )
                }
            }
        }
        return sealed
    }

    /// Opens what ``seal(_:nonce:associated:key:)`` made.
    ///
    /// - Parameters:
    ///   - sealed: the sealed bytes and the tag.
    ///   - nonce: 12 bytes.
    ///   - associated: what was authenticated with it.
    ///   - key: 32 bytes.
    /// - Returns: 16 bytes less than `sealed`.
    /// - Throws: `.authenticationFailed` when anything differs from what was sealed, too few bytes included;
    ///   `.parameters` for a nonce or key of another size; `.library`.
    package static func open(
        _ sealed: [UInt8],
        nonce: [UInt8],
        associated: [UInt8] = [],
        key: SecretBytes
    ) throws(CryptoError) -> [UInt8] {
        guard nonce.count == nonceSize else {
            throw CryptoError(.parameters, "a nonce of \(nonce.count) bytes")
        }
        guard sealed.count >= tagSize else {
            throw CryptoError(.authenticationFailed, "sealed bytes are cut off")
        }
        let context = try GCMContext()
        var plain = [UInt8](repeating: 0, count: sealed.count - tagSize)
        try plain.withUnsafeMutableBufferPointer { (plain) throws(CryptoError) in
            try sealed.withUnsafeBufferPointer { (sealed) throws(CryptoError) in
                try associated.withUnsafeBufferPointer { (associated) throws(CryptoError) in
                    let source = UnsafeRawBufferPointer(sealed)
                    guard let start = source.baseAddress else { return }
                    try context.open(
                        UnsafeRawBufferPointer(start: start, count: plain.count),
                        nonce: nonce,
                        associated: UnsafeRawBufferPointer(associated),
                        key: key,
                        tag: start + plain.count,
                        into: UnsafeMutableRawPointer(plain.baseAddress)
                    )
                }
            }
        }
        return plain
    }
}
