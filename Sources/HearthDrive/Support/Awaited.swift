import HearthConcurrency
import Synchronization

/// A result that one thread sleeps for: for code that cannot suspend.
///
/// Whoever settles it must not need the sleeping thread.
final class Awaited<Value: Sendable>: Sendable {
    private let result = Mutex<Result<Value, any Error>?>(nil)
    private let done = Semaphore()

    /// Wakes the thread; called once.
    func settle(_ result: Result<Value, any Error>) {
        self.result.withLock { $0 = result }
        done.signal()
    }

    /// Blocks its thread until ``settle(_:)``; called once.
    func wait() throws -> Value {
        while true {
            done.wait()
            if let result = result.withLock({ $0 }) { return try result.get() }
        }
    }
}
