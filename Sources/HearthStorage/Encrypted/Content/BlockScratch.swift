import HearthCrypto
import Synchronization

/// Memory for a few blocks on their way between cipher and disk, lent for the moment of one call.
///
/// One pool for the process: as many pieces are in use as threads are in such calls, and a few stay allocated, so that
/// they stay in the processor's cache.
enum BlockScratch {
    /// Blocks that a piece has room for: with the plain bytes beside them they stay in a processor's own cache.
    static let blocks = 4
    /// Bytes of a piece.
    static let size = blocks * VaultFormat.sealedBlockSize

    // Safe: a piece of memory is in the list or with the one borrower that took it, never both.
    private struct Free: @unchecked Sendable { var pieces: [UnsafeMutableRawBufferPointer] = [] }
    private static let free = Mutex(Free())
    private static let kept = 8

    /// Lends ``size`` bytes with anything in them, not to be kept.
    static func lend<Result>(
        _ body: (UnsafeMutableRawBufferPointer) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let piece = free.withLock { $0.pieces.popLast() } ?? .allocate(byteCount: size, alignment: 4_096)
        defer {
            let isKept = free.withLock { free in
                guard free.pieces.count < kept else { return false }
                free.pieces.append(piece)
                return true
            }
            if !isKept { piece.deallocate() }
        }
        return try body(piece)
    }

    /// Lends room for one sealed block and one plain one.
    static func lendPair<Result>(
        _ body: (
            _ sealed: UnsafeMutableRawBufferPointer,
            _ plain: UnsafeMutableRawBufferPointer
        ) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try lend { memory throws(StorageError) in
            let rest = memory[VaultFormat.sealedBlockSize...].prefix(VaultFormat.blockSize)
            return try body(
                UnsafeMutableRawBufferPointer(rebasing: memory[..<VaultFormat.sealedBlockSize]),
                UnsafeMutableRawBufferPointer(rebasing: rest)
            )
        }
    }
}
