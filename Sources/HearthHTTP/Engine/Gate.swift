import Synchronization

/// Lets one task at a time use something, and nobody once it is closed.
///
/// It guards what a handler may have let escape: a body or writer used by two tasks, or after its request.
struct Gate: ~Copyable, Sendable {
    // Not private: Swift 6.3.1 emits broken code for a private type inside a stored Mutex of a non-copyable struct
    // that another file stores.
    struct State {
        var isBusy = false
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Begins a use.
    ///
    /// - Throws: `.closed` after ``close()``, `.io` while another task is inside.
    func enter() throws(HTTPError) {
        let failure = state.withLock { state -> HTTPError? in
            if state.isClosed { return HTTPError(.closed, "the request is over") }
            if state.isBusy { return HTTPError(.io, "two tasks use one body") }
            state.isBusy = true
            return nil
        }
        if let failure { throw failure }
    }

    /// Ends a use.
    func leave() { state.withLock { $0.isBusy = false } }

    /// Refuses every later use.
    ///
    /// - Returns: false when a task is still inside.
    func close() -> Bool {
        state.withLock { state in
            state.isClosed = true
            return !state.isBusy
        }
    }
}
