import HearthConcurrency
import Synchronization

/// A fixed number of reading connections, lent to one caller at a time.
final class SQLiteReaders: Sendable {
    private typealias Waiter = CheckedContinuation<SQLiteConnection, any Error>

    private struct State {
        /// The last one returned is lent next: its cache is warm.
        var free: [SQLiteConnection]
        var lent = 0
        var waiting = RingBuffer<Waiter>(capacity: 16)
        var isClosing = false
        var whenReturned: [CheckedContinuation<Void, Never>] = []

        mutating func take() -> SQLiteConnection? {
            guard let connection = free.popLast() else { return nil }
            lent += 1
            return connection
        }
    }

    private let state: Mutex<State>

    init(path: String, count: Int) throws(SQLError) {
        var connections: [SQLiteConnection] = []
        for _ in 0..<max(1, count) { connections.append(try SQLiteConnection(path: path, role: .reader)) }
        state = Mutex(State(free: connections))
    }

    /// Runs a closure on one snapshot; suspends until a connection is free.
    func read<T: Sendable>(_ body: @Sendable (any SQLSession) throws -> T) async throws -> T {
        let connection = try await acquire()
        defer { release(connection) }
        // Without a transaction two queries of one closure could see different states.
        _ = try connection.run("BEGIN")
        defer { _ = try? connection.run("ROLLBACK") }
        return try body(SQLiteSession(connection))
    }

    /// Statements kept ready by all connections that are free.
    var cachedStatementCounts: [Int] { state.withLock { $0.free.map(\.cachedStatementCount) } }

    /// Refuses new readers and returns when every connection is back and closed.
    func close() async {
        await withCheckedContinuation { continuation in
            let (done, refused) = state.withLock { state -> (Bool, RingBuffer<Waiter>) in
                state.isClosing = true
                let refused = state.waiting
                state.waiting = RingBuffer(capacity: 1)
                if state.lent > 0 { state.whenReturned.append(continuation) }
                return (state.lent == 0, refused)
            }
            var rest = refused
            while let waiter = rest.popFirst() { waiter.resume(throwing: Self.closed) }
            if done { continuation.resume() }
        }
        state.withLock { state in
            for connection in state.free { connection.close() }
            state.free = []
        }
    }

    private static var closed: SQLError { SQLError(.closed, "the database is closed") }

    private func acquire() async throws -> SQLiteConnection {
        if let connection = try take() { return connection }
        return try await withCheckedThrowingContinuation { continuation in
            let result: Result<SQLiteConnection, any Error>? = state.withLock { state in
                if state.isClosing { return .failure(Self.closed) }
                if let connection = state.take() { return .success(connection) }
                state.waiting.append(continuation)
                return nil
            }
            if let result { continuation.resume(with: result) }
        }
    }

    private func take() throws -> SQLiteConnection? {
        try state.withLock { state in
            if state.isClosing { throw Self.closed }
            return state.take()
        }
    }

    private func release(_ connection: SQLiteConnection) {
        let (next, finished) = state.withLock { state in
            if let next = state.waiting.popFirst() {
                return (Optional(next), [CheckedContinuation<Void, Never>]())
            }
            state.free.append(connection)
            state.lent -= 1
            guard state.lent == 0 else { return (nil, []) }
            defer { state.whenReturned = [] }
            return (nil, state.whenReturned)
        }
        next?.resume(returning: connection)
        for continuation in finished { continuation.resume() }
    }
}
