import Synchronization

/// The calls of a provider that are under way, and who wants to hear of them.
final class RequestLedger: Sendable {
    private struct Entry {
        var info: RequestInfo
        var cancel: (@Sendable () -> Void)?
        var isCancelled = false
    }

    private struct State {
        var next: UInt64 = 1
        var entries: [RequestID: Entry] = [:]
        var listeners: [UInt64: AsyncStream<ProviderEvent>.Continuation] = [:]
        var ended: Set<Endpoint> = []
    }

    private let state = Mutex(State())

    /// The calls under way, oldest first.
    var inFlight: [RequestInfo] {
        state.withLock { $0.entries.values.map(\.info) }.sorted { $0.id.number < $1.id.number }
    }

    func begin(_ target: some Target) -> RequestID {
        state.withLock { state in
            let id = RequestID(number: state.next)
            state.next += 1
            let info = RequestInfo(
                id: id,
                name: target.name,
                method: target.method,
                path: target.path,
                flags: target.flags
            )
            state.entries[id] = Entry(info: info)
            return id
        }
    }

    /// Says how a call is cancelled; one that was cancelled already is cancelled at once.
    func attach(_ cancel: @escaping @Sendable () -> Void, to id: RequestID) {
        let isCancelled = state.withLock { state in
            state.entries[id]?.cancel = cancel
            return state.entries[id]?.isCancelled ?? false
        }
        if isCancelled { cancel() }
    }

    func end(_ id: RequestID) { state.withLock { _ = $0.entries.removeValue(forKey: id) } }

    func cancel(_ id: RequestID) {
        let cancel = state.withLock { state in
            state.entries[id]?.isCancelled = true
            return state.entries[id]?.cancel
        }
        cancel?()
    }

    func cancelAll() {
        let cancels = state.withLock { state in
            for id in state.entries.keys { state.entries[id]?.isCancelled = true }
            return state.entries.values.compactMap(\.cancel)
        }
        for cancel in cancels { cancel() }
    }

    /// Whether this is the first time that the endpoint's session is said to have ended.
    func endsFirst(_ endpoint: Endpoint) -> Bool {
        var key = endpoint
        // One session, whatever the way and the paths.
        key.baseURL = ""
        key.basePath = ""
        key.channel = .direct
        return state.withLock { $0.ended.insert(key).inserted }
    }

    func tell(_ kind: ProviderEvent.Kind, _ target: TargetInfo) {
        let listeners = state.withLock { Array($0.listeners.values) }
        for listener in listeners { listener.yield(ProviderEvent(target: target, kind: kind)) }
    }

    func events() -> AsyncStream<ProviderEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: ProviderEvent.self,
            bufferingPolicy: .bufferingNewest(1024)
        )
        let number = state.withLock { state in
            let number = state.next
            state.next += 1
            state.listeners[number] = continuation
            return number
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
        }
        return stream
    }
}
