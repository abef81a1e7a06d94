package import HearthConcurrency
import HearthCrypto
package import HearthSQL
import HearthWire

/// Invitations: made by the owner, good for one account.
///
/// A code is 192 random bits and is kept as SHA-256 only, so it can be read once, by whoever made it.
package final class Invitations: Sendable {
    /// Seconds an invitation lasts unless the owner says otherwise: a week.
    package static let usualLifetime: Int64 = 7 * 86_400
    /// The longest it may last, in seconds: thirty days.
    package static let longestLifetime: Int64 = 30 * 86_400
    /// What is over stays in the list for so many seconds.
    private static let memory: Int64 = 30 * 86_400

    private let database: any SQLDatabase
    private let clock: any WallClock
    private let people: People
    private let sessions: SessionStore
    private let throttle: Throttle

    /// All parts are shared with the rest of the drive.
    package init(
        database: any SQLDatabase,
        clock: any WallClock,
        people: People,
        sessions: SessionStore,
        throttle: Throttle
    ) {
        self.database = database
        self.clock = clock
        self.people = people
        self.sessions = sessions
        self.throttle = throttle
    }

    /// Unix seconds, by the clock that ends invitations.
    package var now: Int64 { clock.now }

    /// Makes one.
    ///
    /// - Parameters:
    ///   - owner: who invites; nil for the owner, whoever that is.
    ///   - nickname: what the invited person is called unless he says otherwise.
    ///   - lifetime: seconds, at most thirty days; nil for a week.
    /// - Returns: the row, and the code: 32 characters of base64url, readable this once.
    /// - Throws: 30005 when `owner` is not the owner; 90008 when there is none; 10004 for `nickname`, `expires_in`.
    package func make(
        by owner: Int?,
        nickname: String?,
        lifetime: Int64?
    ) async throws -> (invitation: Invitation, code: String) {
        let nick = try AccountName.checkedNickname(nickname, default: "")
        let lifetime = lifetime ?? Self.usualLifetime
        guard (1...Self.longestLifetime).contains(lifetime) else {
            throw DriveError(.illegalParameter, argument: "expires_in")
        }
        let code = Base64URL.encode(try SecureRandom.bytes(24))
        let digest = try Self.digest(code)
        let now = clock.now
        let invitation = try await database.write { session in
            guard let present = try Members.owner(session) else { throw DriveError(.notSetUp) }
            if let owner, owner != present { throw DriveError(.ownerOnly) }
            try session.run(
                "INSERT INTO invitations (token, creator, nickname, created, expires) VALUES (?, ?, ?, ?, ?)",
                digest,
                present,
                nick,
                now,
                now + lifetime
            )
            let id = session.lastInsertID
            let row = try session.first("SELECT \(Invitation.columns) FROM invitations WHERE id = ?", id)
            guard let row else { throw DriveError(.internalError) }
            return try Invitation(row: row)
        }
        return (invitation, code)
    }

    /// All that the list remembers, newest first.
    package func list() async throws -> [Invitation] {
        try await database.read { session in
            try session.query("SELECT \(Invitation.columns) FROM invitations ORDER BY id DESC")
                .map { try Invitation(row: $0) }
        }
    }

    /// Withdraws one, or takes one that is over from the list.
    ///
    /// - Throws: 3 when there is none.
    package func revoke(_ id: Int) async throws {
        let changed = try await database.write { try $0.run("DELETE FROM invitations WHERE id = ?", id) }
        if changed == 0 { throw DriveError(.notFound) }
    }

    /// What an invitation says; does not use it up.
    ///
    /// - Throws: 5013 when it is unknown, used, withdrawn or expired; 90001 after too many wrong codes.
    package func look(at code: String, address: String) async throws -> InvitationPreview {
        let digest = try Self.digest(code)
        let now = clock.now
        let account = Self.throttled(address)
        try await throttle.begin(account: account, address: address)
        let preview = try await database.read { session in
            try Self.open(digest, at: now, session).map { row in
                InvitationPreview(
                    inviter: try row.text(2),
                    nickname: try row.text(1),
                    expires: try row.int(3)
                )
            }
        }
        guard let preview else { throw DriveError(.invitationInvalid) }
        try await throttle.forgive(account: account, address: address)
        return preview
    }

    /// Makes an account with an invitation and signs it in; of two at once, one gets it.
    ///
    /// - Parameters:
    ///   - code: from the link.
    ///   - accountName: the name for signing in.
    ///   - password: at least ``People/shortestPassword`` characters.
    ///   - nickname: nil for the invitation's, and without one the account's name.
    ///   - client: shown in the list of sessions.
    ///   - address: where the person is, for the counting of attempts.
    /// - Returns: a session's token.
    /// - Throws: 5013, 90001 as ``look(at:address:)``; 10004 and 10012 for name and password, with the invitation
    ///   unused.
    package func accept(
        _ code: String,
        accountName: String,
        password: String,
        nickname: String?,
        client: String,
        address: String
    ) async throws -> IssuedToken {
        // First the code, so that strangers cost no key derivation.
        _ = try await look(at: code, address: address)
        let digest = try Self.digest(code)
        let account = try await people.prepare(
            accountName: accountName,
            password: password,
            nickname: nickname
        )
        let isNamed = try AccountName.checkedNickname(nickname, default: "") != ""
        let now = clock.now
        let user = try await People.refusingTakenNames { [database] in
            try await database.write { session in
                guard let row = try Self.open(digest, at: now, session) else {
                    throw DriveError(.invitationInvalid)
                }
                let offered = try row.text(1)
                let user = try account.insert(
                    session,
                    isOwner: false,
                    nickname: isNamed || offered.isEmpty ? nil : offered
                )
                try session.run(
                    "UPDATE invitations SET used_by = ?, used = ? WHERE id = ?",
                    user.id,
                    now,
                    try row.int(0)
                )
                return user
            }
        }
        return try await sessions.issue(to: user, kind: .session, client: client)
    }

    /// Forgets what was over long ago.
    package func clean() async throws {
        let limit = clock.now - Self.memory
        _ = try await database.write { try $0.run("DELETE FROM invitations WHERE expires < ?", limit) }
    }

    /// Id, nickname, inviter's nickname and expiry of an invitation that can be accepted.
    private static func open(_ digest: [UInt8], at now: Int64, _ session: any SQLSession) throws -> SQLRow? {
        try session.first(
            "SELECT i.id, i.nickname, u.nickname, i.expires FROM invitations i JOIN users u ON u.id = i.creator "
                + "WHERE i.token = ? AND i.used IS NULL AND i.expires > ? AND u.is_owner = 1",
            digest,
            now
        )
    }

    private static func digest(_ code: String) throws -> [UInt8] {
        guard code.utf8.count <= 128 else { throw DriveError(.invitationInvalid) }
        return try SHA256.hash(Array(code.utf8)).bytes
    }

    /// Counted per address alone: codes cannot be guessed, and nobody shall lock out those who hold one.
    ///
    /// The control character keeps it apart from every account's name.
    private static func throttled(_ address: String) -> String { "\u{1}invitation|\(address)" }
}
