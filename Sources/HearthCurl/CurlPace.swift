import HearthClient

/// Keeps both directions of an exchange below a bandwidth, its own or one that it shares with others.
///
/// libcurl's own limit looks at averages of seconds and lets small files through at full speed.
struct CurlPace {
    private let budget: BandwidthBudget
    /// When the exchange may go on, in monotonic seconds; nil while it need not wait.
    var resumption: Double?

    /// The pace of a request; nil for one without a limit.
    init?(_ request: TransportRequest) {
        guard let budget = request.budget ?? request.bandwidth.map({ BandwidthBudget($0) }) else {
            return nil
        }
        self.budget = budget
    }

    /// Bytes of body came in.
    func received(_ count: Int) { budget.take(count, .receiving, now: MonotonicTime.now) }

    /// Bytes of body were fetched to go out.
    func sent(_ count: Int) { budget.take(count, .sending, now: MonotonicTime.now) }

    /// Whether more may come in now; otherwise ``resumption`` is set.
    mutating func allowsReceiving() -> Bool { allows(.receiving) }

    /// Whether more may go out now; otherwise ``resumption`` is set.
    mutating func allowsSending() -> Bool { allows(.sending) }

    private mutating func allows(_ direction: BandwidthBudget.Direction) -> Bool {
        let now = MonotonicTime.now
        let due = budget.due(direction, now: now)
        // Waits shorter than a few milliseconds would only cost processor time.
        guard due > now + 0.005 else { return true }
        resumption = min(due, resumption ?? due)
        return false
    }
}
