import HearthConcurrency
import HearthWire
import Synchronization

/// Lets few at a time do costly work on blocking threads, and some more wait for their turn.
///
/// First come, first served. Who finds the queue full is told to come back.
final class Turnstile: Sendable {
    private struct State {
        var running = 0
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
    private let width: Int
    private let queue: Int
    private let blocking: ThreadPool

    /// `width` may work and `queue` may wait at one time.
    init(width: Int, queue: Int, blocking: ThreadPool) {
        self.width = width
        self.queue = queue
        self.blocking = blocking
    }

    /// Runs `work` when it is its turn.
    ///
    /// - Throws: 90007 when too many wait; what `work` throws.
    func pass<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        try await enter()
        defer { leave() }
        return try await blocking.run(work)
    }

    private func enter() async throws {
        let full = state.withLock { $0.running >= width && $0.waiting.count >= queue }
        if full { throw DriveError(.busy, retryAfter: 5) }
        await withCheckedContinuation { continuation in
            let free = state.withLock { state in
                if state.running < width {
                    state.running += 1
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if free { continuation.resume() }
        }
    }

    private func leave() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiting.isEmpty {
                state.running -= 1
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }
}
