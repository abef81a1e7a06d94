import HearthCrypto

/// A file of a vault, open for reading: plain bytes out of a cipher file, each block authenticated on its way.
///
/// Any thread. Nothing is kept between two reads; the size is what the cipher file's size told at opening.
final class EncryptedFile: SealedFile {
    /// The 68 bytes at the beginning of the cipher file, as they are there.
    let header: [UInt8]
    let info: FileInfo
    private let inner: any ReadableFile
    private let blocks: SealedBlocks
    private let isOpen: @Sendable () -> Bool

    /// Reads the header, and the only block of a file that has one.
    ///
    /// - Throws: `.damaged` for a header or block that does not authenticate, and for a size that no file has; `.io`.
    init(
        _ inner: any ReadableFile,
        keys: VaultKeys,
        isOpen: @escaping @Sendable () -> Bool = { true }
    ) throws(StorageError) {
        guard let size = VaultFormat.plainSize(ofCipherSize: inner.info.size) else {
            throw StorageError(.damaged, "no encrypted file has this size")
        }
        let (header, key) = try FileHeader.read(keys) { (bytes, offset) throws(StorageError) in
            try inner.read(into: bytes, at: offset)
        }
        self.header = header
        self.inner = inner
        self.isOpen = isOpen
        info = inner.info.with(size: size)
        blocks = SealedBlocks(key: key, size: size, allowsHoles: false)
        if (1...Int64(VaultFormat.blockSize)).contains(size) { try checkFirstBlock() }
    }

    var descriptor: Int32? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(StorageError) -> Int {
        guard isOpen() else { throw StorageError(.accessDenied, "the vault was closed") }
        return try blocks.read(into: buffer, at: offset) { (bytes, offset) throws(StorageError) in
            try inner.read(into: bytes, at: offset)
        }.count
    }

    func currentInfo() throws(StorageError) -> FileInfo { try inner.currentInfo().plainInfo() }

    /// A part is read: that authenticates the whole block.
    private func checkFirstBlock() throws(StorageError) {
        var byte: UInt8 = 0
        try withUnsafeMutableBytes(of: &byte) { byte throws(StorageError) in
            _ = try read(into: byte, at: 0)
        }
    }
}
