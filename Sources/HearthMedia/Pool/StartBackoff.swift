/// When a child may be started again after some did not start; no clock of its own.
struct StartBackoff {
    private static let first: Int64 = 1_000_000_000
    private static let longest: Int64 = 300_000_000_000

    private var failures = 0
    private var next: Int64 = .min

    /// Why the last start failed; nil when it did not.
    private(set) var reason: String?

    /// Whether a child may be started at this `Uptime.nanoseconds`.
    func allows(at now: Int64) -> Bool { now >= next }

    /// A child did not start: the next try comes after 1 s, then 2, 4 and so on, at last every 5 minutes.
    mutating func failed(at now: Int64, _ reason: String) {
        self.reason = reason
        next = now + min(Self.longest, Self.first << min(failures, 20))
        failures += 1
    }

    /// A child started.
    mutating func succeeded() {
        failures = 0
        next = .min
        reason = nil
    }
}
