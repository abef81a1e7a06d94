package import HearthConcurrency
import HearthCrypto
package import HearthSQL
import HearthWire
import Synchronization

/// Tokens: made once, stored as SHA-256, looked up on every request.
///
/// A token is 256 random bits, so a plain hash is enough: there is nothing to guess.
package final class SessionStore: Sendable {
    /// The last use is written at most this often, so that reading costs no write.
    private static let touchInterval: Int64 = 300

    private struct Cached {
        var caller: Caller
        var lastUsed: Int64
        var expires: Int64
    }

    private struct Cache {
        var entries: [SessionSecret: Cached] = [:]
        /// Counts the removals, so that a row read before one is not kept after it.
        var generation = 0
    }

    /// Seconds after its last use at which a session ends.
    package let lifetime: Int64
    let database: any SQLDatabase
    let clock: any WallClock
    private let cache = Mutex(Cache())
    private static let cacheLimit = 10_000
    /// Hears of sessions that ended, by whatever way.
    let whenEnded = Hook<EndedSessions>()

    /// Rows live in `database`; expiry follows `clock`.
    ///
    /// `lifetime` is in seconds since the last use.
    package init(database: any SQLDatabase, clock: any WallClock, lifetime: Int64 = DriveDurations().session)
    {
        self.lifetime = lifetime
        self.database = database
        self.clock = clock
    }

    /// Makes a token.
    ///
    /// - Parameters:
    ///   - user: whose token it is.
    ///   - kind: what it may be used for.
    ///   - client: shown in the list of sessions; cut to 100 characters.
    ///   - scopes: comma separated, for scope tokens.
    ///   - password: the stored hash that let the user in; a token for one that was changed since is not made.
    ///   - lifetime: seconds until it expires unless it is used; nil for the usual.
    /// - Returns: the token, readable this once.
    /// - Throws: 5001 when the account was disabled, removed or given another password meanwhile.
    package func issue(
        to user: User,
        kind: Caller.Kind,
        client: String,
        scopes: String = "",
        password: String? = nil,
        lifetime: Int64? = nil
    ) async throws -> IssuedToken {
        let token = try prepare()
        return try await database.write { session in
            let row = try session.first("SELECT is_disabled, password FROM users WHERE id = ?", user.id)
            guard let row, try !row.bool(0), try password == nil || row.text(1) == password else {
                throw DriveError(.wrongPassword)
            }
            return try self.insert(
                token,
                of: user,
                kind: kind,
                client: client,
                scopes: scopes,
                lifetime: lifetime,
                session
            )
        }
    }

    /// A token that belongs to nobody yet.
    func prepare() throws -> NewToken {
        let text = Base64URL.encode(try SecureRandom.bytes(32))
        return NewToken(text: text, digest: try SHA256.hash(Array(text.utf8)))
    }

    /// Gives a token to a member who was found able to sign in by the same transaction.
    func insert(
        _ token: NewToken,
        of user: User,
        kind: Caller.Kind = .session,
        client: String,
        scopes: String = "",
        lifetime: Int64? = nil,
        _ session: any SQLSession
    ) throws -> IssuedToken {
        let now = clock.now
        let lifetime = lifetime ?? self.lifetime
        try session.run(
            "INSERT INTO sessions (token, user, kind, scopes, client, created, last_used, expires) "
                + "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            token.digest.bytes,
            user.id,
            kind.rawValue,
            scopes,
            String(client.prefix(100)),
            now,
            now,
            now + lifetime
        )
        return IssuedToken(
            token: token.text,
            sessionID: Int(session.lastInsertID),
            expiresIn: lifetime,
            user: user
        )
    }

    /// The caller behind a token.
    ///
    /// - Throws: 10016 for a wrong, expired or revoked token, or a disabled member.
    package func caller(token: String) async throws -> Caller {
        guard token.utf8.count <= 512 else { throw DriveError(.unauthorized) }
        return try await caller(secret: .token(try SHA256.hash(Array(token.utf8))))
    }

    /// The caller behind either secret of a session; counts as a use of it.
    func caller(secret: SessionSecret) async throws -> Caller {
        let now = clock.now
        let (hit, generation) = cache.withLock { ($0.entries[secret], $0.generation) }
        // What looks expired here may have been prolonged by the session's other secret: its row knows.
        if let cached = hit, cached.expires > now {
            if now - cached.lastUsed >= Self.touchInterval { try await touch(secret, cached.caller, at: now) }
            return cached.caller
        }
        let cached: Cached
        do { cached = try await load(secret, now: now) } catch {
            if hit != nil { cache.withLock { $0.entries[secret] = nil } }
            throw error
        }
        cache.withLock { table in
            if table.generation != generation { return }
            if table.entries.count >= Self.cacheLimit { table.entries.removeAll() }
            table.entries[secret] = cached
        }
        if now - cached.lastUsed >= Self.touchInterval { try await touch(secret, cached.caller, at: now) }
        return cached.caller
    }

    /// The caller's sessions, newest use first.
    package func list(of user: Int) async throws -> [SessionInfo] {
        let now = clock.now
        return try await database.read { session in
            try session.query(
                "SELECT id, client, kind, created, last_used, expires FROM sessions "
                    + "WHERE user = ? AND expires > ? ORDER BY last_used DESC, id DESC",
                user,
                now
            ).map { row in
                SessionInfo(
                    id: Int(try row.int(0)),
                    client: try row.text(1),
                    kind: Caller.Kind(rawValue: try row.text(2)) ?? .scope,
                    created: try row.int(3),
                    lastUsed: try row.int(4),
                    expires: try row.int(5)
                )
            }
        }
    }

    /// Ends one session of this user; the next request with its token is refused.
    ///
    /// - Throws: 3 when the user has no such session.
    package func revoke(_ id: Int, of user: Int) async throws {
        let changed = try await database.write { session in
            try session.run("DELETE FROM sessions WHERE id = ? AND user = ?", id, user)
        }
        ended(.one(id, of: user))
        if changed == 0 { throw DriveError(.notFound) }
    }

    /// Ends every session of a user except one.
    package func revokeAll(of user: Int, except kept: Int? = nil) async throws {
        _ = try await database.write { session in
            try session.run("DELETE FROM sessions WHERE user = ? AND id <> ?", user, kept ?? 0)
        }
        ended(.all(of: user, except: kept))
    }

    /// Deletes rows that have expired.
    package func clean() async throws {
        let now = clock.now
        _ = try await database.write { session in
            try session.run("DELETE FROM sessions WHERE expires <= ?", now)
        }
    }

    /// Drops cached callers, and what belonged to their sessions, after the rows are gone.
    func ended(_ sessions: EndedSessions) {
        forget { sessions.contains(session: $0.sessionID, user: $0.user.id) }
        whenEnded(sessions)
    }

    /// Drops cached callers, after rows about them changed.
    package func forget(where matches: (Caller) -> Bool) {
        cache.withLock { table in
            table.entries = table.entries.filter { !matches($0.value.caller) }
            table.generation += 1
        }
    }

    private func load(_ secret: SessionSecret, now: Int64) async throws -> Cached {
        let found: Cached? = try await database.read { session in
            let row = try session.first(
                "SELECT u.id, u.account_name, u.nickname, u.is_owner, u.is_disabled, s.id, s.kind, s.last_used, "
                    + "s.expires FROM sessions s JOIN users u ON u.id = s.user WHERE \(secret.condition)",
                secret.digest.bytes
            )
            guard let row else { return nil }
            let user = try User(row: row)
            let caller = Caller(
                user: user,
                sessionID: Int(try row.int(5)),
                kind: secret.kind(ofSession: Caller.Kind(rawValue: try row.text(6)) ?? .scope)
            )
            return Cached(caller: caller, lastUsed: try row.int(7), expires: try row.int(8))
        }
        guard let found, found.expires > now, !found.caller.user.isDisabled else {
            throw DriveError(.unauthorized)
        }
        return found
    }

    /// A long token keeps its date: using it never shortens it.
    private func touch(_ secret: SessionSecret, _ caller: Caller, at now: Int64) async throws {
        cache.withLock { table in
            guard let cached = table.entries[secret] else { return }
            table.entries[secret]?.lastUsed = now
            table.entries[secret]?.expires = max(cached.expires, now + lifetime)
        }
        _ = try await database.write { session in
            try session.run(
                "UPDATE sessions SET last_used = ?, expires = max(expires, ?) WHERE id = ?",
                now,
                now + self.lifetime,
                caller.sessionID
            )
        }
    }
}

/// A token before its row is written.
struct NewToken: Sendable {
    /// 43 characters of base64url: 256 random bits.
    let text: String
    /// What the row keeps.
    let digest: SHA256Digest
}

/// Sessions that are over.
enum EndedSessions: Sendable, Hashable {
    /// One of a user's.
    case one(Int, of: Int)
    /// All of a user's but one.
    case all(of: Int, except: Int?)

    /// Whether a session is among them.
    func contains(session: Int, user: Int) -> Bool {
        switch self {
        case .one(let id, let owner): session == id && user == owner
        case .all(let owner, let kept): user == owner && session != kept
        }
    }
}
