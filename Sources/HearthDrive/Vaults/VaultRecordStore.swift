import HearthConcurrency
package import HearthLog
package import HearthSQL
package import HearthStorage
import HearthWire
import Synchronization

/// The records of all vaults, in the database: durable before a change that needs them, cached, written in batches.
///
/// Vaults ask from threads of the pools and must be answered there. Everything that needs the database runs on a
/// thread of its own, through the writing connection: a reading one may be lent to a task that waits for a thread
/// which sleeps here.
package final class VaultRecordStore: Sendable {
    private struct State {
        var cache: VaultRecordCache
        /// In order; the first are next.
        var queue: [VaultRecordChange] = []
        var isWriting = false
        var isClosed = false
        var whenWritten: [CheckedContinuation<Void, Never>] = []
    }

    /// Calls that are written together at most: bounds how long other writes wait.
    private static let largestBatch = 500

    private let database: any SQLDatabase
    private let log: Logger
    private let state: Mutex<State>
    private let thread = ThreadPool(name: "records", threads: 1)

    /// Rows live in `database`.
    ///
    /// - Parameters:
    ///   - database: with the table of migration 3.
    ///   - log: hears of records that cannot be written.
    ///   - limit: how many records are kept in memory.
    package init(database: any SQLDatabase, log: Logger, limit: Int = 50_000) {
        self.database = database
        self.log = log
        state = Mutex(State(cache: VaultRecordCache(limit: limit)))
    }

    /// The records of one vault.
    package func records(of root: Int) -> any VaultRecordList { RootVaultRecords(store: self, root: root) }

    // MARK: Asking

    func seals(_ root: Int, _ place: VaultPlace) throws -> [[UInt8]] {
        let directory = VaultRecordCache.Directory(root: root, bytes: place.directory)
        while true {
            let (known, isOnItsWay, clearings) = state.withLock { state in
                (
                    state.cache.seals(directory, place.name),
                    state.cache.isPinned(directory, place.name), state.cache.clearings
                )
            }
            if let known {
                // Without a record its next file gets none before it is there: an old one must be gone from the disk.
                guard known.isEmpty, isOnItsWay else { return known }
                try flush()
                continue
            }
            let (rows, isComplete) = try ask { try VaultRecordRows.all(of: directory, $0) }
            let found = isComplete ? nil : try ask { try VaultRecordRows.one(directory, place.name, $0) }
            let seals: [[UInt8]]? = state.withLock { state in
                // What was read may be older than what the memory lost since.
                guard state.cache.clearings == clearings else { return nil }
                // What it learned since is newer.
                let seals = state.cache.seals(directory, place.name) ?? found ?? rows[place.name] ?? []
                let filling = isComplete ? rows : [place.name: seals]
                state.cache.fill(directory, filling, isComplete: isComplete)
                let isOnItsWay = state.cache.isPinned(directory, place.name)
                return seals.isEmpty && isOnItsWay ? nil : seals
            }
            if let seals { return seals }
        }
    }

    func names(_ directory: VaultRecordCache.Directory) throws -> [[UInt8]] {
        try flush()
        return try ask { session in
            try session.query(
                "SELECT name FROM vault_records WHERE root = ? AND directory = ?",
                directory.root,
                directory.bytes
            ).map { try $0.blob(0) }
        }
    }

    func directories(_ root: Int) throws -> [[UInt8]] {
        try flush()
        return try ask { session in
            try session.query("SELECT DISTINCT directory FROM vault_records WHERE root = ?", root)
                .map { try $0.blob(0) }
        }
    }

    private func ask<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) throws -> T {
        if state.withLock({ $0.isClosed }) { throw SQLError(.closed, "the records are closed") }
        let answer = Awaited<T>()
        // Owned by this call, which does not return before it.
        Task(executorPreference: thread) { [database] in
            do {
                answer.settle(.success(try await database.write(body)))
            } catch let error as SQLError where error.code == .readOnly {
                // A damaged database is still read.
                do {
                    answer.settle(.success(try await database.read(body)))
                } catch {
                    answer.settle(.failure(error))
                }
            } catch {
                answer.settle(.failure(error))
            }
        }
        return try answer.wait()
    }

    // MARK: Changing

    func prepare(_ root: Int, _ items: [(VaultPlace, [UInt8])]) throws {
        if items.isEmpty { return }
        let written = Awaited<Void>()
        try add(.prepare(root: root, items, written)) { _ in }
        try written.wait()
    }

    func settle(_ root: Int, _ items: [(VaultPlace, [UInt8]?)]) {
        if items.isEmpty { return }
        try? add(.settle(root: root, items)) { state in
            for (place, seal) in items {
                let directory = VaultRecordCache.Directory(root: root, bytes: place.directory)
                state.cache.pin(seal.map { [$0] } ?? [], directory, place.name)
            }
        }
    }

    func removeAll(_ directory: VaultRecordCache.Directory) {
        try? add(.remove(directory)) { $0.cache.remove(directory) }
    }

    /// Writes what waits; blocks its thread.
    private func flush() throws {
        let written = Awaited<Void>()
        try add(.prepare(root: 0, [], written)) { _ in }
        try written.wait()
    }

    private func add(_ change: VaultRecordChange, _ remember: (inout State) -> Void) throws {
        let starts = try state.withLock { state in
            if state.isClosed { throw SQLError(.closed, "the records are closed") }
            remember(&state)
            state.queue.append(change)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if starts { startWriting() }
    }

    private func startWriting() {
        // Owned by this store: `close()` waits for it.
        Task(executorPreference: thread) { await self.write() }
    }

    /// One write after the other, until nothing waits: so they keep their order, and gather while one is under way.
    private func write() async {
        while true {
            let batch = state.withLock { state -> [VaultRecordChange] in
                let batch = Array(state.queue.prefix(Self.largestBatch))
                state.queue.removeFirst(batch.count)
                if batch.isEmpty { state.isWriting = false }
                return batch
            }
            if batch.isEmpty { break }
            do {
                _ = try await database.write { session in
                    for change in batch { try change.apply(session) }
                }
                written(batch)
            } catch {
                failed(batch, error)
                break
            }
        }
        let waiting = state.withLock { state in
            defer { state.whenWritten = [] }
            return state.whenWritten
        }
        for continuation in waiting { continuation.resume() }
    }

    private func written(_ batch: [VaultRecordChange]) {
        state.withLock { state in
            for change in batch {
                Self.forget(change, &state)
                if case .prepare(let root, let items, _) = change { Self.add(root, items, &state) }
            }
        }
        for case .prepare(_, _, let waiter) in batch { waiter.settle(.success(())) }
    }

    /// Prepared seals hold from now on, unless something was settled after them.
    private static func add(_ root: Int, _ items: [(VaultPlace, [UInt8])], _ state: inout State) {
        for (place, seal) in items {
            let directory = VaultRecordCache.Directory(root: root, bytes: place.directory)
            if state.cache.isPinned(directory, place.name) { continue }
            let known = state.cache.seals(directory, place.name) ?? []
            if known.isEmpty || known.contains(seal) { continue }
            state.cache.set(known + [seal], directory, place.name)
        }
    }

    /// What must be written once is kept, in its place; it goes along with the next call.
    private func failed(_ batch: [VaultRecordChange], _ error: any Error) {
        log.error("records of encrypted folders could not be written", ["error": .string("\(error)")])
        state.withLock { state in
            var kept: [VaultRecordChange] = []
            for change in batch {
                if case .prepare = change { continue }
                kept.append(change)
            }
            state.queue.insert(contentsOf: kept, at: 0)
            state.isWriting = false
        }
        for case .prepare(_, _, let waiter) in batch { waiter.settle(.failure(error)) }
    }

    private static func forget(_ change: VaultRecordChange, _ state: inout State) {
        for (root, place) in change.settled {
            state.cache.unpin(VaultRecordCache.Directory(root: root, bytes: place.directory), place.name)
        }
    }

    // MARK: Life

    /// Tries again what could not be written; called by the regular jobs.
    func retry() {
        let starts = state.withLock { state in
            if state.isWriting || state.queue.isEmpty { return false }
            state.isWriting = true
            return true
        }
        if starts { startWriting() }
    }

    /// Writes what waits and refuses what comes from now on.
    func close() async {
        retry()
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                state.isClosed = true
                if state.isWriting { state.whenWritten.append(continuation) }
                return !state.isWriting
            }
            if isIdle { continuation.resume() }
        }
        thread.stop()
    }
}
