import HearthConcurrency
import Synchronization

/// Joins identical requests: while one runs, the next with the same key waits for its outcome.
///
/// Old phones give up after 15 s and ask again; the second request must not start the same move once more.
final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let running = Mutex<[Key: Task<Value, any Error>]>([:])
    private let pool: ThreadPool

    init(pool: ThreadPool) { self.pool = pool }

    /// The outcome of `work`, or of the running work with this key.
    ///
    /// The work goes on when the caller is cancelled: its task is owned by this table until it ends.
    func run(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let task = running.withLock { table in
            if let task = table[key] { return task }
            let task = Task(executorPreference: pool) {
                defer { self.running.withLock { $0[key] = nil } }
                return try await work()
            }
            table[key] = task
            return task
        }
        return try await task.value
    }
}
