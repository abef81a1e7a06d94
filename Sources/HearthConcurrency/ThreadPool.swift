import CLinux
import Synchronization

/// A fixed number of threads that run tasks, and blocking work, in the order it comes.
///
/// As a `TaskExecutor` it keeps a task off Swift's cooperative pool, so the code may block: start tasks with
/// `Task(executorPreference: pool)`. `Task {}` and `Task.detached` inside such a task leave the pool again;
/// child tasks, actors and `AsyncStream` consumers stay.
///
/// One thread at a time is on its way up from sleep and wakes the next itself, and the last to fall asleep is
/// woken first: a burst costs one wake-up, not one per job.
package final class ThreadPool: TaskExecutor, Sendable {
    private enum Work {
        case job(UnownedJob)
        case block(@Sendable () -> Void)
    }

    private struct State {
        var queue = RingBuffer<Work>(capacity: 256)
        /// The event descriptors of the threads that sleep; the last fell asleep last.
        var sleeping: [Int32] = []
        var isWaking = false
        var isStopping = false

        /// The thread to wake now, if there is work and none is on its way up.
        mutating func threadToWake() -> Int32? {
            guard !isWaking, !queue.isEmpty, let descriptor = sleeping.popLast() else { return nil }
            isWaking = true
            return descriptor
        }
    }

    private enum Step {
        case work(Work)
        case sleep
        case end
    }

    private let state = Mutex(State())

    /// How many threads the pool has.
    package let threads: Int

    /// Starts the threads.
    ///
    /// - Parameters:
    ///   - name: the threads are named after it, `name-0` and up; 12 bytes are seen.
    ///   - threads: at least 1.
    package init(name: String, threads: Int) {
        precondition(threads > 0, "a pool needs a thread")
        self.threads = threads
        for index in 0..<threads {
            startThread(named: "\(name.prefix(12))-\(index)") { [self] in serve() }
        }
    }

    /// Queues a piece of a task; called by the Swift runtime.
    package func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Runs blocking work on one of this pool's threads and resumes the caller on its own executor.
    ///
    /// Cancelling the caller does not stop the work: it must end by itself.
    ///
    /// - Throws: what `work` throws.
    package func run<T: Sendable>(_ work: @escaping @Sendable () throws -> T) async throws -> T {
        let result: Result<T, any Error> = await withUnsafeContinuation { continuation in
            add(.block { continuation.resume(returning: Result(catching: work)) })
        }
        return try result.get()
    }

    /// Queues blocking work that nobody waits for.
    package func submit(_ work: @escaping @Sendable () -> Void) { add(.block(work)) }

    /// True when work waits for a thread; a long task then does well to yield.
    package var hasQueuedWork: Bool { state.withLock { !$0.queue.isEmpty } }

    /// Lets the threads end once the queue is empty.
    ///
    /// Nothing may be queued afterwards, so every task that prefers this pool has ended before; for tests and the
    /// end of the process.
    package func stop() {
        let sleepers = state.withLock { state in
            state.isStopping = true
            defer { state.sleeping = [] }
            return state.sleeping
        }
        for descriptor in sleepers { eventfd_write(descriptor, 1) }
    }

    private func add(_ work: Work) {
        let wake = state.withLock { state in
            state.queue.append(work)
            return state.threadToWake()
        }
        if let wake { eventfd_write(wake, 1) }
    }

    private func serve() {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC))
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let executor = asUnownedTaskExecutor()
        var wasWoken = false
        while true {
            let (step, wake) = state.withLock { state -> (Step, Int32?) in
                if wasWoken { state.isWaking = false }
                if let work = state.queue.popFirst() { return (.work(work), state.threadToWake()) }
                if state.isStopping { return (.end, nil) }
                state.sleeping.append(descriptor)
                return (.sleep, nil)
            }
            wasWoken = false
            if let wake { eventfd_write(wake, 1) }
            switch step {
            case .work(.job(let job)): job.runSynchronously(on: executor)
            case .work(.block(let block)): block()
            case .sleep:
                var value: eventfd_t = 0
                eventfd_read(descriptor, &value)
                wasWoken = true
            case .end: return
            }
        }
    }
}
