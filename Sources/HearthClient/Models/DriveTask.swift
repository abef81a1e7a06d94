/// Long work of the server.
public struct DriveTask: Codable, Sendable, Hashable, Identifiable {
    /// The topic, `_`, and what it is about.
    public var id: String
    /// What kind of work it is.
    public var topic: String
    /// `queued`, `running`, `failed` or `done`.
    public var state: String
    /// 0 failed, 1 queued or running, 3 done.
    public var stateCode: Int
    /// `{topic}_{0 or 1}`, empty when it is done.
    public var status: String
    /// What it is about: a folder's id, `pool/partition`, a pool's name, a member's id.
    public var subject: String
    /// Who asked for it.
    public var userID: Int
    /// Unix seconds.
    public var created: Int64
    /// Unix seconds.
    public var updated: Int64
    /// Work done.
    public var bytesDone: Int64
    /// Work expected; 0 while it is not known.
    public var bytesTotal: Int64
    /// Files and directories done.
    public var itemsDone: Int
    /// Files and directories expected; 0 while it is not known.
    public var itemsTotal: Int
    /// Why it failed; 0 unless it did.
    public var code: Int
    /// The same for people.
    public var reason: String
    /// What came of copies, moves and deletions.
    public var result: TransferOutcome?

    private enum CodingKeys: String, CodingKey {
        case topic, state, status, subject, created, updated, code, reason, result
        case id = "task_id"
        case stateCode = "state_code"
        case userID = "user_id"
        case bytesDone = "bytes_done"
        case bytesTotal = "bytes_total"
        case itemsDone = "items_done"
        case itemsTotal = "items_total"
    }

    /// Takes every field as it is.
    public init(
        id: String,
        topic: String = "",
        state: String = "",
        stateCode: Int = 0,
        status: String = "",
        subject: String = "",
        userID: Int = 0,
        created: Int64 = 0,
        updated: Int64 = 0,
        bytesDone: Int64 = 0,
        bytesTotal: Int64 = 0,
        itemsDone: Int = 0,
        itemsTotal: Int = 0,
        code: Int = 0,
        reason: String = "",
        result: TransferOutcome? = nil
    ) {
        self.id = id
        self.topic = topic
        self.state = state
        self.stateCode = stateCode
        self.status = status
        self.subject = subject
        self.userID = userID
        self.created = created
        self.updated = updated
        self.bytesDone = bytesDone
        self.bytesTotal = bytesTotal
        self.itemsDone = itemsDone
        self.itemsTotal = itemsTotal
        self.code = code
        self.reason = reason
        self.result = result
    }

    /// Whether nothing more will happen by itself.
    public var hasEnded: Bool { state == "failed" || state == "done" }
}

extension DriveTask: LenientModel {
    static var required: [String] { ["task_id"] }
}
