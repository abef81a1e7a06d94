import Dispatch
import Synchronization

/// A few threads for what blocks: files of this machine.
final class WorkThreads: Sendable {
    private let queues: [DispatchQueue]
    private let next = Atomic<Int>(0)

    /// So many threads at most.
    init(count: Int) {
        queues = (0..<max(1, count)).map { DispatchQueue(label: "hearth.transfer.work.\($0)") }
    }

    /// Runs `body` on one of the threads; cancelling does not stop it.
    func run<Value: Sendable>(
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        let queue = queues[next.wrappingAdd(1, ordering: .relaxed).oldValue % queues.count]
        return try await Self.run(on: queue, body)
    }

    /// Runs `body` on a thread of its own: for what takes as long as a whole file.
    static func runAlone<Value: Sendable>(
        _ label: String,
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        try await run(on: DispatchQueue(label: "hearth.transfer.\(label)"), body)
    }

    private static func run<Value: Sendable>(
        on queue: DispatchQueue,
        _ body: @escaping @Sendable () throws(TransferError) -> Value
    ) async throws(TransferError) -> Value {
        let result: Result<Value, TransferError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(TransferError) {
                    continuation.resume(returning: .success(try body()))
                } catch {
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }
}
