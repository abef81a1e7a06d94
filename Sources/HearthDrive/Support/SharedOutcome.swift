import Synchronization

/// A result that several tasks wait for, each as long as it likes.
final class SharedOutcome<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())

    /// The result, once there is one.
    var result: Result<Value, any Error>? { state.withLock { $0.result } }

    /// Gives everybody the result; only the first one counts.
    func settle(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            if state.result != nil { return [] }
            state.result = result
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Waits for the result.
    ///
    /// - Parameter patience: for how long; nil for as long as it takes.
    /// - Returns: nil when it is not there in time, or the waiting task was cancelled.
    func wait(atMost patience: Duration? = nil) async -> Result<Value, any Error>? {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        // Owned by this call: cancelled when the wait is over. A waiter that is not there yet is released all the same,
        // since the time is looked at again.
        let end = patience.map { ContinuousClock.now + $0 }
        let alarm = end.map { end in
            Task {
                try? await Task.sleep(until: end, clock: .continuous)
                self.release(number)
            }
        }
        defer { alarm?.cancel() }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    let isLate = end.map { $0 <= ContinuousClock.now } ?? false
                    if state.result != nil || Task.isCancelled || isLate { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            release(number)
        }
        return result
    }

    private func release(_ number: UInt64) {
        state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
    }
}
