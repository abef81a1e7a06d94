import HearthClient
import HearthWire
import Synchronization

/// Runs a backup whenever something changes in its folder, and on a schedule.
public struct BackupWatch: Sendable {
    /// What a watch tells.
    public enum Event: Sendable {
        /// Everything is looked at for the first time, and changes are seen from now on.
        case watching
        /// A run ended.
        case ran(BackupOutcome)
        /// A run could not be; it is tried again after so many seconds.
        case delayed(TransferError, seconds: Double)
        /// Not everything can be watched.
        case limited(String)
        /// What happened in a run.
        case run(BackupRun.Event)
    }

    let run: BackupRun
    let watcher: (any FolderWatcher)?
    let every: Double
    let report: @Sendable (Event) -> Void

    /// Seconds after a change for others to join it.
    private static let settle = 0.5
    private static let firstDelay = 5.0
    private static let largestDelay = 300.0

    /// Prepares.
    ///
    /// - Parameters:
    ///   - run: what is run.
    ///   - watcher: tells of changes; nil leaves it at the schedule.
    ///   - every: seconds between two looks at everything.
    ///   - report: told of what happens.
    public init(
        run: BackupRun,
        watcher: (any FolderWatcher)?,
        every: Double,
        report: @escaping @Sendable (Event) -> Void
    ) {
        self.run = run
        self.watcher = watcher
        self.every = every
        self.report = report
    }

    /// What waits to be looked at.
    private struct Pending {
        var paths: Set<[UInt8]> = []
        var isWhole = true
        var isEmpty: Bool { paths.isEmpty && !isWhole }
    }

    /// Shared by whoever hears of changes and whoever looks at them.
    private final class Box: Sendable {
        private let state = Mutex(Pending())

        func with<T: Sendable>(_ body: @Sendable (inout Pending) -> T) -> T { state.withLock { body(&$0) } }
    }

    /// Runs until it is cancelled.
    ///
    /// - Throws: ``TransferError/Code/cancelled``; failures that no waiting mends: signed out, password needed, the
    ///   server's identity changed.
    public func start() async throws(TransferError) {
        let pending = Box()
        let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        // The watch is there before the first look, so that nothing falls between the two.
        let changes = watcher?.changes(in: run.set.local)
        let result: Result<Void, TransferError> = await withTaskGroup(of: Result<Void, TransferError>?.self) {
            group in
            if let changes {
                let report = report
                group.addTask {
                    for await change in changes {
                        switch change {
                        case .changed(let path): pending.with { _ = $0.paths.insert(path) }
                        case .missed: pending.with { $0.isWhole = true }
                        case .limited(let reason): report(.limited(reason))
                        }
                        signal.yield()
                    }
                    return nil
                }
            }
            group.addTask {
                do throws(TransferError) {
                    try await loop(pending, signals, signal)
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            while let ended = await group.next() {
                guard let ended else { continue }
                group.cancelAll()
                return ended
            }
            return .failure(TransferError(.cancelled))
        }
        try result.get()
    }

    private func loop(
        _ pending: Box,
        _ signals: AsyncStream<Void>,
        _ signal: AsyncStream<Void>.Continuation
    ) async throws(TransferError) {
        let clock = run.engine.clock
        var iterator = signals.makeAsyncIterator()
        var nextWhole = clock.elapsed()
        var delay = Self.firstDelay
        var isFirst = true
        while true {
            if Task.isCancelled { throw TransferError(.cancelled) }
            let now = clock.elapsed()
            if now >= nextWhole { pending.with { $0.isWhole = true } }
            let taken = pending.with { state in
                defer { state = Pending(paths: [], isWhole: false) }
                return state
            }
            var wait = max(0, nextWhole - now)
            if !taken.isEmpty {
                if taken.isWhole { nextWhole = now + every }
                wait = max(0, nextWhole - now)
                do throws(TransferError) {
                    let (outcome, moving) = try await run.run(taken.isWhole ? nil : taken.paths) {
                        report(.run($0))
                    }
                    if let stop = outcome.stops.first { throw Self.error(stop) }
                    delay = Self.firstDelay
                    report(.ran(outcome))
                    if isFirst { report(.watching) }
                    isFirst = false
                    if !moving.isEmpty {
                        pending.with { $0.paths.formUnion(moving) }
                        wait = min(wait, BackupRun.rest / 2)
                    }
                } catch {
                    if Self.isFinal(error) || Task.isCancelled { throw error }
                    report(.delayed(error, seconds: delay))
                    pending.with { state in
                        state.paths.formUnion(taken.paths)
                        state.isWhole = state.isWhole || taken.isWhole
                    }
                    do { try await clock.sleep(delay) } catch { throw TransferError(.cancelled) }
                    delay = min(delay * 2, Self.largestDelay)
                    continue
                }
            }
            await Self.wait(wait, &iterator, signal, clock)
            // Others join.
            do { try await clock.sleep(Self.settle) } catch { throw TransferError(.cancelled) }
        }
    }

    /// Waits for a signal, at most so many seconds.
    private static func wait(
        _ seconds: Double,
        _ iterator: inout AsyncStream<Void>.Iterator,
        _ signal: AsyncStream<Void>.Continuation,
        _ clock: ClientClock
    ) async {
        // Owned by this call, which cancels it.
        let timer = Task {
            try? await clock.sleep(seconds)
            if !Task.isCancelled { signal.yield() }
        }
        _ = await iterator.next()
        timer.cancel()
    }

    private static func error(_ stop: TransferFailure) -> TransferError {
        guard let code = stop.wireCode else { return TransferError(stop.code, stop.detail) }
        return TransferError(ClientError(.server(code: code, reason: stop.detail)))
    }

    /// Whether waiting does not help.
    private static func isFinal(_ error: TransferError) -> Bool {
        if error.code == .cancelled || error.code == .storeNewer { return true }
        guard let client = error.client else { return false }
        if client.endsSession || client.code == .folderPasswordWrong || client.kind == .signedOut {
            return true
        }
        switch client.transport?.kind {
        case .untrusted, .keyChanged, .trustPolicyUnsupported: return true
        default: return false
        }
    }
}
