import HearthConcurrency
import HearthCrypto
import HearthStorage
import Synchronization

/// Files that wait for background work: bounded, each once, forgotten at the end of the process.
///
/// Nothing depends on it: what was dropped is made when somebody asks for it.
final class ThumbnailQueue: Sendable {
    /// A file to be looked at.
    struct Job: Sendable {
        var path: ResourcePath
        /// On whose behalf: when it is its turn he still has to have the right, and the folder unlocked.
        var caller: Caller
        /// What a copy's original was known to be, while the copy is still this file.
        var known: Known?
    }

    /// A hash that was not taken from the file itself.
    struct Known: Sendable {
        var hash: SHA256Digest
        var info: FileInfo
    }

    private struct State {
        var jobs = RingBuffer<Job>(capacity: 64)
        var paths: Set<ResourcePath> = []
        /// Taken out and not done.
        var working = 0
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var idlers: [CheckedContinuation<Void, Never>] = []
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let limit: Int

    /// At most `limit` wait.
    init(limit: Int) { self.limit = limit }

    /// Appends a file unless it waits already, or too many do.
    func add(_ job: Job) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.jobs.count < limit, state.paths.insert(job.path).inserted else { return nil }
            state.jobs.append(job)
            return state.waiting.popFirst()?.value
        }
        waiter?.resume()
    }

    /// The next file, as soon as there is one; owed a ``finish()``.
    ///
    /// Nil when the task is cancelled.
    func take() async -> Job? {
        while !Task.isCancelled {
            let number = state.withLock { state in
                state.next += 1
                return state.next
            }
            let job = state.withLock { state -> Job? in
                guard let job = state.jobs.popFirst() else { return nil }
                state.paths.remove(job.path)
                state.working += 1
                return job
            }
            if let job { return job }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let goesOn = state.withLock { state in
                        if !state.jobs.isEmpty || Task.isCancelled { return true }
                        state.waiting[number] = continuation
                        return false
                    }
                    if goesOn { continuation.resume() }
                }
            } onCancel: {
                state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
            }
        }
        return nil
    }

    /// A file that was taken is done.
    func finish() {
        let idlers = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            state.working -= 1
            guard state.working == 0, state.jobs.isEmpty else { return [] }
            defer { state.idlers = [] }
            return state.idlers
        }
        for idler in idlers { idler.resume() }
    }

    /// How many wait.
    var count: Int { state.withLock { $0.jobs.count } }

    /// Waits until nothing waits and nothing is worked on; somebody has to work.
    func idle() async {
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                if state.working == 0, state.jobs.isEmpty { return true }
                state.idlers.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }
}
