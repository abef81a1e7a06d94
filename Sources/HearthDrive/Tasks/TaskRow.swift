import HearthSQL
package import HearthWire

/// A task as the database holds it.
package struct TaskRow: Sendable {
    /// Where a task stands; the raw value is the row's and the wire's word.
    package enum State: String, Sendable {
        /// Waits for its turn, and has not begun since it was ordered or retried.
        case queued
        /// Has begun; after a restart it goes on before others.
        case running
        /// Ended with a code; stays until it is retried or dismissed.
        case failed
        /// Ended well; forgotten after an hour.
        case done

        /// The state's number on the wire (wangpan-api, 9.5): 0 failed, 1 queued or running; 3 is ours and means
        /// done, as `remove_status` has it.
        package var number: Int {
            switch self {
            case .failed: 0
            case .queued, .running: 1
            case .done: 3
            }
        }
    }

    /// Order of coming.
    let id: Int64
    /// `{Topic}_{sign}`.
    package let taskID: String
    /// What to do.
    package let topic: TaskTopic
    /// What it is about.
    package let subject: String
    /// Where it stands.
    package let state: State
    /// Who asked for it.
    package let user: Int
    /// What the worker needs, as JSON.
    package let parameters: String
    /// What the last run saved.
    package let checkpoint: String
    /// Bytes done and expected.
    package let bytes: (done: Int64, total: Int64)
    /// Items done and expected.
    package let items: (done: Int64, total: Int64)
    /// Why it failed, and what fills the text's gap.
    package let failure: (code: WireCode, argument: String?)?
    /// A JSON value from the worker; empty for none.
    package let result: String
    /// Unix seconds.
    package let created: Int64
    /// Unix seconds of the last change.
    package let updated: Int64

    static let columns =
        "id, task_id, topic, subject, state, user, parameters, checkpoint, bytes_done, bytes_total, items_done, "
        + "items_total, code, argument, result, created, updated"

    /// Reads ``columns``; nil for a topic of a newer program.
    init?(row: SQLRow) throws {
        guard let topic = TaskTopic(rawValue: try row.text(2)), let state = State(rawValue: try row.text(4))
        else { return nil }
        id = try row.int(0)
        taskID = try row.text(1)
        self.topic = topic
        subject = try row.text(3)
        self.state = state
        user = Int(try row.int(5))
        parameters = try row.text(6)
        checkpoint = try row.text(7)
        bytes = (try row.int(8), try row.int(9))
        items = (try row.int(10), try row.int(11))
        let code = Int(try row.int(12))
        failure = state == .failed ? (WireCode(rawValue: code), try row.optionalText(13)) : nil
        result = try row.text(14)
        created = try row.int(15)
        updated = try row.int(16)
    }

    /// What lists show: `{Topic}_{0 or 1}`, empty once it is done (wangpan-api, 9.5).
    package var status: String { state == .done ? "" : "\(topic.rawValue)_\(state.number)" }
}

/// What a list shows beside the thing a task is about.
package struct TaskMark: Sendable, Hashable {
    /// `{Topic}_{state}`: 1 queued or running, 0 failed.
    package let status: String
    /// The task's id on the wire.
    package let taskID: String

    /// Both parts.
    package init(status: String, taskID: String) {
        self.status = status
        self.taskID = taskID
    }
}
