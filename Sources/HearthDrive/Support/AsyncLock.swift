import Synchronization

/// A lock that suspends the waiting task instead of its thread; first come, first served.
///
/// For the few places that must hold something across an `await`, such as the hash of one upload.
final class AsyncLock: Sendable {
    private struct State {
        var held = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Waits for the lock; every return is owed one ``unlock()``.
    func lock() async {
        await withCheckedContinuation { continuation in
            let free = state.withLock { state in
                if state.held {
                    state.waiters.append(continuation)
                    return false
                }
                state.held = true
                return true
            }
            if free { continuation.resume() }
        }
    }

    /// Takes the lock if nobody holds it.
    func tryLock() -> Bool {
        state.withLock { state in
            if state.held { return false }
            state.held = true
            return true
        }
    }

    /// Hands the lock to the first waiter.
    func unlock() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            if state.waiters.isEmpty {
                state.held = false
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }

    /// Runs `body` with the lock held.
    func withLock<T>(_ body: () async throws -> T) async rethrows -> T {
        await lock()
        defer { unlock() }
        return try await body()
    }
}
