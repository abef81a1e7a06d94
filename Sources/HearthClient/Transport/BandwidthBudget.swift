import Synchronization

/// A bandwidth that all requests of a program share, each direction by itself.
///
/// Whoever is under way takes from one supply, so that the sum is what was asked for, be it one request or thirty, and
/// whether they begin or end meanwhile. Told the time, so that transports use their own clock.
package final class BandwidthBudget: Sendable {
    /// A direction of the bytes.
    package enum Direction: Sendable {
        case sending, receiving
    }

    /// Seconds of bandwidth that are saved while nobody needs them: enough for a late wake-up, no burst.
    private static let savings = 0.25

    /// What one direction has.
    private struct Supply {
        /// Bytes that may go at ``time``; negative when more went than was there.
        var bytes = 0.0
        /// Monotonic seconds of the last look; nil before the first.
        var time: Double?

        mutating func refill(_ rate: Double, _ now: Double) {
            bytes = min(rate * BandwidthBudget.savings, bytes + max(0, now - (time ?? now)) * rate)
            time = max(now, time ?? now)
        }
    }

    private struct State {
        var sending = Supply()
        var receiving = Supply()
    }

    /// Bytes a second in each direction.
    package let bandwidth: Int
    private let state = Mutex(State())

    /// Takes bytes a second; at least 1.
    package init(_ bandwidth: Int) { self.bandwidth = max(1, bandwidth) }

    /// Notes bytes that have moved.
    package func take(_ bytes: Int, _ direction: Direction, now: Double) {
        change(direction, now) { $0.bytes -= Double(bytes) }
    }

    /// When more may move, in the seconds of `now`; not later than `now` when it may at once.
    package func due(_ direction: Direction, now: Double) -> Double {
        change(direction, now) { now - min(0, $0.bytes) / Double(bandwidth) }
    }

    private func change<Value: Sendable>(
        _ direction: Direction,
        _ now: Double,
        _ body: (inout Supply) -> Value
    ) -> Value {
        state.withLock { state in
            switch direction {
            case .sending:
                state.sending.refill(Double(bandwidth), now)
                return body(&state.sending)
            case .receiving:
                state.receiving.refill(Double(bandwidth), now)
                return body(&state.receiving)
            }
        }
    }
}
