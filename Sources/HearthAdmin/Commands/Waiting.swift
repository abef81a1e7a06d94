import CLinux
import HearthConcurrency
import Synchronization

/// Runs async work on a pool while the calling thread sleeps: for the main thread, which nothing else needs.
///
/// - Throws: what `work` throws.
func waitFor<T: Sendable>(on pool: ThreadPool, _ work: @escaping @Sendable () async throws -> T) throws -> T {
    let result = Outcome<T>()
    // Owned by this call, which does not return before it.
    Task(executorPreference: pool) {
        do {
            result.settle(.success(try await work()))
        } catch {
            result.settle(.failure(error))
        }
    }
    return try result.wait().get()
}

/// A result that one thread waits for.
private final class Outcome<T: Sendable>: Sendable {
    private let value = Mutex<Result<T, any Error>?>(nil)
    private let event = eventfd(0, Int32(EFD_CLOEXEC))

    deinit { close(event) }

    func settle(_ result: Result<T, any Error>) {
        value.withLock { $0 = result }
        eventfd_write(event, 1)
    }

    func wait() -> Result<T, any Error> {
        while true {
            if let result = value.withLock({ $0 }) { return result }
            var count: eventfd_t = 0
            eventfd_read(event, &count)
        }
    }
}
