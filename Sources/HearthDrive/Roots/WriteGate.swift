import HearthWire
import Synchronization

/// Held shared around each change below a root, and alone for the last step of a folder's move or removal.
///
/// Keys are ids of first-level roots; ``RootStore/changing(_:_:)`` finds them for any root. A task that holds a key
/// may ask for it again: the inner call passes at once.
package final class WriteGate: Sendable {
    private struct Door {
        /// Changes that run now.
        var running = 0
        /// Somebody works alone, or waits for the running changes to end.
        var isClosed = false
    }

    private struct State {
        var doors: [Int: Door] = [:]
        var waiters: [UInt64: CheckedContinuation<Outcome, Never>] = [:]
        var nextWaiter: UInt64 = 0
    }

    @TaskLocal private static var held: Set<Int> = []

    private let state = Mutex(State())
    private let patience: Duration

    /// `patience` is how long a change waits at a closed gate.
    package init(patience: Duration = .seconds(10)) { self.patience = patience }

    /// Runs a change below some roots; several may run at once.
    ///
    /// - Throws: 90007 with Retry-After when one of the roots stays closed; `CancellationError`; what `body` throws.
    package func change<T: Sendable>(_ roots: [Int], _ body: () async throws -> T) async throws -> T {
        let wanted = Set(roots).subtracting(Self.held)
        if wanted.isEmpty { return try await body() }
        let entered = try await wait(for: patience) { doors in
            if wanted.contains(where: { doors[$0]?.isClosed == true }) { return false }
            for root in wanted { doors[root, default: Door()].running += 1 }
            return true
        }
        guard entered else { throw DriveError(.busy, retryAfter: 2) }
        defer {
            update { Self.leave(wanted, &$0) }
        }
        return try await Self.$held.withValue(Self.held.union(wanted), operation: body)
    }

    /// Waits for the running changes, keeps new ones out, and runs `body`.
    ///
    /// A change that takes longer than a client's patience is not waited for behind a closed gate: others are let
    /// through meanwhile and the gate is closed anew.
    ///
    /// Who closes a gate takes the shared keys in the same step, or waits without any key. So whoever waits for running
    /// changes waits for such as came before it, and no two can wait for each other.
    ///
    /// - Parameters:
    ///   - root: nobody else changes anything below it.
    ///   - others: roots that `body` changes as ``change(_:_:)`` does.
    ///   - body: the work.
    /// - Returns: what `body` returns.
    /// - Throws: `CancellationError` while waiting; what `body` throws.
    package func alone<T: Sendable>(
        _ root: Int,
        sharing others: [Int] = [],
        _ body: () async throws -> T
    ) async throws -> T {
        let shared = Set(others).subtracting(Self.held).subtracting([root])
        if Self.held.contains(root) { return try await change(others, body) }
        while true {
            try await close(root, sharing: shared)
            let isEmpty: Bool
            do {
                isEmpty = try await wait(for: patience / 2) { $0[root]?.running == 0 }
            } catch {
                open(root, sharing: shared)
                throw error
            }
            if isEmpty { break }
            open(root, sharing: shared)
            // A pause for those who waited; the long change may end in it.
            _ = try await wait(for: patience / 2) { $0[root]?.running ?? 0 == 0 }
        }
        defer { open(root, sharing: shared) }
        return try await Self.$held.withValue(Self.held.union(shared).union([root]), operation: body)
    }

    private func close(_ root: Int, sharing others: Set<Int>) async throws {
        // Whoever closed one of them opens it again.
        while true {
            let isMine = try await wait(for: .seconds(60)) { doors in
                if doors[root]?.isClosed == true { return false }
                if others.contains(where: { doors[$0]?.isClosed == true }) { return false }
                doors[root, default: Door()].isClosed = true
                for other in others { doors[other, default: Door()].running += 1 }
                return true
            }
            if isMine { return }
        }
    }

    private func open(_ root: Int, sharing others: Set<Int>) {
        update { doors in
            doors[root]?.isClosed = false
            if doors[root]?.running == 0 { doors[root] = nil }
            Self.leave(others, &doors)
        }
    }

    private static func leave(_ roots: Set<Int>, _ doors: inout [Int: Door]) {
        for root in roots {
            doors[root]?.running -= 1
            if doors[root]?.running == 0, doors[root]?.isClosed == false { doors[root] = nil }
        }
    }

    // MARK: Waiting

    private enum Outcome {
        case done
        /// A door changed, or the alarm rang: look again.
        case changed
        case over
        case cancelled
    }

    private func update(_ change: (inout [Int: Door]) -> Void) {
        let waiters = state.withLock { state in
            change(&state.doors)
            defer { state.waiters.removeAll() }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume(returning: .changed) }
    }

    private func wake(_ id: UInt64) {
        state.withLock { $0.waiters.removeValue(forKey: id) }?.resume(returning: .changed)
    }

    /// Tries until it succeeds or the time is over, again after each change of any door.
    private func wait(
        for time: Duration,
        _ attempt: (inout [Int: Door]) -> Bool
    ) async throws -> Bool {
        if state.withLock({ attempt(&$0.doors) }) { return true }
        let end = ContinuousClock.now + time
        let id = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        // Owned by this call, which ends it when the wait is over.
        let alarm = Task { [self] in
            try? await Task.sleep(until: end, clock: .continuous)
            wake(id)
        }
        defer { alarm.cancel() }
        while true {
            let outcome = await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let outcome: Outcome? = state.withLock { state in
                        if Task.isCancelled { return .cancelled }
                        if attempt(&state.doors) { return .done }
                        if ContinuousClock.now >= end { return .over }
                        state.waiters[id] = continuation
                        return nil
                    }
                    if let outcome { continuation.resume(returning: outcome) }
                }
            } onCancel: {
                wake(id)
            }
            switch outcome {
            case .done: return true
            case .changed: continue
            case .over: return false
            case .cancelled: throw CancellationError()
            }
        }
    }
}

extension RootStore {
    /// Runs a change below some roots; roots inside other roots are gated by the outermost.
    ///
    /// Look rights and handles up inside `body`: the folder may have moved while the gate was closed.
    ///
    /// - Throws: 90007 when a folder's move or removal takes its last step for too long; what `body` throws.
    package func changing<T: Sendable>(_ ids: [Int], _ body: () async throws -> T) async throws -> T {
        while true {
            let keys = await folders(around: ids)
            let result = try await gate.change(keys) { () async throws -> T? in
                // A shared directory may have gone to another folder while the gate was closed.
                guard await folders(around: ids) == keys else { return nil }
                return try await body()
            }
            if let result { return result }
        }
    }

    /// Runs the last step of a move between two folders: with nobody else below the one it comes from, and as a change
    /// below the one it goes to.
    ///
    /// - Throws: what `body` throws; `CancellationError` while waiting.
    func carrying<T: Sendable>(
        from source: Int,
        to destination: Int,
        _ body: () async throws -> T
    ) async throws -> T {
        while true {
            let keys = await folders(around: [source, destination])
            let result = try await gate.alone(keys[0], sharing: [keys[1]]) { () async throws -> T? in
                // Waiting for another folder in here, with this one closed, could be waiting for ever.
                guard await folders(around: [source, destination]) == keys else { return nil }
                return try await body()
            }
            if let result { return result }
        }
    }

    /// An unknown root stands for itself: whoever looks it up says what is wrong.
    private func folders(around ids: [Int]) async -> [Int] {
        var keys: [Int] = []
        for id in ids { keys.append((try? await containing(id)) ?? id) }
        return keys
    }
}
