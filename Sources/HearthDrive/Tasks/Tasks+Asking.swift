import HearthConcurrency
package import HearthSQL
import HearthWire

/// What lists and the tasks' own routes ask for, and what users may do with a task.
extension Tasks {
    // MARK: Marks

    /// Marks shown in lists, by subject; of several tasks about one subject the earlier topic is shown, so the move
    /// stands before the delete (wangpan-api, 9.5).
    package func marks(_ topics: [TaskTopic]) async throws -> [String: TaskMark] {
        try await database.read { session in
            var marks: [String: TaskMark] = [:]
            for topic in topics {
                for row in try session.query(
                    "SELECT subject, state, task_id FROM tasks WHERE topic = ? AND state <> 'done' ORDER BY id",
                    topic.rawValue
                ) {
                    let subject = try row.text(0)
                    if marks[subject] == nil { marks[subject] = try Self.mark(topic, row) }
                }
            }
            return marks
        }
    }

    /// The same for one subject, inside a transaction or read.
    package static func mark(
        of subject: String,
        topics: [TaskTopic],
        _ session: any SQLSession
    ) throws -> TaskMark? {
        for topic in topics {
            if let row = try session.first(
                "SELECT subject, state, task_id FROM tasks WHERE topic = ? AND subject = ? AND state <> 'done' "
                    + "ORDER BY id",
                topic.rawValue,
                subject
            ) {
                return try mark(topic, row)
            }
        }
        return nil
    }

    /// From subject, state and id.
    private static func mark(_ topic: TaskTopic, _ row: SQLRow) throws -> TaskMark {
        let state = TaskRow.State(rawValue: try row.text(1)) ?? .failed
        return TaskMark(status: "\(topic.rawValue)_\(state.number)", taskID: try row.text(2))
    }

    // MARK: One's own tasks

    /// A caller sees all tasks as owner of the area, otherwise those he started and those of folders he created.
    private static let visible =
        "(?1 OR t.user = ?2 OR (t.topic IN ('TaskMovingFolder', 'TaskDelFolder') AND EXISTS "
        + "(SELECT 1 FROM roots r WHERE CAST(r.id AS TEXT) = t.subject AND r.creator = ?2)))"

    /// The tasks that a caller may see, oldest first, those that ended well within the last hour included.
    package func list(_ caller: Caller) async throws -> [TaskRow] {
        try await database.read { session in
            try session.query(
                "SELECT \(TaskRow.columns) FROM tasks t WHERE \(Self.visible) ORDER BY id",
                caller.user.isOwner,
                caller.user.id
            ).compactMap { try TaskRow(row: $0) }
        }
    }

    /// One task.
    ///
    /// - Throws: 70000 when there is none, or none that the caller may see.
    package func find(_ taskID: String, _ caller: Caller) async throws -> TaskRow {
        try await database.read { try Self.find(taskID, caller, $0) }
    }

    private static func find(_ taskID: String, _ caller: Caller, _ session: any SQLSession) throws -> TaskRow
    {
        let row = try session.first(
            "SELECT \(TaskRow.columns) FROM tasks t WHERE \(visible) AND task_id = ?3",
            caller.user.isOwner,
            caller.user.id,
            taskID
        )
        guard let found = try row.flatMap({ try TaskRow(row: $0) }) else { throw DriveError(.taskNotFound) }
        return found
    }

    /// Queues a failed task again; it goes on where its last run stood.
    ///
    /// - Throws: 70000; 70001 unless it failed.
    package func retry(_ taskID: String, _ caller: Caller) async throws {
        let now = clock.now
        try await database.write { session in
            let row = try Self.find(taskID, caller, session)
            guard row.state == .failed else { throw DriveError(.taskState) }
            try session.run(
                "UPDATE tasks SET state = 'queued', code = 0, argument = NULL, updated = ? WHERE id = ?",
                now,
                row.id
            )
        }
        wake()
    }

    /// Forgets a failed task, or takes one that has not begun out of the queue.
    ///
    /// - Throws: 70000; 70001 while it runs, and once it is done.
    package func dismiss(_ taskID: String, _ caller: Caller) async throws {
        try await database.write { [self] session in
            let row = try Self.find(taskID, caller, session)
            guard row.state == .failed || row.state == .queued else { throw DriveError(.taskState) }
            try worker(for: row.topic)?.abandoned(row, session)
            try session.run("DELETE FROM tasks WHERE id = ?", row.id)
        }
    }
}
