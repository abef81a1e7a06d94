package import HearthConcurrency
import HearthCrypto
package import HearthSQL
import HearthWire
import Synchronization

/// One-time codes with which the owner lets another service fetch a scope token for him (wangpan-api, 6.1).
///
/// Kept in memory: they live for ten minutes, and a restart ends them.
package final class VerificationCodes: Sendable {
    /// Seconds.
    package static let lifetime: Int64 = 600
    /// Without the letters and digits that people mix up; 32 of them, so that a byte's five bits pick one.
    private static let letters = Array("23456789ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    /// More at one time than anybody needs.
    private static let limit = 64
    /// The control character keeps it apart from every account's name.
    private static let throttled = "\u{1}verification"

    private struct Entry {
        var user: Int
        var expires: Int64
    }

    private let entries = Mutex<[SHA256Digest: Entry]>([:])
    private let database: any SQLDatabase
    private let clock: any WallClock
    private let throttle: Throttle

    /// All parts are shared with the rest of the drive.
    package init(database: any SQLDatabase, clock: any WallClock, throttle: Throttle) {
        self.database = database
        self.clock = clock
        self.throttle = throttle
    }

    /// A new code of six characters, `2`–`9` and `A`–`Z` without `I` and `O`.
    ///
    /// - Throws: 90007 when many are waiting to be used.
    package func make(for user: Int) throws -> String {
        let bytes = try SecureRandom.bytes(6).map { Self.letters[Int($0 & 31)] }
        let code = String(decoding: bytes, as: UTF8.self)
        let digest = try SHA256.hash(bytes)
        let now = clock.now
        try entries.withLock { entries in
            entries = entries.filter { $0.value.expires > now }
            if entries.count >= Self.limit { throw DriveError(.busy, retryAfter: Self.lifetime) }
            entries[digest] = Entry(user: user, expires: now + Self.lifetime)
        }
        return code
    }

    /// Uses a code up.
    ///
    /// - Returns: the owner who made it.
    /// - Throws: 5012 for a code that is unknown, used or expired, or whose maker owns nothing any more; 90001 after
    ///   too many of those.
    package func redeem(_ code: String, address: String) async throws -> User {
        guard code.utf8.count <= 64 else { throw DriveError(.invalidCredentials) }
        let digest = try SHA256.hash(Array(code.uppercased().utf8))
        let now = clock.now
        try await throttle.begin(account: Self.throttled, address: address)
        let entry = entries.withLock { $0.removeValue(forKey: digest) }
        guard let entry, entry.expires > now else { throw DriveError(.invalidCredentials) }
        let user = try await database.read { session in
            try session.first("SELECT \(User.columns) FROM users WHERE id = ?", entry.user).map {
                try User(row: $0)
            }
        }
        guard let user, user.isOwner else { throw DriveError(.invalidCredentials) }
        try await throttle.forgive(account: Self.throttled, address: address)
        return user
    }
}
