import Dispatch

/// Runs what blocks on threads of its own, never on those of Swift's tasks.
package enum BlockingWork {
    private static let queue = DispatchQueue(label: "hearth.client.blocking", attributes: .concurrent)

    /// Runs `body` and returns when it has ended; cancelling does not stop it.
    package static func run<Value: Sendable, Failure: Error>(
        _ body: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
