import Synchronization

/// One run of a task, as its worker sees it.
package final class TaskRun: Sendable {
    /// How far a run is; bytes and items, done and expected.
    struct Progress: Sendable, Equatable {
        var bytesDone: Int64 = 0
        var bytesTotal: Int64 = 0
        var itemsDone: Int64 = 0
        var itemsTotal: Int64 = 0
    }

    private struct State {
        var checkpoint: String
        var progress = Progress()
        var isStopped = false
    }

    /// The id on the wire.
    package let taskID: String
    /// What to do.
    package let topic: TaskTopic
    /// What it is about: ``TaskOrder/subject``.
    package let subject: String
    /// Who asked for it.
    package let user: Int
    /// What the worker needs, as JSON.
    package let parameters: String

    private let state: Mutex<State>
    private let store: @Sendable (String) async throws -> Void

    init(_ row: TaskRow, store: @escaping @Sendable (String) async throws -> Void) {
        taskID = row.taskID
        topic = row.topic
        subject = row.subject
        user = row.user
        parameters = row.parameters
        state = Mutex(State(checkpoint: row.checkpoint))
        self.store = store
    }

    /// What the last run saved; empty at the first run.
    package var checkpoint: String { state.withLock { $0.checkpoint } }

    /// Saves how far the work is; durable when it returns.
    ///
    /// - Throws: `CancellationError` when another server took the task over; what the database throws.
    package func save(checkpoint: String) async throws {
        try await store(checkpoint)
        state.withLock { $0.checkpoint = checkpoint }
    }

    /// Sets the totals; a resumed run counts from 0 again, so what is found done is to be counted too.
    package func expect(bytes: Int64, items: Int64) {
        state.withLock { state in
            state.progress.bytesTotal = bytes
            state.progress.itemsTotal = items
        }
    }

    /// Counts work that is done; cheap and from any thread, so that a copy may call it for each piece.
    package func advance(bytes: Int64 = 0, items: Int64 = 0) {
        state.withLock { state in
            state.progress.bytesDone += bytes
            state.progress.itemsDone += items
        }
    }

    /// Ends the run when the server stops; the row stays as it is and goes on after the next start.
    ///
    /// - Throws: `CancellationError`.
    package func checkStopped() throws {
        if isStopped { throw CancellationError() }
    }

    /// What is shown of the run.
    var progress: Progress { state.withLock { $0.progress } }

    /// Whether the run is to end.
    var isStopped: Bool { state.withLock { $0.isStopped } }

    /// Makes ``checkStopped()`` throw from now on.
    func stop() { state.withLock { $0.isStopped = true } }
}
