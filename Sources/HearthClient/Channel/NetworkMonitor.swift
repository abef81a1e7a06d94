import Synchronization

/// Tells how this device is connected, and when that changes.
public protocol NetworkMonitor: Sendable {
    /// How it is connected now.
    var path: NetworkPath { get }

    /// Every change from now on; a slow reader sees the newest alone. The stream ends with the monitor.
    func changes() -> AsyncStream<NetworkPath>
}

/// A monitor that says what it was told: for tests, and for programs that learn of changes elsewhere.
public final class ManualNetworkMonitor: NetworkMonitor {
    private struct State {
        var path: NetworkPath
        var readers: [Int: AsyncStream<NetworkPath>.Continuation] = [:]
        var nextReader = 0
    }

    private let state: Mutex<State>

    /// Starts with a path.
    public init(_ path: NetworkPath = .unknown) { state = Mutex(State(path: path)) }

    deinit {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
    }

    /// What was said last.
    public var path: NetworkPath { state.withLock { $0.path } }

    /// Says that the device is connected in another way; also the same path again counts as a change.
    public func set(_ path: NetworkPath) {
        let readers = state.withLock { state in
            state.path = path
            return Array(state.readers.values)
        }
        for reader in readers { reader.yield(path) }
    }

    /// Every change from now on.
    public func changes() -> AsyncStream<NetworkPath> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: NetworkPath.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let reader = state.withLock { state in
            state.nextReader += 1
            state.readers[state.nextReader] = continuation
            return state.nextReader
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: reader) }
        }
        return stream
    }
}
