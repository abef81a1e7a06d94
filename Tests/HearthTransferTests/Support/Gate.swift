import Synchronization

/// Lets tasks wait until it is opened, or until they are cancelled; tells when the first one waits.
final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var watchers: [CheckedContinuation<Void, Never>] = []
        var hasBeenReached = false
        var next = 0
    }

    private let state = Mutex(State())

    /// Waits for the opening.
    @Sendable func pass() async {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isDone, watchers) = state.withLock { state in
                    state.hasBeenReached = true
                    defer { state.watchers = [] }
                    let isDone = state.isOpen || Task.isCancelled
                    if !isDone { state.waiting[number] = continuation }
                    return (isDone, state.watchers)
                }
                for watcher in watchers { watcher.resume() }
                if isDone { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }

    /// Waits until somebody has come.
    func reached() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.hasBeenReached { state.watchers.append(continuation) }
                return state.hasBeenReached
            }
            if isDone { continuation.resume() }
        }
    }

    /// Lets everybody pass, now and later.
    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for waiter in waiting { waiter.resume() }
    }
}
