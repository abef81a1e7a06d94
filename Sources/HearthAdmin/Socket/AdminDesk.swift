package import HearthConcurrency
package import HearthDrive
package import HearthSQL
import HearthWire

/// Does what commands ask, beside a running drive or straight on the database.
package struct AdminDesk: Sendable {
    private let people: People
    private let renameArea: @Sendable (String) async throws -> Void

    /// Works on a running drive.
    package init(drive: Drive) {
        people = drive.people
        renameArea = { try await drive.renameArea(to: $0) }
    }

    /// Works on the database alone; the disks need not be there.
    package init(database: any SQLDatabase, blocking: ThreadPool) {
        let clock = SystemClock()
        people = People(
            database: database,
            clock: clock,
            gate: PasswordGate(blocking: blocking),
            throttle: Throttle(database: database, clock: clock),
            sessions: SessionStore(database: database, clock: clock)
        )
        renameArea = { _ = try await Area.rename(to: $0, in: database) }
    }

    /// Does one thing; failures become texts.
    package func answer(_ request: AdminRequest) async -> AdminReply {
        do {
            return try await perform(request)
        } catch let error as DriveError {
            return .refused(Self.text(for: error, request))
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
        case .addUser(let name, let password, let nickname):
            guard try await people.hasOwner() else {
                return .refused("this drive has no owner yet; begin with hearth setup")
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
        case .listUsers: return .done(try await people.list().map { AdminUser($0) })
        }
    }

    private static let hasOwner = """
        this drive has an owner already; further people are added with hearth user add, \
        and hearth user passwd sets a new password
        """

    private static func text(for error: DriveError, _ request: AdminRequest) -> String {
        switch (error.code, error.argument) {
        case (.nameInUse, _):
            if case .setUp = request { return hasOwner }
            return "there is an account of that name already; hearth user list shows all"
        case (.userNotFound, _): return "there is no account of that name; hearth user list shows all"
        case (.illegalParameter, "password"):
            return "a password has at least \(People.shortestPassword) characters "
                + "and at most \(People.longestPassword) bytes"
        case (.illegalParameter, "account_name"):
            return "an account name has 1 to 64 characters, none of them a control character"
        case (.illegalParameter, "nickname"), (.illegalParameter, "area"):
            return
                "a nickname and the name of the home have at most 64 characters, none of them a control character"
        default: return error.code.reason(.english, argument: error.argument)
        }
    }
}

extension AdminUser {
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
