import Glibc
package import HearthSQL
import Synchronization

/// Seconds that this server has been running in all its lives.
///
/// Deletion of unfinished uploads counts these seconds, so that a clock that jumps (a box without a battery
/// starts in 1970) deletes nothing.
package final class RunningClock: Sendable {
    private let base: Int64
    private let start: Int64

    /// Goes on from what the last life stored.
    package init(session: any SQLSession) throws {
        let stored = try session.first("SELECT value FROM settings WHERE name = 'running_seconds'")
        base = try stored.flatMap { Int64(try $0.text(0)) } ?? 0
        start = Self.monotonic()
    }

    /// Seconds of running time, never less than at the last look.
    package var now: Int64 { base + Self.monotonic() - start }

    /// Stores the present value; called once a minute and at the end.
    package func store(_ session: any SQLSession) throws {
        try session.run(
            "INSERT INTO settings (name, value) VALUES ('running_seconds', ?1) "
                + "ON CONFLICT (name) DO UPDATE SET value = ?1",
            String(now)
        )
    }

    private static func monotonic() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec)
    }
}
