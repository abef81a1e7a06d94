import HearthSQL

/// A link by which one person can make an account, as the owner sees it in the list.
package struct Invitation: Sendable, Hashable {
    /// What has become of it.
    package enum State: String, Sendable {
        /// Can be accepted.
        case open
        /// Somebody made an account with it.
        case used
        /// Its time is over.
        case expired
    }

    /// The row.
    package let id: Int
    /// What the invited person is called unless he says otherwise; may be empty.
    package let nickname: String
    /// Unix seconds.
    package let created: Int64
    /// Unix seconds.
    package let expires: Int64
    /// The account made with it; nil while it is unused.
    package let usedBy: Int?
    /// Unix seconds; nil while it is unused.
    package let used: Int64?

    /// What has become of it by then.
    package func state(at now: Int64) -> State {
        if used != nil { return .used }
        return expires > now ? .open : .expired
    }

    static let columns = "id, nickname, created, expires, used_by, used"

    init(row: SQLRow) throws(SQLError) {
        id = Int(try row.int(0))
        nickname = try row.text(1)
        created = try row.int(2)
        expires = try row.int(3)
        usedBy = try row.optionalInt(4).map { Int($0) }
        used = try row.optionalInt(5)
    }
}

/// What the invited person is told before he decides.
package struct InvitationPreview: Sendable, Hashable {
    /// The nickname of who invites.
    package let inviter: String
    /// What the invited person is called unless he says otherwise; may be empty.
    package let nickname: String
    /// Unix seconds.
    package let expires: Int64
}
