import HearthConcurrency
import HearthLog
import Synchronization

/// One queued write.
struct SQLiteWrite: Sendable {
    /// Runs the statements; the returned closure tells the caller of the success, after the commit.
    let perform: @Sendable (any SQLSession) throws -> @Sendable () -> Void
    /// Tells the caller of a failure.
    let fail: @Sendable (any Error) -> Void
}

/// The thread that owns the writing connection and commits waiting writes together.
final class SQLiteWriter: Sendable {
    /// How many writes share a commit at most: bounds what one caller waits for the others.
    private static let largestGroup = 256

    private struct State {
        var waiting = RingBuffer<SQLiteWrite>(capacity: 64)
        var isAsleep = false
        var isClosing = false
        var hasEnded = false
        var whenEnded: [CheckedContinuation<Void, Never>] = []
    }

    private enum Step {
        case commit([SQLiteWrite])
        case sleep
        case end
    }

    private let connection: SQLiteConnection
    private let condition: SQLiteCondition
    private let state = Mutex(State())
    private let wake = Semaphore()
    private let writeCount = Atomic<UInt64>(0)
    private let commitCount = Atomic<UInt64>(0)

    init(connection: SQLiteConnection, condition: SQLiteCondition) throws(SQLError) {
        self.connection = connection
        self.condition = condition
        guard startThread(named: "sql-writer", { [self] in serve() }) else {
            throw SQLError(.io, "no thread for the database could be started")
        }
    }

    /// Writes and commits so far; fewer commits than writes show that grouping works.
    var statistics: SQLiteStatistics {
        SQLiteStatistics(
            writes: writeCount.load(ordering: .relaxed),
            commits: commitCount.load(ordering: .relaxed)
        )
    }

    func add(_ write: SQLiteWrite) {
        enum Next { case wake, wait, refuse }
        let next: Next = state.withLock { state in
            if state.isClosing { return .refuse }
            state.waiting.append(write)
            defer { state.isAsleep = false }
            return state.isAsleep ? .wake : .wait
        }
        switch next {
        case .wake: wake.signal()
        case .wait: break
        case .refuse: write.fail(SQLError(.closed, "the database is closed"))
        }
    }

    /// Lets the thread end after the last accepted write.
    func stop() {
        let isAsleep = state.withLock { state in
            state.isClosing = true
            defer { state.isAsleep = false }
            return state.isAsleep
        }
        if isAsleep { wake.signal() }
    }

    /// Returns when the thread has closed its connection.
    func ended() async {
        await withCheckedContinuation { continuation in
            let hasEnded = state.withLock { state in
                if !state.hasEnded { state.whenEnded.append(continuation) }
                return state.hasEnded
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func serve() {
        while true {
            switch next() {
            case .commit(let group): commit(group)
            case .sleep: wake.wait()
            case .end:
                connection.close()
                let waiting = state.withLock { state in
                    state.hasEnded = true
                    defer { state.whenEnded = [] }
                    return state.whenEnded
                }
                for continuation in waiting { continuation.resume() }
                return
            }
        }
    }

    private func next() -> Step {
        state.withLock { state in
            var group: [SQLiteWrite] = []
            while group.count < Self.largestGroup, let write = state.waiting.popFirst() {
                group.append(write)
            }
            if !group.isEmpty { return .commit(group) }
            if state.isClosing { return .end }
            state.isAsleep = true
            return .sleep
        }
    }

    private func commit(_ group: [SQLiteWrite]) {
        if let refusal = condition.refusal {
            for write in group { write.fail(refusal) }
            return
        }
        var transaction = WriteTransaction(connection)
        for write in group {
            writeCount.wrappingAdd(1, ordering: .relaxed)
            transaction.perform(write)
        }
        if transaction.commit() {
            commitCount.wrappingAdd(1, ordering: .relaxed)
            condition.committed()
        }
        if let failure = transaction.failure { condition.notice(failure) }
    }
}

/// Counts for the metrics and for tests.
package struct SQLiteStatistics: Sendable, Hashable {
    /// Closures that were run.
    package let writes: UInt64
    /// Commits that reached the disk.
    package let commits: UInt64
}
