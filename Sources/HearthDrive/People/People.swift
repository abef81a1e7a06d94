package import HearthConcurrency
import HearthCrypto
package import HearthSQL
import HearthWire
import Synchronization

/// Accounts: the owner's set-up, members, sign-in.
package final class People: Sendable {
    /// Shortest password in characters; the phone clients promise 6.
    package static let shortestPassword = 6
    /// Longest password in bytes.
    package static let longestPassword = 1_024

    private let database: any SQLDatabase
    private let clock: any WallClock
    private let gate: PasswordGate
    private let throttle: Throttle
    private let sessions: SessionStore
    private let setupToken = Mutex<SetupToken?>(nil)

    /// How long a set-up link works, in seconds.
    package static let setupLifetime: Int64 = 86_400

    private struct SetupToken {
        var digest: SHA256Digest
        /// In seconds since 1970.
        var expires: Int64
    }

    /// All parts are shared with the rest of the drive.
    package init(
        database: any SQLDatabase,
        clock: any WallClock,
        gate: PasswordGate,
        throttle: Throttle,
        sessions: SessionStore
    ) {
        self.database = database
        self.clock = clock
        self.gate = gate
        self.throttle = throttle
        self.sessions = sessions
    }

    /// Whether somebody owns this drive.
    package func hasOwner() async throws -> Bool {
        try await database.read { try $0.first("SELECT 1 FROM users WHERE is_owner = 1") != nil }
    }

    /// A new one-time secret for the set-up page, good for a day; the one before stops working.
    package func makeSetupToken() throws -> String {
        let token = Base64URL.encode(try SecureRandom.bytes(24))
        let digest = try SHA256.hash(Array(token.utf8))
        let expires = clock.now + Self.setupLifetime
        setupToken.withLock { $0 = SetupToken(digest: digest, expires: expires) }
        return token
    }

    /// Creates the owner from the set-up page and signs him in.
    ///
    /// - Throws: 5012 for a wrong, used or expired token; 90008-like 10004 for unusable names and passwords.
    package func setUp(
        token: String,
        accountName: String,
        password: String,
        nickname: String?,
        client: String
    ) async throws -> IssuedToken {
        let digest = try SHA256.hash(Array(token.utf8))
        guard let expected = setupToken.withLock({ $0 }), clock.now < expected.expires,
            constantTimeEquals(expected.digest.bytes, digest.bytes)
        else { throw DriveError(.invalidCredentials) }
        let user = try await add(
            accountName: accountName,
            password: password,
            nickname: nickname,
            isOwner: true
        )
        setupToken.withLock { $0 = nil }
        return try await sessions.issue(to: user, kind: .session, client: client)
    }

    /// Adds an account.
    ///
    /// - Throws: 10004 naming the unusable field; 10012 when a name is taken or an owner exists already.
    package func add(
        accountName: String,
        password: String,
        nickname: String?,
        isOwner: Bool
    ) async throws -> User {
        let account = try await prepare(accountName: accountName, password: password, nickname: nickname)
        return try await Self.refusingTakenNames { [database] in
            try await database.write { session in
                if isOwner, try session.first("SELECT 1 FROM users WHERE is_owner = 1") != nil {
                    throw DriveError(.nameInUse)
                }
                return try account.insert(session, isOwner: isOwner)
            }
        }
    }

    /// Signs a member in.
    ///
    /// - Throws: what ``verify(accountName:password:address:)`` throws.
    package func signIn(
        accountName: String,
        password: String,
        client: String,
        address: String
    ) async throws -> IssuedToken {
        let person = try await verify(accountName: accountName, password: password, address: address)
        // Only while the password is still the one that was checked: it may have been changed meanwhile.
        let issued = try await sessions.issue(
            to: person.user,
            kind: .session,
            client: client,
            password: person.phc
        )
        try await upgrade(password, of: person)
        return issued
    }

    /// Whose account and password these are; success trusts the address.
    ///
    /// - Throws: 5001 for an unknown account and for a wrong password alike, in the same time; 90001 when
    ///   throttled; 90007 when too many sign in at once.
    func verify(accountName: String, password: String, address: String) async throws -> VerifiedPerson {
        guard password.utf8.count <= Self.longestPassword, accountName.utf8.count <= 1_024 else {
            throw DriveError(.wrongPassword)
        }
        let typed = AccountName.key(accountName)
        let found: (User, String, String)? = try await database.read { session in
            try Self.row(of: typed, columns: "\(User.columns), password, account_key", session)
                .map { (try User(row: $0), try $0.text(5), try $0.text(6)) }
        }
        // The stored spelling, so that no other one brings new guesses.
        let key = found?.2 ?? typed
        try await throttle.begin(account: key, address: address)
        let fits = try await gate.verify(password, against: found?.1)
        guard fits, let (user, phc, _) = found else { throw DriveError(.wrongPassword) }
        // Whoever knows the password may know why it does not open the door.
        if user.isDisabled { throw DriveError(.wrongPassword, argument: "disabled") }
        try await throttle.succeed(account: key, address: address)
        return VerifiedPerson(user: user, phc: phc)
    }

    /// Sets a password and ends every session of that member except `kept`, both or neither.
    ///
    /// - Throws: 10004 for an unusable password; 5003 when there is no such member.
    package func setPassword(_ password: String, of user: Int, keeping kept: Int? = nil) async throws {
        try Self.checkPassword(password)
        let phc = try await gate.make(password)
        let changed = try await database.write { session in
            try session.run("DELETE FROM sessions WHERE user = ? AND id <> ?", user, kept ?? 0)
            try Authorizations.forget(user: user, session)
            return try session.run("UPDATE users SET password = ? WHERE id = ?", phc, user)
        }
        sessions.ended(.all(of: user, except: kept))
        if changed == 0 { throw DriveError(.userNotFound) }
    }

    /// All members by id.
    package func list() async throws -> [User] {
        try await database.read { session in
            try session.query("SELECT \(User.columns) FROM users ORDER BY id").map { try User(row: $0) }
        }
    }

    /// One member.
    ///
    /// - Throws: 5003 when there is none.
    package func user(_ id: Int) async throws -> User {
        let user = try await database.read { session in
            try session.first("SELECT \(User.columns) FROM users WHERE id = ?", id).map { try User(row: $0) }
        }
        guard let user else { throw DriveError(.userNotFound) }
        return user
    }

    /// The member of that account name.
    package func user(named name: String) async throws -> User {
        let key = AccountName.key(name)
        let user = try await database.read { session in
            try Self.row(of: key, columns: User.columns, session).map { try User(row: $0) }
        }
        guard let user else { throw DriveError(.userNotFound) }
        return user
    }

    /// By the bytes of the name, or else by any canonically equivalent spelling of it.
    private static func row(of key: String, columns: String, _ session: any SQLSession) throws -> SQLRow? {
        if let row = try session.first("SELECT \(columns) FROM users WHERE account_key = ?", key) {
            return row
        }
        if key.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
        for row in try session.query("SELECT account_key FROM users") {
            let stored = try row.text(0)
            if stored == key {
                return try session.first("SELECT \(columns) FROM users WHERE account_key = ?", stored)
            }
        }
        return nil
    }

    /// Hashes a password anew with today's parameters where that is due, unless it was changed in the meantime.
    func upgrade(_ password: String, of person: VerifiedPerson) async throws {
        guard PasswordHash.needsUpgrade(person.phc) else { return }
        let phc = try await gate.make(password)
        _ = try await database.write { session in
            try session.run(
                "UPDATE users SET password = ? WHERE id = ? AND password = ?",
                phc,
                person.user.id,
                person.phc
            )
        }
    }

    /// An account that can be inserted: names checked, password hashed.
    func prepare(accountName: String, password: String, nickname: String?) async throws -> NewAccount {
        let name = try AccountName.checked(accountName)
        let nick = try AccountName.checkedNickname(nickname, default: name)
        try Self.checkPassword(password)
        return NewAccount(
            accountName: name,
            nickname: nick,
            phc: try await gate.make(password),
            created: clock.now
        )
    }

    /// Turns the database's own objection to a taken name into 10012.
    static func refusingTakenNames<T>(_ work: () async throws -> T) async throws -> T {
        do {
            return try await work()
        } catch let error as SQLError where error.isUniqueViolation {
            throw DriveError(.nameInUse, cause: error)
        }
    }

    private static func checkPassword(_ password: String) throws {
        guard password.unicodeScalars.count >= shortestPassword, password.utf8.count <= longestPassword else {
            throw DriveError(.illegalParameter, argument: "password")
        }
    }
}

extension People {
    /// Changes the caller's own password against the old one; every other session of the member ends.
    ///
    /// - Throws: 5030 for a wrong old password; 90001 when it was tried too often.
    package func changePassword(of caller: Caller, old: String, new: String, address: String) async throws {
        try Self.checkPassword(new)
        try await confirm(caller, old, address: address, refusal: .oldAccountPasswordWrong)
        try await setPassword(new, of: caller.user.id, keeping: caller.sessionID)
    }

    /// Asks the caller for his own password once more; counts as an attempt unless it fits.
    ///
    /// - Throws: `refusal` for a wrong one; 90001 when it was tried too often.
    func confirm(_ caller: Caller, _ password: String, address: String, refusal: WireCode) async throws {
        guard password.utf8.count <= Self.longestPassword else { throw DriveError(refusal) }
        let user = caller.user.id
        let found = try await database.read { session in
            try session.first("SELECT password, account_key FROM users WHERE id = ?", user)
                .map { (try $0.text(0), try $0.text(1)) }
        }
        guard let (phc, key) = found else { throw DriveError(.unauthorized) }
        try await throttle.begin(account: key, address: address)
        guard try await gate.verify(password, against: phc) else { throw DriveError(refusal) }
        try await throttle.succeed(account: key, address: address)
    }
}

/// Somebody whose password was right a moment ago.
struct VerifiedPerson: Sendable {
    let user: User
    /// The PHC string that the password was checked against.
    let phc: String

    /// What is allowed in somebody's name is written only while his password is still the one that was checked.
    ///
    /// - Throws: 5001 when the account was disabled, removed or given another password meanwhile.
    func requireUnchanged(_ session: any SQLSession) throws {
        let row = try session.first("SELECT is_disabled, password FROM users WHERE id = ?", user.id)
        guard let row, try !row.bool(0), try row.text(1) == phc else { throw DriveError(.wrongPassword) }
    }
}

/// A checked account on its way into the table.
struct NewAccount: Sendable {
    let accountName: String
    let nickname: String
    /// The PHC string of its password.
    let phc: String
    /// Unix seconds.
    let created: Int64

    /// Makes the row.
    ///
    /// - Throws: 10012 when the account's name or the nickname is taken.
    func insert(_ session: any SQLSession, isOwner: Bool, nickname: String? = nil) throws -> User {
        let key = AccountName.key(accountName)
        let nickname = nickname ?? self.nickname
        try AccountName.requireFree(key, session)
        try AccountName.requireFreeNickname(nickname, session)
        try session.run(
            "INSERT INTO users (account_name, account_key, nickname, password, is_owner, created) "
                + "VALUES (?, ?, ?, ?, ?, ?)",
            accountName,
            key,
            nickname,
            phc,
            isOwner,
            created
        )
        let id = session.lastInsertID
        let row = try session.first("SELECT \(User.columns) FROM users WHERE id = ?", id)
        guard let row else { throw DriveError(.internalError) }
        return try User(row: row)
    }
}
