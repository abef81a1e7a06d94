/// Keeps both directions of an exchange below a bandwidth.
///
/// libcurl's own limit looks at averages of seconds and lets small files through at full speed.
struct CurlPace {
    private let bandwidth: Double
    private let started: Double
    /// Bytes of body that came in, and that were fetched to go out.
    var received = 0
    var sent = 0
    /// When the exchange may go on, in monotonic seconds; nil while it need not wait.
    var resumption: Double?

    init(bandwidth: Int, now: Double) {
        self.bandwidth = Double(max(1, bandwidth))
        started = now
    }

    /// Whether more may come in now; otherwise ``resumption`` is set.
    mutating func allowsReceiving() -> Bool { allows(received) }

    /// Whether more may go out now; otherwise ``resumption`` is set.
    mutating func allowsSending() -> Bool { allows(sent) }

    private mutating func allows(_ count: Int) -> Bool {
        let due = started + Double(count) / bandwidth
        // Waits shorter than a few milliseconds would only cost processor time.
        guard due > MonotonicTime.now + 0.005 else { return true }
        resumption = min(due, resumption ?? due)
        return false
    }
}
