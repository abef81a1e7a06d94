import HearthConcurrency
import Synchronization

/// A clock that stands still until the test moves it.
package final class ManualClock: WallClock {
    private let nanoseconds: Atomic<Int64>

    /// Starts at a moment in Unix seconds; by default 14 November 2023, 22:13:20 UTC.
    package init(now: Int64 = 1_700_000_000) { nanoseconds = Atomic(now * 1_000_000_000) }

    /// Seconds since 1970 (UTC).
    package var now: Int64 { nowNanoseconds / 1_000_000_000 }

    /// Nanoseconds since 1970 (UTC).
    package var nowNanoseconds: Int64 { nanoseconds.load(ordering: .sequentiallyConsistent) }

    /// Moves on, or back when negative.
    package func advance(by duration: Duration) {
        let (seconds, attoseconds) = duration.components
        nanoseconds.add(
            seconds * 1_000_000_000 + attoseconds / 1_000_000_000,
            ordering: .sequentiallyConsistent
        )
    }

    /// Jumps to a moment in Unix seconds.
    package func set(_ now: Int64) {
        nanoseconds.store(now * 1_000_000_000, ordering: .sequentiallyConsistent)
    }
}
