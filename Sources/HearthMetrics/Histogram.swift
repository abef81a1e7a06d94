import Synchronization

/// Counts observations by size.
package final class Histogram: Sendable {
    /// Upper bounds in seconds that suit request times.
    package static let requestSeconds: [Double] = [
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
    ]

    /// Upper bounds, ascending; the last bucket without a bound is implied.
    let bounds: [Double]
    private let counts: [Counter]
    private let sumBits = Atomic<UInt64>(0)

    init(bounds: [Double]) {
        self.bounds = bounds
        counts = (0...bounds.count).map { _ in Counter() }
    }

    /// Records one observation; not-a-number is ignored.
    package func observe(_ value: Double) {
        guard !value.isNaN else { return }
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count].add()
        var old = sumBits.load(ordering: .relaxed)
        while true {
            let new = (Double(bitPattern: old) + value).bitPattern
            let (exchanged, original) = sumBits.weakCompareExchange(
                expected: old,
                desired: new,
                ordering: .relaxed
            )
            if exchanged { return }
            old = original
        }
    }

    /// Records a duration in seconds.
    package func observe(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        observe(Double(seconds) + Double(attoseconds) * 1e-18)
    }

    /// The sum of all observations.
    package var sum: Double { Double(bitPattern: sumBits.load(ordering: .relaxed)) }

    /// The number of observations.
    package var count: UInt64 { counts.reduce(0) { $0 + $1.value } }

    /// Observations at or below each bound, then all of them.
    var cumulative: [UInt64] {
        var running: UInt64 = 0
        return counts.map { counter in
            running += counter.value
            return running
        }
    }
}
