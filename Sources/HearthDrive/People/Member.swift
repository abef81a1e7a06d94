import HearthSQL
import HearthWire

/// One member as those who manage people see him: the account and what is happening to it.
package struct Member: Sendable, Hashable {
    /// What an account can do.
    package enum State: String, Sendable {
        /// Signs in and works.
        case active
        /// Keeps files and rows but cannot sign in.
        case disabled
        /// Its folders are being removed, or that failed and waits for another try; it cannot sign in.
        case leaving
    }

    /// The account.
    package let user: User
    /// `TaskDelUser_1` while the removal is queued or running, `TaskDelUser_0` after it failed; empty otherwise.
    package let status: String
    /// The removal's task; empty when there is none.
    package let taskID: String

    /// What the account can do.
    package var state: State {
        if !taskID.isEmpty { return .leaving }
        return user.isDisabled ? .disabled : .active
    }

    private static let select =
        "SELECT u.id, u.account_name, u.nickname, u.is_owner, u.is_disabled, t.task_id, t.state FROM users u "
        + "LEFT JOIN tasks t ON t.topic = '\(TaskTopic.removeUser.rawValue)' AND t.subject = CAST(u.id AS TEXT) "
        + "AND t.state <> 'done'"

    private init(row: SQLRow) throws(SQLError) {
        user = try User(row: row)
        taskID = try row.optionalText(5) ?? ""
        let isFailed = try row.optionalText(6) == "failed"
        status = taskID.isEmpty ? "" : "\(TaskTopic.removeUser.rawValue)_\(isFailed ? 0 : 1)"
    }

    /// All of them by id.
    static func all(_ session: any SQLSession) throws -> [Member] {
        try session.query(select + " ORDER BY u.id").map { try Member(row: $0) }
    }

    /// One of them.
    ///
    /// - Throws: 5003 when there is none.
    static func find(_ id: Int, _ session: any SQLSession) throws -> Member {
        guard let row = try session.first(select + " WHERE u.id = ?", id) else {
            throw DriveError(.userNotFound)
        }
        return try Member(row: row)
    }
}
