import HearthCrypto
import Synchronization

/// Memory for a few blocks on their way between cipher and disk, lent for the moment of one call.
///
/// One pool for the process: as many are in use as threads are in such calls, and a few stay allocated, so that they
/// stay in the processor's cache.
final class BlockScratch: @unchecked Sendable {  // One call uses it at a time.
    /// Blocks that one lies in: 256 KiB of plain bytes that begin at a block, or three quarters of a processor's
    /// smaller cache.
    static let blocks = 8
    /// Bytes of it.
    static let size = blocks * VaultFormat.sealedBlockSize

    // Safe: a piece of memory is in the list or with the one borrower that took it, never both.
    private struct Free: @unchecked Sendable { var pieces: [UnsafeMutableRawPointer] = [] }
    private static let free = Mutex(Free())
    private static let kept = 8

    private let memory: UnsafeMutableRawPointer

    /// Takes a piece from the pool; it goes back with the last reference.
    init() {
        memory =
            Self.free.withLock { $0.pieces.popLast() } ?? .allocate(byteCount: Self.size, alignment: 4_096)
    }

    deinit {
        let isKept = Self.free.withLock { free in
            guard free.pieces.count < Self.kept else { return false }
            free.pieces.append(memory)
            return true
        }
        if !isKept { memory.deallocate() }
    }

    /// The first bytes, at most ``size``.
    func bytes(_ count: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory, count: min(count, Self.size))
    }
}
