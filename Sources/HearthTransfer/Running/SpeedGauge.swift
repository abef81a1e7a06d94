/// A moving average of bytes a second.
struct SpeedGauge: Sendable {
    /// Seconds after which a change is seen for the most part.
    private static let memory = 3.0

    private var last: (time: Double, bytes: Int64)?
    private(set) var speed = 0.0

    /// Notes how many bytes there were in all at a time in seconds.
    mutating func note(_ bytes: Int64, at time: Double) {
        defer { last = (time, bytes) }
        guard let last, time > last.time else { return }
        let now = Double(max(0, bytes - last.bytes)) / (time - last.time)
        let weight = min(1, (time - last.time) / Self.memory)
        // The first measure counts alone: an average with nothing would show half the truth.
        speed = speed == 0 ? now : speed * (1 - weight) + now * weight
    }
}
