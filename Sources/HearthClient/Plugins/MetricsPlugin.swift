import Synchronization

/// Counts calls and measures their time.
public final class MetricsPlugin: Plugin {
    /// What is known of one kind of call.
    public struct Entry: Sendable, Hashable {
        /// Calls that ended.
        public var calls = 0
        /// Those that failed.
        public var failures = 0
        /// Attempts beside the first.
        public var repetitions = 0
        /// The time of all calls together.
        public var time: Duration = .zero
        /// The longest time of one call.
        public var longest: Duration = .zero
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var begun: [RequestID: ContinuousClock.Instant] = [:]
    }

    private let state = Mutex(State())

    /// Begins at zero.
    public init() {}

    /// What was counted, by the targets' names.
    public var entries: [String: Entry] { state.withLock { $0.entries } }

    /// Begins to measure.
    public func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        state.withLock { state in
            if state.begun[target.id] == nil { state.begun[target.id] = ContinuousClock.now }
        }
    }

    /// Counts the call.
    public func didFinish(_ error: ClientError?, for target: TargetInfo) async {
        state.withLock { state in
            let time = state.begun.removeValue(forKey: target.id).map { ContinuousClock.now - $0 } ?? .zero
            var entry = state.entries[target.name] ?? Entry()
            entry.calls += 1
            entry.failures += error == nil ? 0 : 1
            entry.repetitions += target.attempt - 1
            entry.time += time
            entry.longest = max(entry.longest, time)
            state.entries[target.name] = entry
        }
    }
}
