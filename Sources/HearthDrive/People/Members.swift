package import HearthConcurrency
package import HearthSQL
import HearthWire

/// The members of the household, managed: names, disabling, ownership.
///
/// Each change looks at the rows in its own transaction, so that a right which ended a moment ago is not used.
package final class Members: Sendable {
    /// What shall change; nil leaves it.
    package struct Edit: Sendable, Hashable {
        /// The name others see.
        package var nickname: String?
        /// The name at sign-in.
        package var accountName: String?
        /// Whether the account cannot sign in.
        package var isDisabled: Bool?

        /// Takes the parts as they are.
        package init(nickname: String? = nil, accountName: String? = nil, isDisabled: Bool? = nil) {
            self.nickname = nickname
            self.accountName = accountName
            self.isDisabled = isDisabled
        }

        /// A member may do this to himself.
        var isOwnMatter: Bool { accountName == nil && isDisabled == nil }
    }

    let database: any SQLDatabase
    let clock: any WallClock
    let people: People
    let sessions: SessionStore
    let storage: MemberStorage?

    /// Works on the rows alone, while no server runs: removals are left to the next start.
    package convenience init(
        database: any SQLDatabase,
        clock: any WallClock,
        people: People,
        sessions: SessionStore
    ) {
        self.init(database: database, clock: clock, people: people, sessions: sessions, storage: nil)
    }

    /// All parts are shared with the rest of the drive.
    init(
        database: any SQLDatabase,
        clock: any WallClock,
        people: People,
        sessions: SessionStore,
        storage: MemberStorage?
    ) {
        self.storage = storage
        self.database = database
        self.clock = clock
        self.people = people
        self.sessions = sessions
    }

    /// All members by id.
    package func list() async throws -> [Member] {
        try await database.read { try Member.all($0) }
    }

    /// One member.
    ///
    /// - Throws: 5003 when there is none.
    package func member(_ id: Int) async throws -> Member {
        try await database.read { try Member.find(id, $0) }
    }

    /// Changes names or closes and opens an account; a disabled one's sessions end at once.
    ///
    /// - Parameters:
    ///   - id: whose account.
    ///   - edit: what shall change.
    ///   - caller: who asks; nil for the operator of the server, who may do everything.
    /// - Returns: the member as he is now.
    /// - Throws: 5021 unless the caller is the owner or changes his own nickname; 5003; 5022 for disabling the
    ///   owner; 10004 and 10012 for names; 70001 while the member is being removed.
    package func edit(_ id: Int, _ edit: Edit, by caller: Int?) async throws -> Member {
        let accountName = try edit.accountName.map { try AccountName.checked($0) }
        let nickname = try edit.nickname.map { try AccountName.checkedNickname($0, default: "") }
        if nickname == "" { throw DriveError(.illegalParameter, argument: "nickname") }
        let member = try await People.refusingTakenNames { [database] in
            try await database.write { session in
                if let caller, try Self.owner(session) != caller, id != caller || !edit.isOwnMatter {
                    throw DriveError(.forbiddenByHub)
                }
                let before = try Member.find(id, session)
                if before.state == .leaving { throw DriveError(.taskState) }
                if edit.isDisabled == true, before.user.isOwner { throw DriveError(.ownerProtected) }
                if let accountName { try Self.rename(before.user, to: accountName, session) }
                if let nickname, nickname != before.user.nickname {
                    try AccountName.requireFreeNickname(nickname, except: id, session)
                    try session.run("UPDATE users SET nickname = ? WHERE id = ?", nickname, id)
                    try RootStore.renamePersonalRoot(of: id, to: nickname, session)
                }
                if let isDisabled = edit.isDisabled {
                    try session.run("UPDATE users SET is_disabled = ? WHERE id = ?", isDisabled, id)
                    if isDisabled {
                        try session.run("DELETE FROM sessions WHERE user = ?", id)
                        try Authorizations.forget(user: id, session)
                    }
                }
                return try Member.find(id, session)
            }
        }
        if edit.isDisabled == true { sessions.ended(.all(of: id, except: nil)) }
        sessions.forget { $0.user.id == id }
        storage?.roots.invalidate()
        return member
    }

    /// Sets another member's password and ends his sessions.
    ///
    /// - Throws: 10023 unless the caller is the owner; 5003; 10004 for an unusable password.
    package func resetPassword(of id: Int, to password: String, by caller: Caller) async throws {
        guard try await database.read({ try Self.owner($0) }) == caller.user.id else {
            throw DriveError(.forbidden)
        }
        try await people.setPassword(password, of: id)
    }

    /// Hands the ownership to another member; there is exactly one owner before and after.
    ///
    /// - Parameters:
    ///   - id: the next owner.
    ///   - caller: the present one.
    ///   - password: his own, once more.
    ///   - address: where he is, for the counting of attempts.
    /// - Returns: the new owner.
    /// - Throws: 5001 for a wrong password, 90001 when it was tried too often; 30005, 5003, 5023.
    package func transferOwnership(
        to id: Int,
        by caller: Caller,
        password: String,
        address: String
    ) async throws -> Member {
        try await people.confirm(caller, password, address: address, refusal: .wrongPassword)
        return try await transferOwnership(to: id, by: caller.user.id)
    }

    /// The same for the operator of the server (`caller` nil), who needs no password.
    package func transferOwnership(to id: Int, by caller: Int? = nil) async throws -> Member {
        let (old, new) = try await database.write { session in
            guard let old = try Self.owner(session) else { throw DriveError(.notSetUp) }
            if let caller, caller != old { throw DriveError(.ownerOnly) }
            let member = try Member.find(id, session)
            guard id != old, member.state == .active else { throw DriveError(.cannotBecomeOwner) }
            try session.run("UPDATE users SET is_owner = 0 WHERE id = ?", old)
            try session.run("UPDATE users SET is_owner = 1 WHERE id = ?", id)
            // They were the old owner's word, and are his no longer to keep.
            try session.run("DELETE FROM invitations WHERE used IS NULL")
            return (old, try Member.find(id, session))
        }
        sessions.forget { $0.user.id == old || $0.user.id == id }
        return new
    }

    /// The owner's id; nil before the set-up.
    static func owner(_ session: any SQLSession) throws -> Int? {
        try session.first("SELECT id FROM users WHERE is_owner = 1").map { Int(try $0.int(0)) }
    }

    /// Sets the account's name; addresses that were trusted under the old one stay trusted.
    private static func rename(_ user: User, to name: String, _ session: any SQLSession) throws {
        let (old, new) = (AccountName.key(user.accountName), AccountName.key(name))
        try AccountName.requireFree(new, except: user.id, session)
        try session.run(
            "UPDATE users SET account_name = ?, account_key = ? WHERE id = ?",
            name,
            new,
            user.id
        )
        try session.run(
            "UPDATE OR REPLACE trusted_addresses SET account_key = ? WHERE account_key = ?",
            new,
            old
        )
    }
}
