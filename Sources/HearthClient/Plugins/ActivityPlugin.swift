import Synchronization

/// Tells an app's user interface what is going on: from the flags of the calls under way.
public final class ActivityPlugin: Plugin {
    /// What is going on.
    public struct Activity: Sendable, Hashable {
        /// Calls under way that want to be shown.
        public var shown = 0
        /// Calls under way during which no input is taken.
        public var blocking = 0

        /// Whether something is to be shown.
        public var showsProgress: Bool { shown > 0 }
        /// Whether input is to be blocked.
        public var blocksInput: Bool { blocking > 0 }
    }

    private struct State {
        var calls: [RequestID: TargetFlags] = [:]
        var told = Activity()
    }

    private let state = Mutex(State())
    private let changed: @Sendable (Activity) -> Void

    /// Takes what is told of every change, in order; it must return at once.
    public init(_ changed: @escaping @Sendable (Activity) -> Void) { self.changed = changed }

    /// What is going on now.
    public var activity: Activity { state.withLock { $0.told } }

    /// Counts the call in.
    public func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        change { $0[target.id] = target.flags }
    }

    /// Counts the call out.
    public func didFinish(_ error: ClientError?, for target: TargetInfo) async {
        change { $0[target.id] = nil }
    }

    private func change(_ body: (inout [RequestID: TargetFlags]) -> Void) {
        // Told under the lock: listeners see changes in their order.
        state.withLock { state in
            body(&state.calls)
            let activity = Activity(
                shown: state.calls.values.count { $0.contains(.showsProgress) },
                blocking: state.calls.values.count { $0.contains(.blocksInput) }
            )
            guard activity != state.told else { return }
            state.told = activity
            changed(activity)
        }
    }
}
