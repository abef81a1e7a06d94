import Synchronization

/// Something that happens once in a script and that a test waits for.
final class Signal<Value: Sendable>: Sendable {
    private let state = Mutex<(value: Value?, waiters: [UnsafeContinuation<Value, Never>])>((nil, []))

    func send(_ value: Value) {
        let waiters = state.withLock { state in
            state.value = value
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    func wait() async -> Value {
        await withUnsafeContinuation { continuation in
            let value = state.withLock { state in
                if state.value == nil { state.waiters.append(continuation) }
                return state.value
            }
            if let value { continuation.resume(returning: value) }
        }
    }
}
