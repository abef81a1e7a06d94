package import HearthConcurrency
import HearthCrypto
package import HearthSQL
import HearthWire

/// Programs that get a session without seeing the password: OAuth 2.0 (RFC 6749 with RFC 9700, RFC 7636, RFC 8628).
///
/// Everything is rows, so that a restart ends nothing; codes and nonces are kept as hashes. The token that comes out is
/// an ordinary session of ``SessionStore``.
package final class Authorizations: Sendable {
    /// Seconds in which a page can be answered.
    package static let pageLifetime: Int64 = 600
    /// Seconds in which a code can be redeemed.
    package static let codeLifetime: Int64 = 60
    /// A code that was redeemed is known for so many seconds more: who brings it again ends its session.
    private static let codeMemory: Int64 = 86_400
    /// Pages that one address can have waiting; beyond them the oldest is forgotten.
    static let pagesPerAddress = 20
    /// Pages that can wait in all; beyond them the oldest is forgotten.
    static let pagesInAll = 2_000
    /// Codes that are remembered of one member.
    private static let codesPerMember = 100

    let database: any SQLDatabase
    let clock: any WallClock
    let people: People
    let sessions: SessionStore
    let throttle: Throttle
    /// For the hashes of user codes, which are short enough to be guessed from plain ones.
    let secret: [UInt8]

    /// All parts are shared with the rest of the drive; `secret` is at least 32 bytes that only this server knows.
    package init(
        database: any SQLDatabase,
        clock: any WallClock,
        people: People,
        sessions: SessionStore,
        throttle: Throttle,
        secret: [UInt8]
    ) {
        self.database = database
        self.clock = clock
        self.people = people
        self.sessions = sessions
        self.throttle = throttle
        self.secret = secret
    }

    /// Remembers a question while its page is shown.
    ///
    /// - Parameters:
    ///   - consent: what the page asks.
    ///   - address: who was sent the page.
    /// - Returns: the nonce for the page's form, 43 characters: good for one answer within ``pageLifetime``.
    /// - Throws: 90008 when there is no owner yet.
    package func ask(_ consent: Consent, address: String) async throws -> String {
        let nonce = Base64URL.encode(try SecureRandom.bytes(32))
        let digest = try SHA256.hash(Array(nonce.utf8)).bytes
        let origin = AddressGroup.of(address)
        let now = clock.now
        try await database.write { session in
            guard try Members.owner(session) != nil else { throw DriveError(.notSetUp) }
            var device: Int?
            var request: AuthorizationRequest?
            switch consent.subject {
            case .device(let id): device = id
            case .code(let asked): request = asked
            }
            try session.run("DELETE FROM consents WHERE expires <= ?", now)
            try session.run(
                "INSERT INTO consents (nonce, origin, client, client_name, device, redirect, challenge, state, expires) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                digest,
                origin,
                consent.client.id,
                consent.clientName,
                device,
                request?.redirect.text,
                request?.challenge.digest,
                request?.state,
                now + Self.pageLifetime
            )
            // The oldest go, not the newest: whoever asks for many pages spoils his own first.
            try session.run(
                "DELETE FROM consents WHERE origin = ?1 AND id <= "
                    + "(SELECT id FROM consents WHERE origin = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
                origin,
                Self.pagesPerAddress
            )
            try session.run(
                "DELETE FROM consents WHERE id <= (SELECT id FROM consents ORDER BY id DESC LIMIT 1 OFFSET ?)",
                Self.pagesInAll
            )
        }
        return nonce
    }

    /// Uses a nonce up.
    ///
    /// - Returns: the question that it stands for; nil when it is unknown, used or too old.
    package func take(_ nonce: String) async throws -> Consent? {
        guard nonce.utf8.count <= 128 else { return nil }
        let digest = try SHA256.hash(Array(nonce.utf8)).bytes
        let now = clock.now
        return try await database.write { session in
            let row = try session.first(
                "SELECT \(Consent.columns) FROM consents WHERE nonce = ? AND expires > ?",
                digest,
                now
            )
            try session.run("DELETE FROM consents WHERE nonce = ?", digest)
            return try row.flatMap { try Consent(row: $0) }
        }
    }

    /// Makes the code for a request that a person allowed with his password.
    ///
    /// - Parameters:
    ///   - request: what the page asked.
    ///   - accountName: as typed.
    ///   - password: as typed.
    ///   - address: where the person is, for the counting of attempts.
    /// - Returns: the code, 43 characters, good for one attempt within ``codeLifetime``.
    /// - Throws: what ``People/verify(accountName:password:address:)`` throws.
    package func allow(
        _ request: AuthorizationRequest,
        accountName: String,
        password: String,
        address: String
    ) async throws -> String {
        let person = try await people.verify(accountName: accountName, password: password, address: address)
        let code = Base64URL.encode(try SecureRandom.bytes(32))
        let digest = try SHA256.hash(Array(code.utf8)).bytes
        let now = clock.now
        try await database.write { session in
            try person.requireUnchanged(session)
            try session.run(
                "INSERT INTO authorization_codes (code, user, client, client_name, redirect, challenge, expires) "
                    + "VALUES (?, ?, ?, ?, ?, ?, ?)",
                digest,
                person.user.id,
                request.client.id,
                request.clientName,
                request.redirect.text,
                request.challenge.digest,
                now + Self.codeLifetime
            )
            try session.run(
                "DELETE FROM authorization_codes WHERE user = ?1 AND id <= "
                    + "(SELECT id FROM authorization_codes WHERE user = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)",
                person.user.id,
                Self.codesPerMember
            )
        }
        try await people.upgrade(password, of: person)
        return code
    }

    /// Turns a code into a session.
    ///
    /// The first attempt uses the code up, also one that fails: whoever has the code and not the verifier has stolen it.
    /// One after a success ends the session that came of it (RFC 6749, section 4.1.2).
    ///
    /// - Throws: `invalid_grant` in ``OAuthError``.
    package func redeem(
        code: String,
        verifier: String,
        redirect: String,
        client: OAuthClient
    ) async throws -> IssuedToken {
        let digest = try SHA256.hash(Array(code.utf8)).bytes
        let token = try sessions.prepare()
        let now = clock.now
        let outcome: RedeemOutcome = try await database.write { [sessions] session in
            let found = try session.first(
                "SELECT id, user, client, client_name, redirect, challenge, expires, is_used, session "
                    + "FROM authorization_codes WHERE code = ?",
                digest
            )
            guard let row = found else { return .refused }
            let (id, user) = (try row.int(0), Int(try row.int(1)))
            if try row.bool(7) {
                guard let issued = try row.optionalInt(8) else { return .refused }
                try session.run("DELETE FROM sessions WHERE id = ? AND user = ?", issued, user)
                try session.run("UPDATE authorization_codes SET session = NULL WHERE id = ?", id)
                return .replayed(session: Int(issued), user: user)
            }
            try session.run("UPDATE authorization_codes SET is_used = 1 WHERE id = ?", id)
            guard try row.int(6) > now, try row.text(2) == client.id,
                try row.text(4).utf8.elementsEqual(redirect.utf8),
                CodeChallenge(digest: try row.blob(5)).fits(verifier),
                let member = try User.ableToSignIn(user, session)
            else { return .refused }
            let issued = try sessions.insert(token, of: member, client: try row.text(3), session)
            try session.run("UPDATE authorization_codes SET session = ? WHERE id = ?", issued.sessionID, id)
            return .issued(issued)
        }
        switch outcome {
        case .issued(let issued): return issued
        case .replayed(let session, let user): sessions.ended(.one(session, of: user))
        case .refused: break
        }
        throw OAuthError(.invalidGrant, "The code is unknown, used, expired, or not of this request.")
    }

    private enum RedeemOutcome: Sendable {
        case issued(IssuedToken)
        case replayed(session: Int, user: Int)
        case refused
    }

    /// Deletes rows that no longer matter.
    package func clean() async throws {
        let now = clock.now
        try await database.write { session in
            try session.run("DELETE FROM consents WHERE expires <= ?", now)
            try session.run("DELETE FROM authorization_codes WHERE expires <= ? AND session IS NULL", now)
            try session.run("DELETE FROM authorization_codes WHERE expires <= ?", now - Self.codeMemory)
            try session.run("DELETE FROM device_grants WHERE expires <= ?", now - Self.deviceMemory)
        }
    }

    /// Takes back what a member allowed and no program has fetched yet: with another password, or none any more, it would
    /// let in whom the old one let in.
    static func forget(user: Int, _ session: any SQLSession) throws {
        try session.run("DELETE FROM authorization_codes WHERE user = ? AND is_used = 0", user)
        try session.run("DELETE FROM device_grants WHERE user = ?", user)
    }
}
