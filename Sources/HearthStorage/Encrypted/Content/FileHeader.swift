import HearthCrypto

/// The header of a cipher file: 68 bytes, authenticated, with the key of the file's blocks.
enum FileHeader {
    /// Reads and opens the header.
    ///
    /// - Parameters:
    ///   - keys: of the vault.
    ///   - source: reads cipher bytes into memory from an offset.
    /// - Returns: the header as it is on the disk, and the key in it.
    /// - Throws: `.damaged` for one that does not authenticate or is not all there; what `source` threw.
    static func read(
        _ keys: VaultKeys,
        from source: SealedBlocks.Source
    ) throws(StorageError) -> (header: [UInt8], key: VaultFileKey) {
        guard let header = try bytes(from: source) else {
            throw StorageError(.damaged, "an encrypted file is shorter than its header")
        }
        return (header, try open(header, keys))
    }

    /// The header's bytes as they are; nil when the file is shorter.
    static func bytes(from source: SealedBlocks.Source) throws(StorageError) -> [UInt8]? {
        var header = [UInt8](repeating: 0, count: VaultFormat.headerSize)
        let count = try header.withUnsafeMutableBufferPointer { bytes throws(StorageError) in
            try source(UnsafeMutableRawBufferPointer(bytes), 0)
        }
        return count == header.count ? header : nil
    }

    /// The key that a header holds.
    static func open(_ header: [UInt8], _ keys: VaultKeys) throws(StorageError) -> VaultFileKey {
        try cipher("opening a header") { () throws(CryptoError) in
            try header.withUnsafeBufferPointer { bytes throws(CryptoError) in
                try keys.file(header: UnsafeRawBufferPointer(bytes))
            }
        }
    }

    /// Writes a header to the beginning of a file.
    static func write(_ header: [UInt8], to file: any StagedFile) throws(StorageError) {
        try header.withUnsafeBufferPointer { bytes throws(StorageError) in
            try file.write(UnsafeRawBufferPointer(bytes), at: 0)
        }
    }
}
