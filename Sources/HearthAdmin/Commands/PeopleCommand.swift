import Glibc
import HearthDrive
import HearthLog
import HearthSQL
import HearthServer

/// `hearth setup` and `hearth user …`: one request to a running server, or to the database when there is none.
struct PeopleCommand {
    let data: DataDirectory
    let console: Console
    /// Where people reach a server over this directory, ending with a slash.
    var address = "/"

    /// Does what is asked and shows the outcome.
    ///
    /// - Parameters:
    ///   - request: what is asked.
    ///   - mayCreate: whether a directory that is not there is made.
    ///   - showsCode: whether what is told is a link, to be shown as a QR code too.
    /// - Throws: `.refused` with the drive's own text.
    func run(_ request: AdminRequest, mayCreate: Bool = false, showsCode: Bool = false) throws {
        guard mayCreate || data.hasDatabase else {
            throw ServiceError(
                .refused,
                "\(data.path) holds no drive; say which directory with --data DIR, or begin with hearth setup"
            )
        }
        switch try AdminCall(data: data).perform(request, here: { try performHere(request) }) {
        case .refused(let text): throw ServiceError(.refused, text)
        case .told(let text):
            console.print(text)
            guard showsCode, let code = TerminalCode(text) else { return }
            for line in code.lines(isColoured: console.isTerminal) { console.print(line) }
        case .done(let users): show(users, after: request)
        }
    }

    private func performHere(_ request: AdminRequest) throws -> AdminReply {
        try data.prepare()
        let pools = ServicePools(connections: 1, blocking: 1)
        defer { pools.stop() }
        let address = address
        return try waitFor(on: pools.connections) { [data] in
            let database = try SQLiteDatabase(
                path: data.database,
                migrations: Schema.migrations,
                readers: 1,
                logger: Logger(label: "sql", level: .warning)
            )
            let desk = AdminDesk(database: database, blocking: pools.blocking, address: address)
            let reply = await desk.answer(request)
            await database.close()
            return reply
        }
    }

    private func show(_ users: [AdminUser], after request: AdminRequest) {
        let names = users.map(\.accountName).joined(separator: ", ")
        switch request {
        case .setUp: console.print("\(names) owns this drive now.")
        case .addUser: console.print("\(names) is added.")
        case .setPassword: console.print("\(names) has a new password and is signed out everywhere.")
        case .listUsers: console.print(Self.table(users))
        case .editUser:
            for user in users { console.print("\(user.accountName) is now shown as \(user.nickname).") }
        case .setDisabled(_, true):
            console.print("\(names) cannot sign in any more and is signed out everywhere; all files stay.")
        case .setDisabled(_, false): console.print("\(names) can sign in again.")
        case .makeOwner: console.print("\(names) owns this drive now.")
        case .removeUser, .invite, .setUpLink, .makeCertificate, .folder, .pool, .vault: break
        }
    }

    /// Columns wide enough for what stands in them.
    static func table(_ users: [AdminUser]) -> String {
        var rows = [["ID", "ACCOUNT", "NICKNAME", "ROLE"]]
        for user in users {
            rows.append([String(user.id), user.accountName, user.nickname, role(of: user)])
        }
        let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let padded = widths.indices.map { index in
                row[index] + String(repeating: " ", count: widths[index] - row[index].count)
            }
            return (padded + [row[3]]).joined(separator: "  ")
        }.joined(separator: "\n")
    }

    private static func role(of user: AdminUser) -> String {
        if user.isOwner { return "owner" }
        if user.isLeaving { return "leaving" }
        return user.isDisabled ? "disabled" : "member"
    }
}
