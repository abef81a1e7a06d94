import Glibc

/// The time of day as rows and headers record it.
///
/// It may jump; durations are measured with ``Uptime``.
package protocol WallClock: Sendable {
    /// Seconds since 1970 (UTC).
    var now: Int64 { get }
    /// Nanoseconds since 1970 (UTC).
    var nowNanoseconds: Int64 { get }
}

/// The machine's own clock.
package struct SystemClock: WallClock {
    /// Reads `CLOCK_REALTIME` on every call.
    package init() {}

    /// Seconds since 1970 (UTC).
    package var now: Int64 { nowNanoseconds / 1_000_000_000 }

    /// Nanoseconds since 1970 (UTC).
    package var nowNanoseconds: Int64 { readClock(CLOCK_REALTIME) }
}

/// Time that only runs forward, for durations and deadlines.
///
/// Stands still while the machine is suspended (`CLOCK_MONOTONIC`).
package enum Uptime {
    /// Nanoseconds since an arbitrary start.
    package static var nanoseconds: Int64 { readClock(CLOCK_MONOTONIC) }

    /// Milliseconds since the same start, at the kernel's tick (1–4 ms), for about 5 ns a call.
    package static var coarseMilliseconds: Int64 { readClock(CLOCK_MONOTONIC_COARSE) / 1_000_000 }
}

private func readClock(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
