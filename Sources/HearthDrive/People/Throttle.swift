package import HearthConcurrency
package import HearthSQL
import HearthWire

/// Slows down guessing, without locking out a household behind one address.
///
/// Five free failures per (account, address), then 2^n seconds up to 15 minutes; a hundred an hour per account,
/// waived for addresses that signed in within 30 days. Counted before the work, so that parallel guesses count too.
/// Rows, not memory: a restart gives no new guesses.
package struct Throttle: Sendable {
    private static let freeFailures: Int64 = 5
    private static let perAccountAnHour: Int64 = 100

    private let durations: DriveDurations
    private let database: any SQLDatabase
    private let clock: any WallClock

    /// Rows live in `database`, times come from `clock`.
    package init(
        database: any SQLDatabase,
        clock: any WallClock,
        durations: DriveDurations = DriveDurations()
    ) {
        self.durations = durations
        self.database = database
        self.clock = clock
    }

    /// Counts an attempt as failed, before it is checked.
    ///
    /// - Throws: 90001 with the seconds to wait; the attempt then is not counted.
    package func begin(account: String, address: String) async throws {
        let now = clock.now
        try await database.write { session in
            let pair = "signin|\(account)|\(address)"
            let whole = "account|\(account)"
            if let row = try session.first("SELECT blocked_until FROM throttles WHERE key = ?", pair) {
                let until = try row.int(0)
                if until > now {
                    throw DriveError(.throttled, retryAfter: min(until - now, durations.longestWait))
                }
            }
            let isTrusted =
                try session.first(
                    "SELECT 1 FROM trusted_addresses WHERE account_key = ? AND address = ? AND last_success > ?",
                    account,
                    address,
                    now - durations.addressTrust
                ) != nil
            if !isTrusted {
                let count = try Self.count(session, key: whole, now: now, window: 3_600)
                if count > Self.perAccountAnHour {
                    throw DriveError(.throttled, retryAfter: durations.longestWait)
                }
            }
            let failures = try Self.count(session, key: pair, now: now, window: 86_400)
            if failures > Self.freeFailures {
                let wait = min(Int64(1) << min(failures - Self.freeFailures, 20), durations.longestWait)
                try session.run("UPDATE throttles SET blocked_until = ? WHERE key = ?", now + wait, pair)
            }
        }
    }

    /// Takes the count of this attempt back: success never counts as an attempt.
    package func forgive(account: String, address: String) async throws {
        try await database.write { try Self.forgive(account: account, address: address, $0) }
    }

    private static func forgive(account: String, address: String, _ session: any SQLSession) throws {
        try session.run("DELETE FROM throttles WHERE key = ?", "signin|\(account)|\(address)")
        try session.run(
            "UPDATE throttles SET failures = max(failures - 1, 0) WHERE key = ?",
            "account|\(account)"
        )
    }

    /// Takes the count of this attempt back and leaves those before it: for secrets that anybody can have one of.
    package func takeBack(account: String, address: String) async throws {
        try await database.write { session in
            try session.run(
                "UPDATE throttles SET failures = max(failures - 1, 0), blocked_until = 0 WHERE key IN (?, ?)",
                "signin|\(account)|\(address)",
                "account|\(account)"
            )
        }
    }

    /// Takes the count of this attempt back and trusts the address.
    package func succeed(account: String, address: String) async throws {
        let now = clock.now
        try await database.write { session in
            try Self.forgive(account: account, address: address, session)
            try session.run(
                "INSERT INTO trusted_addresses (account_key, address, last_success) VALUES (?1, ?2, ?3) "
                    + "ON CONFLICT (account_key, address) DO UPDATE SET last_success = ?3",
                account,
                address,
                now
            )
        }
    }

    /// Forgets rows that no longer matter.
    package func clean() async throws {
        let now = clock.now
        try await database.write { session in
            try session.run(
                "DELETE FROM throttles WHERE touched < ? AND blocked_until < ?",
                now - 2 * 86_400,
                now
            )
            try session.run(
                "DELETE FROM trusted_addresses WHERE last_success < ?",
                now - durations.addressTrust
            )
        }
    }

    /// Adds one failure in the running window and returns the count with it.
    private static func count(
        _ session: any SQLSession,
        key: String,
        now: Int64,
        window: Int64
    ) throws -> Int64 {
        try session.run(
            "INSERT INTO throttles (key, failures, blocked_until, window_start, touched) "
                + "VALUES (?1, 1, 0, ?2, ?2) ON CONFLICT (key) DO UPDATE SET "
                + "failures = CASE WHEN abs(?2 - window_start) > ?3 THEN 1 ELSE failures + 1 END, "
                + "window_start = CASE WHEN abs(?2 - window_start) > ?3 THEN ?2 ELSE window_start END, "
                + "touched = ?2",
            key,
            now,
            window
        )
        return try session.first("SELECT failures FROM throttles WHERE key = ?", key).map { try $0.int(0) }
            ?? 0
    }
}
