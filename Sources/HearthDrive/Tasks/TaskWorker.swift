package import HearthSQL

/// Does the work of one topic.
///
/// A run may be ended by a crash at any point and is then begun again with the last checkpoint: each step must be
/// recognised as done or be harmless to repeat.
package protocol TaskWorker: Sendable {
    /// Which tasks it takes.
    var topics: [TaskTopic] { get }
    /// Works until the task is done.
    ///
    /// - Returns: a JSON value for the task's `result`; empty for none.
    /// - Throws: what made it fail; a ``DriveError`` keeps its code. The row stays as failed until it is retried or
    ///   dismissed.
    func run(_ task: TaskRun) async throws -> String
    /// At the start of a server, before the first request: finds out how far a killed run came.
    ///
    /// - Returns: another checkpoint; nil for the one it has. What it throws is logged.
    func recover(_ task: TaskRow) async throws -> String?
    /// A queued or failed task is about to be forgotten and will not be run (again): undoes what its order wrote,
    /// in the same transaction.
    func abandoned(_ task: TaskRow, _ session: any SQLSession) throws
}

extension TaskWorker {
    /// Most checkpoints say all that is needed.
    package func recover(_ task: TaskRow) async throws -> String? { nil }
    /// Most orders write nothing but the task.
    package func abandoned(_ task: TaskRow, _ session: any SQLSession) throws {}
}

/// A task to begin.
package struct TaskOrder: Sendable {
    /// What to do.
    package var topic: TaskTopic
    /// The second half of the id on the wire, for example `pool1_media`.
    package var sign: String
    /// What the task is about, without the ambiguity of the sign: a folder's id, `pool/partition`, a pool's name.
    package var subject: String
    /// Who asked for it.
    package var user: Int
    /// What the worker needs, as JSON; short, since it is rewritten with each step.
    package var parameters: String
    /// What may be long, in a form of the worker's own; ``Tasks/list(of:)`` reads it.
    package var list: [UInt8]

    /// All parts but the last two are required.
    package init(
        topic: TaskTopic,
        sign: String,
        subject: String,
        user: Int,
        parameters: String = "{}",
        list: [UInt8] = []
    ) {
        self.topic = topic
        self.sign = sign
        self.subject = subject
        self.user = user
        self.parameters = parameters
        self.list = list
    }
}
