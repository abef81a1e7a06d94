import HearthClient
import Synchronization

/// A clock of a test: stands still, and moves on by what somebody waits.
final class SteppedClock: Sendable {
    private struct State {
        var elapsed: Double = 1000
        var wall: Double = 1_700_000_000
        var waits: [Double] = []
    }

    private let state = Mutex(State())

    /// Both clocks move.
    func advance(_ seconds: Double) {
        state.withLock {
            $0.elapsed += seconds
            $0.wall += seconds
        }
    }

    /// The wall clock alone is set.
    func jump(_ seconds: Double) { state.withLock { $0.wall += seconds } }

    /// Every wait, in order.
    var waits: [Double] { state.withLock { $0.waits } }

    var clock: ClientClock {
        ClientClock(
            wall: { self.state.withLock { $0.wall } },
            elapsed: { self.state.withLock { $0.elapsed } },
            sleep: { seconds in
                try Task.checkCancellation()
                self.state.withLock { $0.waits.append(seconds) }
                self.advance(seconds)
            }
        )
    }
}
