import HearthConcurrency
import HearthLog
package import HearthSQL
import HearthWire
import Synchronization

/// Long work as rows: queued, run one after the other, resumed after a restart (wangpan-api, 9.5).
///
/// A row is leased by the process that works on it, so that several servers on one database would share the
/// queue; each takes one task at a time, in the order of coming.
package final class Tasks: Sendable {
    let database: any SQLDatabase
    let clock: any WallClock
    let log: Logger
    /// This process in the rows' leases.
    let process: String
    /// Raised when there may be something to do.
    let signal = WakeSignal()
    /// Held while this process works on a task.
    let working = AsyncLock()
    private let pool: ThreadPool
    private let workers = Mutex<[TaskTopic: any TaskWorker]>([:])

    init(database: any SQLDatabase, pool: ThreadPool, clock: any WallClock, log: Logger) throws {
        self.database = database
        self.pool = pool
        self.clock = clock
        self.log = log
        process = try UploadID.make()
    }

    /// Ends the leases of former processes and lets workers see what those left; called once, before the first request.
    ///
    /// The data directory's lock says that none of them lives.
    func recover() async throws {
        let begun = try await database.write { session in
            try session.run("UPDATE tasks SET leased_by = NULL, leased_until = 0 WHERE state = 'running'")
            return try session.query(
                "SELECT \(TaskRow.columns) FROM tasks WHERE state = 'running' ORDER BY id"
            ).compactMap { try TaskRow(row: $0) }
        }
        for row in begun {
            do {
                guard let checkpoint = try await worker(for: row.topic)?.recover(row) else { continue }
                try await database.write { session in
                    _ = try session.run("UPDATE tasks SET checkpoint = ? WHERE id = ?", checkpoint, row.id)
                }
            } catch {
                // A disk that is not there: its worker meets it again.
                log.error(
                    "what a killed task left could not be settled",
                    ["task": .string(row.taskID), "error": .string("\(error)")]
                )
            }
        }
    }

    // MARK: Workers

    /// Makes a worker take the tasks of its topics.
    package func register(_ worker: any TaskWorker) {
        workers.withLock { workers in
            for topic in worker.topics { workers[topic] = worker }
        }
    }

    func worker(for topic: TaskTopic) -> (any TaskWorker)? { workers.withLock { $0[topic] } }

    // MARK: Orders

    /// Adds a task in the caller's own transaction, so that a change and its task are one commit; call ``wake()``
    /// after it.
    ///
    /// A failed task of the same topic and subject is queued again with the new parameters and its old checkpoint,
    /// which tells the worker what half-done work there is; a queued or running one stays as it is.
    ///
    /// - Returns: the id on the wire; `~2` and so on is added when another subject's task has the same one.
    package func insert(_ order: TaskOrder, _ session: any SQLSession) throws -> String {
        try Self.insert(order, now: clock.now, session)
    }

    /// The same without a running server; `now` is in Unix seconds.
    package static func insert(
        _ order: TaskOrder,
        now: Int64,
        _ session: any SQLSession
    ) throws -> String {
        if let row = try session.first(
            "SELECT id, task_id, state, parameters FROM tasks WHERE topic = ? AND subject = ? AND state <> 'done' "
                + "ORDER BY id DESC",
            order.topic.rawValue,
            order.subject
        ) {
            if try row.text(2) == TaskRow.State.failed.rawValue {
                try session.run(
                    "UPDATE tasks SET state = 'queued', parameters = ?1, user = ?2, code = 0, argument = NULL, "
                        + "result = '', updated = ?3 WHERE id = ?4",
                    order.parameters,
                    order.user,
                    now,
                    try row.int(0)
                )
                try store(order.list, of: try row.int(0), session)
            }
            return try row.text(1)
        }
        try session.run(
            "DELETE FROM tasks WHERE topic = ? AND subject = ? AND state = 'done'",
            order.topic.rawValue,
            order.subject
        )
        let taskID = try freeID(order, session)
        try session.run(
            "INSERT INTO tasks (task_id, topic, subject, state, user, parameters, created, updated) "
                + "VALUES (?1, ?2, ?3, 'queued', ?4, ?5, ?6, ?6)",
            taskID,
            order.topic.rawValue,
            order.subject,
            order.user,
            order.parameters,
            now
        )
        try store(order.list, of: session.lastInsertID, session)
        return taskID
    }

    private static func store(_ list: [UInt8], of task: Int64, _ session: any SQLSession) throws {
        try session.run("DELETE FROM task_lists WHERE task = ?", task)
        if !list.isEmpty { try session.run("INSERT INTO task_lists (task, list) VALUES (?, ?)", task, list) }
    }

    /// The list that a task's order came with; empty for none.
    package func list(of taskID: String) async throws -> [UInt8] {
        try await database.read { session in
            try session.first(
                "SELECT l.list FROM task_lists l JOIN tasks t ON t.id = l.task WHERE t.task_id = ?",
                taskID
            )?.blob(0) ?? []
        }
    }

    /// `{Topic}_{sign}`, which two pairs of pool and partition may share: names may hold the `_` that joins them.
    private static func freeID(_ order: TaskOrder, _ session: any SQLSession) throws -> String {
        let plain = "\(order.topic.rawValue)_\(order.sign)"
        var taskID = plain
        var n = 1
        while try session.first("SELECT 1 FROM tasks WHERE task_id = ?", taskID) != nil {
            n += 1
            taskID = "\(plain)~\(n)"
        }
        return taskID
    }

    /// Adds a task and wakes the worker.
    package func start(_ order: TaskOrder) async throws -> String {
        let taskID = try await database.write { [self] session in try insert(order, session) }
        wake()
        return taskID
    }

    /// Adds a task on files, of which a member may have so many that are not done.
    ///
    /// - Throws: 90007 beyond.
    package func start(_ order: TaskOrder, atMost limit: Int) async throws -> String {
        let taskID = try await database.write { [self] session in
            let row = try session.first(
                "SELECT count(*) FROM tasks WHERE user = ? AND state <> 'done' "
                    + "AND topic IN ('TaskCopyFiles', 'TaskMoveFiles', 'TaskDelFiles')",
                order.user
            )
            if try row?.int(0) ?? 0 >= Int64(limit) { throw DriveError(.busy, retryAfter: 60) }
            return try insert(order, session)
        }
        wake()
        return taskID
    }

    /// Makes the worker look at the queue.
    package func wake() { signal.raise() }

    // MARK: Running

    /// Works on tasks until the surrounding task is cancelled; the running task then stops and stays resumable.
    package func run() async {
        while !Task.isCancelled {
            switch await step() {
            case .worked: continue
            case .idle: await signal.wait()
            case .failed: try? await Task.sleep(for: .seconds(5))
            }
        }
    }

    /// Works until nothing is queued or running; for tests and for commands without a server.
    package func drain() async {
        // Owned by this call, which waits for it; on the pool, since database and workers may block.
        let work = Task(executorPreference: pool) { [self] in
            while !Task.isCancelled, await step() == .worked {}
        }
        await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
    }

    /// Forgets tasks that ended well more than an hour ago.
    package func clean() async throws {
        let limit = clock.now - Self.remembered
        try await database.write { session in
            _ = try session.run("DELETE FROM tasks WHERE state = 'done' AND updated < ?", limit)
        }
    }

    /// Seconds for which `GET tasks/{id}` can tell that a task ended well.
    private static let remembered: Int64 = 3_600
}
