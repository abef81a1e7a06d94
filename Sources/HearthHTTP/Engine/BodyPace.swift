/// Judges whether a client sends its body fast enough.
///
/// Only the time spent waiting for the client counts: a server that reads slowly is not the client's fault.
struct BodyPace {
    private let limits: EngineLimits
    private var windowWaited: Int64 = 0
    private var windowBytes: Int64 = 0
    private var sinceYield = 0

    /// An absolute end of all waiting, besides the limits.
    var deadline = Int64.max

    init(_ limits: EngineLimits) { self.limits = limits }

    /// Bytes have arrived.
    mutating func received(_ count: Int) { windowBytes += Int64(count) }

    /// True once per 256 KiB: a task whose socket is always ready would never let others run.
    mutating func isYieldDue(_ count: Int) -> Bool {
        sinceYield += count
        guard sinceYield >= 256 << 10 else { return false }
        sinceYield = 0
        return true
    }

    /// When a wait that begins now must end.
    func nextDeadline(at now: Int64) -> Int64 {
        let isPaid = windowBytes >= limits.bodyRateBytes
        let rest = isPaid ? limits.bodyIdleTime : max(1, limits.bodyRateWindow - windowWaited)
        return min(deadline, now + min(limits.bodyIdleTime, rest))
    }

    /// A wait has ended with bytes to read.
    ///
    /// - Throws: `.timeout` when a window brought too little.
    mutating func waited(_ milliseconds: Int64) throws(HTTPError) {
        windowWaited += milliseconds
        guard windowWaited >= limits.bodyRateWindow else { return }
        guard windowBytes >= limits.bodyRateBytes else {
            throw HTTPError(.timeout, "the body comes too slowly")
        }
        windowWaited = 0
        windowBytes = 0
    }
}
