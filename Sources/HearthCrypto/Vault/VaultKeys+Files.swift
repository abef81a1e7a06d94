extension VaultKeys {
    /// The most plain bytes that ``sealSmall(_:)`` and ``openSmall(_:)`` take: 16 MiB.
    package static let longestSmallFile = 16 << 20

    /// A header and a content key for a new file, both random.
    ///
    /// - Throws: `.library`.
    package func newFile() throws(CryptoError) -> VaultFileKey {
        let key = try SecretBytes.random(GCMContext.keySize)
        let nonce = try SecureRandom.bytes(GCMContext.nonceSize)
        // Eight bytes that are all ones, where older formats had the size, then the key.
        var payload = [UInt8](repeating: 0xFF, count: 8)
        key.withUnsafeBytes { payload.append(contentsOf: $0) }
        defer { wipe(&payload) }
        let header = try nonce + AES256GCM.seal(payload, nonce: nonce, key: encryption)
        return try VaultFileKey(header: header, key: key)
    }

    /// The content key of a file on disk.
    ///
    /// - Parameter header: the file's first 68 bytes.
    /// - Returns: the key, with the same header.
    /// - Throws: `.authenticationFailed` when it is not a header made with these keys, or of another length.
    package func file(header: UnsafeRawBufferPointer) throws(CryptoError) -> VaultFileKey {
        guard header.count == VaultFormat.headerSize else {
            throw CryptoError(.authenticationFailed, "a file's header has \(header.count) bytes")
        }
        let header = Array(header)
        var payload = try AES256GCM.open(
            Array(header.dropFirst(GCMContext.nonceSize)),
            nonce: Array(header.prefix(GCMContext.nonceSize)),
            key: encryption
        )
        defer { wipe(&payload) }
        guard payload.count == 8 + GCMContext.keySize, payload.prefix(8).allSatisfy({ $0 == 0xFF }) else {
            throw CryptoError(.authenticationFailed, "a file's header is of an unknown kind")
        }
        let key = try payload.withUnsafeBufferPointer { (payload) throws(CryptoError) in
            try SecretBytes(copying: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(payload)[8...]))
        }
        return try VaultFileKey(header: header, key: key)
    }

    /// Seals a small file as a whole: header and blocks, or the header alone for no bytes.
    ///
    /// - Throws: `.invalidInput` for more than ``longestSmallFile`` bytes, `.library`.
    package func sealSmall(_ plain: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard plain.count <= Self.longestSmallFile else {
            throw CryptoError(.invalidInput, "too many bytes for a small file")
        }
        let file = try newFile()
        let size = Int(VaultFormat.cipherSize(ofPlainSize: Int64(plain.count)))
        var sealed = file.header + [UInt8](repeating: 0, count: size - VaultFormat.headerSize)
        try sealed.withUnsafeMutableBufferPointer { (sealed) throws(CryptoError) in
            try plain.withUnsafeBufferPointer { (plain) throws(CryptoError) in
                let source = UnsafeRawBufferPointer(plain)
                var target = UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(sealed)[VaultFormat.headerSize...]
                )
                for (number, start) in stride(from: 0, to: plain.count, by: VaultFormat.blockSize)
                    .enumerated()
                {
                    let end = min(start + VaultFormat.blockSize, plain.count)
                    let written = try file.sealBlock(
                        Int64(number),
                        UnsafeRawBufferPointer(rebasing: source[start..<end]),
                        into: target
                    )
                    target = UnsafeMutableRawBufferPointer(rebasing: target[written...])
                }
            }
        }
        return sealed
    }

    /// Opens a small file as a whole.
    ///
    /// A file cut at the border of a block opens as a shorter one; the caller must know the length, or not care.
    ///
    /// - Throws: `.authenticationFailed` for anything that was not sealed with these keys and for impossible sizes;
    ///   `.invalidInput` for more than ``longestSmallFile`` plain bytes; `.library`.
    package func openSmall(_ sealed: [UInt8]) throws(CryptoError) -> [UInt8] {
        guard let size = VaultFormat.plainSize(ofCipherSize: Int64(sealed.count)) else {
            throw CryptoError(.authenticationFailed, "no sealed file has \(sealed.count) bytes")
        }
        guard size <= Int64(Self.longestSmallFile) else {
            throw CryptoError(.invalidInput, "too many bytes for a small file")
        }
        var plain = [UInt8](repeating: 0, count: Int(size))
        try sealed.withUnsafeBufferPointer { (sealed) throws(CryptoError) in
            let sealed = UnsafeRawBufferPointer(sealed)
            let file = try self.file(
                header: UnsafeRawBufferPointer(rebasing: sealed[..<VaultFormat.headerSize])
            )
            try plain.withUnsafeMutableBufferPointer { (plain) throws(CryptoError) in
                var target = UnsafeMutableRawBufferPointer(plain)
                let starts = stride(
                    from: VaultFormat.headerSize,
                    to: sealed.count,
                    by: VaultFormat.sealedBlockSize
                )
                for (number, start) in starts.enumerated() {
                    let end = min(start + VaultFormat.sealedBlockSize, sealed.count)
                    let written = try file.openBlock(
                        Int64(number),
                        UnsafeRawBufferPointer(rebasing: sealed[start..<end]),
                        into: target
                    )
                    target = UnsafeMutableRawBufferPointer(rebasing: target[written...])
                }
            }
        }
        return plain
    }
}
