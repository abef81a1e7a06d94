import CLinux

/// Received bytes that nobody has used yet: header sections, and what came in behind them.
///
/// Holds no memory while it is empty.
struct InputBuffer: ~Copyable {
    private var memory: UnsafeMutableRawPointer?
    private var capacity = 0
    private var start = 0
    private var end = 0

    init() {}

    deinit { free(memory) }

    /// Unused bytes.
    var count: Int { end - start }

    /// The unused bytes; valid until the next change.
    var bytes: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory.map { $0 + start }, count: end - start)
    }

    /// Where the next bytes go, after ``reserve(total:)``.
    var space: UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(start: memory.map { $0 + end }, count: capacity - end)
    }

    /// Counts bytes that were written into ``space``.
    mutating func append(_ count: Int) { end += count }

    /// Takes bytes off the front; without any left the memory is freed.
    mutating func consume(_ count: Int) {
        start += count
        if start == end { release() }
    }

    /// Makes room so that `total` bytes fit, moving what there is to the front.
    mutating func reserve(total: Int) {
        if start > 0, let memory {
            memmove(memory, memory + start, end - start)
            end -= start
            start = 0
        }
        guard total > capacity else { return }
        if let grown = realloc(memory, total) {
            memory = grown
            capacity = total
        }
    }

    /// Frees the memory if nothing is in it, for a wait.
    mutating func releaseIfEmpty() { if start == end { release() } }

    private mutating func release() {
        free(memory)
        memory = nil
        capacity = 0
        start = 0
        end = 0
    }
}
