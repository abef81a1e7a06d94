import Synchronization

/// Large buffers for body bytes, lent for the moment of one read and one write.
final class BufferPool: Sendable {
    /// Bytes of each buffer.
    static let size = 256 << 10

    // Safe: a buffer is in the list or with the one borrower that took it, never both.
    private struct Free: @unchecked Sendable { var buffers: [UnsafeMutableRawPointer] = [] }

    private let free = Mutex(Free())
    private let kept: Int

    /// - Parameter kept: how many unused buffers stay allocated.
    init(keeping kept: Int) { self.kept = kept }

    deinit { for buffer in free.withLock({ $0.buffers }) { buffer.deallocate() } }

    /// A buffer of ``size`` bytes, given back with its last reference.
    func lend() -> LentBuffer {
        let buffer =
            free.withLock { $0.buffers.popLast() } ?? .allocate(byteCount: Self.size, alignment: 64)
        return LentBuffer(buffer, pool: self)
    }

    fileprivate func takeBack(_ buffer: UnsafeMutableRawPointer) {
        let isKept = free.withLock { free in
            guard free.buffers.count < kept else { return false }
            free.buffers.append(buffer)
            return true
        }
        if !isKept { buffer.deallocate() }
    }
}

/// A buffer on loan to one task.
///
/// Drop it before waiting for the client's bytes, so that a slow client holds none.
final class LentBuffer: @unchecked Sendable {  // One task uses it at a time.
    private let memory: UnsafeMutableRawPointer
    private let pool: BufferPool

    /// How many bytes are in use.
    var count = 0

    fileprivate init(_ memory: UnsafeMutableRawPointer, pool: BufferPool) {
        self.memory = memory
        self.pool = pool
    }

    deinit { pool.takeBack(memory) }

    /// The first `limit` bytes of the memory, for filling.
    func space(_ limit: Int = BufferPool.size) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory, count: min(limit, BufferPool.size))
    }

    /// The bytes in use.
    func withBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: memory, count: count))
    }
}
