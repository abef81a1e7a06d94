/// Speed and time left of something that moves bytes, from what was moved at which moment.
package struct ProgressMeter: Sendable {
    /// Seconds over which the speed is smoothed.
    private static let window = 8.0
    private var samples: [(time: Double, bytes: Int64)] = []

    /// Begins without samples.
    package init() {}

    /// Notes how many bytes were moved altogether by a moment.
    ///
    /// - Parameters:
    ///   - bytes: since the beginning; less than before begins anew.
    ///   - time: seconds on a clock that never jumps.
    package mutating func note(_ bytes: Int64, at time: Double) {
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append((time, bytes))
        while samples.count > 2, samples[1].time < time - Self.window { samples.removeFirst() }
    }

    /// Bytes a second; 0 while nobody knows.
    package var speed: Double {
        guard let first = samples.first, let last = samples.last, last.time - first.time > 0.2 else {
            return 0
        }
        return Double(last.bytes - first.bytes) / (last.time - first.time)
    }

    /// Seconds until so many bytes more are moved; nil while nobody knows.
    package func timeLeft(for bytes: Int64) -> Double? {
        let speed = speed
        guard speed > 1 else { return nil }
        return Double(max(0, bytes)) / speed
    }
}
