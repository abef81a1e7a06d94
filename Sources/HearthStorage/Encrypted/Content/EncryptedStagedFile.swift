import HearthCrypto
import Synchronization

/// An unfinished file of a vault: plain bytes come in, sealed blocks lie on the disk.
///
/// Whole blocks are sealed straight from the caller's bytes, outside the lock, so that several threads seal at once.
/// What covers only part of a block waits in memory, in at most ``partialLimit`` blocks, and is sealed when the block
/// is complete, when its place is needed, and whenever the file is synced, read there, measured, cut or published. A
/// block is never written twice with the same nonce.
///
/// Blocks that were never written are zeros on the disk, which no sealed block is; they read as zeros. Only here:
/// ``prepareToPublish()`` seals them, so that a published file has none.
///
/// A crash may leave a torn last block. Reading it is `.damaged`; writing it anew from its beginning mends it.
final class EncryptedStagedFile: StagedFile {
    /// How many incomplete blocks are held in memory.
    static let partialLimit = 8
    static let blockSize = Int64(VaultFormat.blockSize)

    struct State {
        /// The plain size, with what is still in memory.
        var size: Int64 = 0
        /// The block that is shorter on the disk than the others: the last one there.
        var shortBlock: Int64?
        /// Incomplete blocks, the one that was used last at the end.
        var partials: [PartialBlock] = []
        /// Blocks that are known to be no holes.
        var written = BlockSet()
        /// The time that was set since the last write.
        var time: FileTime?
    }

    /// The cipher file.
    let inner: any StagedFile
    let header: [UInt8]
    let key: VaultFileKey
    let state: Mutex<State>

    /// Begins a file: writes a header with a new key.
    ///
    /// - Parameters:
    ///   - inner: new and empty.
    ///   - keys: of the vault.
    /// - Throws: `.noSpace`, `.io`.
    init(new inner: any StagedFile, keys: VaultKeys) throws(StorageError) {
        self.inner = inner
        key = try cipher("making a header") { () throws(CryptoError) in try keys.newFile() }
        header = key.header
        state = Mutex(State())
        try FileHeader.write(header, to: inner)
    }

    /// Goes on with a file that was begun before, perhaps before a crash.
    ///
    /// A file without a header has lost everything in a power cut, before any of it was synced: it begins anew.
    ///
    /// - Throws: `.damaged` for a header that does not authenticate.
    init(reopening inner: any StagedFile, keys: VaultKeys) throws(StorageError) {
        self.inner = inner
        let stored = try FileHeader.bytes { (bytes, offset) throws(StorageError) in
            try inner.read(into: bytes, at: offset)
        }
        if let stored, !stored.allSatisfy({ $0 == 0 }) {
            header = stored
            key = try FileHeader.open(stored, keys)
            state = Mutex(Self.state(ofCipherSize: try inner.info().size))
            return
        }
        key = try cipher("making a header") { () throws(CryptoError) in try keys.newFile() }
        header = key.header
        state = Mutex(State())
        if stored != nil { try inner.truncate(to: 0) }
        try FileHeader.write(header, to: inner)
    }

    var id: String { inner.id }
    var inode: UInt64 { inner.inode }

    func sync() throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            try flush(&state)
            // What nobody has written to since the last time is not worth its memory.
            state.partials.removeAll { $0.isIdle }
            for partial in state.partials { partial.isIdle = true }
        }
        try inner.sync()
    }

    func reserve(upTo size: Int64) throws(StorageError) {
        guard size > 0 else { return }
        try inner.reserve(upTo: VaultFormat.cipherSize(ofPlainSize: size))
    }

    func releaseUnwritten() throws(StorageError) {
        _ = try state.withLock { state throws(StorageError) in try flush(&state) }
        try inner.releaseUnwritten()
    }

    func setModified(_ time: FileTime) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            try flush(&state)
            try inner.setModified(time)
            state.time = time
        }
    }

    func info() throws(StorageError) -> FileInfo {
        try state.withLock { state throws(StorageError) in
            try flush(&state)
            return try inner.info().with(size: state.size)
        }
    }

    /// What a cipher file of a size holds; a rest that is too short for a byte of content counts as an empty block.
    private static func state(ofCipherSize size: Int64) -> State {
        let (whole, rest) = (size - Int64(VaultFormat.headerSize)).quotientAndRemainder(
            dividingBy: Int64(VaultFormat.sealedBlockSize)
        )
        var state = State()
        state.size = whole * blockSize + max(0, rest - Int64(VaultFormat.blockOverhead))
        if rest > 0 { state.shortBlock = whole }
        return state
    }
}
