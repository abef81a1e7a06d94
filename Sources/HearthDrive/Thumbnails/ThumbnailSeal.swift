import HearthCrypto

/// How what is kept is made sure to be what was kept: files are written without waiting for the disk.
enum ThumbnailSeal: Sendable {
    /// Plain: the bytes, then 32 bytes that vouch for them.
    case checksum
    /// In an encrypted root: sealed under the vault's key for thumbnails; a nonce of 12 bytes, the sealed bytes, the tag.
    case vault(VaultKeys)

    /// What is written.
    ///
    /// - Throws: `.library`.
    func close(_ bytes: [UInt8], _ key: ContentKey, _ slot: ThumbnailSlot) throws(CryptoError) -> [UInt8] {
        let context = Self.context(key, slot)
        switch self {
        case .checksum: return try bytes + SHA256.hash(context + SHA256.hash(bytes).bytes).bytes
        case .vault(let keys):
            let nonce = try SecureRandom.bytes(AES256GCM.nonceSize)
            return try nonce
                + AES256GCM.seal(
                    bytes,
                    nonce: nonce,
                    associated: context,
                    key: keys.derived(.thumbnails)
                )
        }
    }

    /// What was given to ``close(_:_:_:)``; nil for bytes that are not what that made for this content and slot.
    func open(_ stored: [UInt8], _ key: ContentKey, _ slot: ThumbnailSlot) -> [UInt8]? {
        let context = Self.context(key, slot)
        switch self {
        case .checksum:
            guard stored.count >= SHA256Digest.byteCount else { return nil }
            let bytes = Array(stored.dropLast(SHA256Digest.byteCount))
            guard let hash = try? SHA256.hash(bytes), let sum = try? SHA256.hash(context + hash.bytes) else {
                return nil
            }
            return sum.bytes.elementsEqual(stored.suffix(SHA256Digest.byteCount)) ? bytes : nil
        case .vault(let keys):
            guard stored.count >= AES256GCM.nonceSize, let secret = try? keys.derived(.thumbnails) else {
                return nil
            }
            return try? AES256GCM.open(
                Array(stored.dropFirst(AES256GCM.nonceSize)),
                nonce: Array(stored.prefix(AES256GCM.nonceSize)),
                associated: context,
                key: secret
            )
        }
    }

    private static func context(_ key: ContentKey, _ slot: ThumbnailSlot) -> [UInt8] {
        Array("hearth thumbnail 1\0".utf8) + key.bytes + [slot.number]
    }
}
