package import HearthConcurrency
package import HearthDrive
package import HearthSQL
import HearthHTTP
package import HearthServer
import HearthWire

/// Does what commands ask, beside a running drive or straight on the database.
package struct AdminDesk: Sendable {
    private let people: People
    private let members: Members
    private let invitations: Invitations
    private let renameArea: @Sendable (String) async throws -> Void
    private let address: @Sendable () -> String
    private let isRunning: Bool
    /// Nil without the partitions.
    private let folders: Folders?
    private let drive: Drive?
    private let certify: Certifier?
    private let drains: Bool

    /// Makes or renews the home's own certificate; the value says what became of it.
    package typealias Certifier =
        @Sendable (_ names: [String]?, _ force: Bool) async throws -> LocalCertificate.Change

    /// Works on a running drive.
    ///
    /// - Parameters:
    ///   - drive: is running.
    ///   - address: where people reach it, ending with a slash.
    ///   - drains: whether nobody else works on its tasks.
    ///   - certify: reaches the server's listener; nil without one.
    package init(
        drive: Drive,
        address: @escaping @Sendable () -> String = { "/" },
        drains: Bool = false,
        certify: Certifier? = nil
    ) {
        self.certify = certify
        self.drive = drive
        self.drains = drains
        people = drive.people
        members = drive.members
        invitations = drive.invitations
        renameArea = { try await drive.renameArea(to: $0) }
        self.address = address
        folders = drive.folders
        isRunning = true
    }

    /// Works on the database alone; the disks need not be there.
    ///
    /// - Parameters:
    ///   - database: nobody else writes to it.
    ///   - blocking: hashes passwords.
    ///   - address: where people will reach the server, ending with a slash.
    package init(database: any SQLDatabase, blocking: ThreadPool, address: String = "/") {
        let clock = SystemClock()
        let throttle = Throttle(database: database, clock: clock)
        let sessions = SessionStore(database: database, clock: clock)
        people = People(
            database: database,
            clock: clock,
            gate: PasswordGate(blocking: blocking),
            throttle: throttle,
            sessions: sessions
        )
        members = Members(database: database, clock: clock, people: people, sessions: sessions)
        invitations = Invitations(
            database: database,
            clock: clock,
            people: people,
            sessions: sessions,
            throttle: throttle
        )
        renameArea = { _ = try await Area.rename(to: $0, in: database) }
        self.address = { address }
        folders = nil
        drive = nil
        certify = nil
        drains = false
        isRunning = false
    }

    /// Does one thing; failures become texts.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - hear: hears what long work says meanwhile; false ends the work.
    /// - Returns: the answer.
    package func answer(
        _ request: AdminRequest,
        hear: @escaping @Sendable (VaultReport) -> Bool = { _ in true }
    ) async -> AdminReply {
        do {
            if case .vault(let request) = request { return try await check(request, hear) }
            return try await perform(request)
        } catch let error as ServiceError {
            return .refused(error.message)
        } catch let error as HTTPError {
            return .refused(error.message)
        } catch let error as DriveError {
            return .refused(Self.text(for: error, request))
        } catch is CancellationError {
            return .refused(VaultRun.stopped)
        } catch {
            return .refused("the database failed: \(error)")
        }
    }

    private func perform(_ request: AdminRequest) async throws -> AdminReply {
        switch request {
        case .setUp(let owner, let password, let nickname, let area):
            if try await people.hasOwner() { return .refused(Self.hasOwner) }
            // First, so that an unusable name leaves no owner behind.
            if let area { try await renameArea(area) }
            let user = try await people.add(
                accountName: owner,
                password: password,
                nickname: nickname,
                isOwner: true
            )
            return .done([AdminUser(user)])
        case .setUpLink:
            if try await people.hasOwner() { return .refused(Self.hasOwner) }
            guard isRunning else {
                return .refused("the link comes from a running server; hearth serve prints one")
            }
            return .told("\(address())setup#\(try people.makeSetupToken())")
        case .makeCertificate(let names, let force):
            guard let certify else { return .refused("certificates need the server") }
            return .told("\(try await certify(names, force).rawValue) \(address())")
        case .addUser(let name, let password, let nickname):
            guard try await people.hasOwner() else {
                return .refused(Self.noOwner)
            }
            let user = try await people.add(
                accountName: name,
                password: password,
                nickname: nickname,
                isOwner: false
            )
            return .done([AdminUser(user)])
        case .setPassword(let name, let password):
            let user = try await people.user(named: name)
            try await people.setPassword(password, of: user.id)
            return .done([AdminUser(user)])
        case .listUsers: return .done(try await members.list().map { AdminUser($0) })
        case .editUser(let name, let accountName, let nickname):
            let edit = Members.Edit(nickname: nickname, accountName: accountName)
            return .done([AdminUser(try await members.edit(try await id(of: name), edit, by: nil))])
        case .setDisabled(let name, let isDisabled):
            let edit = Members.Edit(isDisabled: isDisabled)
            return .done([AdminUser(try await members.edit(try await id(of: name), edit, by: nil))])
        case .makeOwner(let name):
            return .done([AdminUser(try await members.transferOwnership(to: try await id(of: name)))])
        case .removeUser(let name): return .told(try await remove(name))
        case .invite(let nickname, let days): return .told(try await invite(nickname, days: days))
        case .folder(let request):
            guard let folders else { return .refused("folders need the drive with its partitions") }
            return try await request.perform(on: folders)
        case .pool(let request):
            guard let drive else { return .refused("pools need the drive with its partitions") }
            return try await request.perform(on: drive, drains: drains)
        case .vault(let request): return try await check(request) { _ in true }
        }
    }

    private func check(
        _ request: VaultRequest,
        _ hear: @escaping @Sendable (VaultReport) -> Bool
    ) async throws -> AdminReply {
        guard let folders else { return .refused("folders need the drive with its partitions") }
        return try await VaultRun(request: request, blocking: folders.workers, hear: hear).perform(
            on: folders
        )
    }

    private func id(of name: String) async throws -> Int { try await people.user(named: name).id }

    private func remove(_ name: String) async throws -> String {
        let user = try await people.user(named: name)
        let removal = try await members.remove(user.id, by: nil)
        let shut = "\(user.accountName) cannot sign in any more. "
        switch (removal.keepsFolders, removal.taskID.isEmpty, isRunning) {
        case (true, true, _):
            return
                "\(user.accountName) is removed; the personal folder and private folders are the owner's now."
        case (true, false, true): return shut + "The account goes, and its folders pass to the owner."
        case (true, false, false):
            return shut + "The account goes, and its folders pass to the owner, when the server starts next."
        case (false, _, true):
            return shut
                + "The personal folder and private folders are being deleted; hearth user list shows when that is done."
        case (false, _, false):
            return shut + "The personal folder and private folders are deleted when the server starts next."
        }
    }

    private func invite(_ nickname: String?, days: Int64?) async throws -> String {
        let (lifetime, overflow) = (days ?? 7).multipliedReportingOverflow(by: 86_400)
        let made = try await invitations.make(
            by: nil,
            nickname: nickname,
            lifetime: overflow ? Int64.max : lifetime
        )
        let count = (made.invitation.expires - made.invitation.created) / 86_400
        let link = InvitationLink.url(base: address(), code: made.code)
        return "Good for one account, for \(count == 1 ? "a day" : "\(count) days"):\n\(link)"
    }

    private static let noOwner = "this drive has no owner yet; begin with hearth setup"

    private static let hasOwner = """
        this drive has an owner already; further people are added with hearth user add, \
        and hearth user passwd sets a new password
        """

    private static func text(for error: DriveError, _ request: AdminRequest) -> String {
        if case .pool = request, let text = PoolRequest.text(for: error.code) { return text }
        switch (error.code, error.argument) {
        case (.nameInUse, _):
            if case .setUp = request { return hasOwner }
            return "there is an account of that name or nickname already; hearth user list shows all"
        case (.illegalParameter, "expires_in"): return "an invitation lasts 1 to 30 days"
        case (.cannotDeleteSelf, _), (.ownerProtected, _):
            return "this is the owner; hand the ownership over first, with hearth user owner"
        case (.cannotBecomeOwner, _):
            return
                "the next owner is another account than the present one, neither disabled nor being removed"
        case (.taskState, _): return "this account is being removed"
        case (.notSetUp, _): return noOwner
        case (.userNotFound, _): return "there is no account of that name; hearth user list shows all"
        case (.illegalParameter, "password"):
            return "a password has at least \(People.shortestPassword) characters "
                + "and at most \(People.longestPassword) bytes"
        case (.illegalParameter, "account_name"):
            return
                "an account name has 1 to 64 characters, one of them visible at least, none a control or format character"
        case (.illegalParameter, "nickname"), (.illegalParameter, "area"):
            return
                "a nickname and the name of the home have at most 64 characters, one of them visible at least, "
                + "none a control or format character"
        default: return error.code.reason(.english, argument: error.argument)
        }
    }
}

extension AdminUser {
    init(_ member: Member) {
        self.init(member.user)
        isLeaving = member.state == .leaving
    }

    init(_ user: User) {
        self.init(
            id: user.id,
            accountName: user.accountName,
            nickname: user.nickname,
            isOwner: user.isOwner,
            isDisabled: user.isDisabled
        )
    }
}
