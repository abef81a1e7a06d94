/// HKDF with SHA-256 (RFC 5869): keys for several purposes out of one.
package enum HKDF {
    /// The most bytes one call can give (RFC 5869, section 2.3).
    package static let longestOutput = 255 * 32

    /// Derives a key.
    ///
    /// - Parameters:
    ///   - secret: the input keying material.
    ///   - salt: not secret; may be empty.
    ///   - info: what the key is for; other info, an unrelated key.
    ///   - count: 1 to ``longestOutput`` bytes.
    /// - Returns: `count` bytes.
    /// - Throws: `.parameters` for another count, `.library`.
    package static func derive(
        from secret: SecretBytes,
        salt: [UInt8] = [],
        info: [UInt8],
        count: Int = 32
    ) throws(CryptoError) -> SecretBytes {
        guard (1...longestOutput).contains(count) else {
            throw CryptoError(.parameters, "a derived key of \(count) bytes")
        }
        // Extract. HMAC fills its key up with zeros, so one zero is the empty salt.
        let salt = salt.isEmpty ? [0] : salt
        let extracted = try SecretBytes(count: 32) { (target) throws(CryptoError) in
            try secret.withUnsafeBytes { (secret) throws(CryptoError) in
                try salt.withUnsafeBufferPointer { (salt) throws(CryptoError) in
                    try KeyedHash.sha256.authenticate(
                        secret,
                        key: UnsafeRawBufferPointer(salt),
                        into: target
                    )
                }
            }
        }
        // Expand: each block is the code of the last block, the info and a number.
        return try SecretBytes(count: count) { (target) throws(CryptoError) in
            var message: [UInt8] = []
            var block = [UInt8](repeating: 0, count: 32)
            defer {
                wipe(&message)
                wipe(&block)
            }
            for (index, offset) in stride(from: 0, to: count, by: 32).enumerated() {
                wipe(&message)
                message = (index == 0 ? [] : block) + info + [UInt8(truncatingIfNeeded: index + 1)]
                let next = try KeyedHash.sha256.authenticate(message, key: extracted)
                wipe(&block)
                block = next
                let piece = UnsafeMutableRawBufferPointer(rebasing: target[offset..<min(offset + 32, count)])
                piece.copyBytes(from: block.prefix(piece.count))
            }
        }
    }
}
