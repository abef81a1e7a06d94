import Glibc
import HearthConcurrency
package import HearthLog
import Synchronization

/// The locked-down children that decode, and the queue before them.
///
/// Each child has one thread here that speaks to it, answers what it wants to read and kills it when its time is up;
/// none of that is done on Swift's cooperative threads. ``stop()`` has to be called before the last reference goes.
package final class MediaDecoder: MediaDecoding {
    /// How they are run.
    package struct Configuration: Sendable {
        /// The path of `hearth-media`.
        package var program: String
        /// Its arguments; none but in tests.
        package var arguments: [String] = []
        /// How many decode at once; at least 1.
        package var children: Int
        /// What one job may take, from the moment that a child has it.
        package var jobTime: Duration = .seconds(10)
        /// What a child may take until it is locked down and ready.
        package var startTime: Duration = .seconds(30)
        /// A child is replaced after so many jobs.
        package var jobsPerChild = 200
        /// Children that had nothing to do for so long end, all but one.
        package var idleTime: Duration = .seconds(300)
        /// Jobs of the background that may wait, and interactive ones of each owner.
        package var queue = 512

        /// The defaults of a server.
        package init(program: String, children: Int) {
            self.program = program
            self.children = max(1, children)
        }
    }

    /// What a caller gets.
    typealias Answer = Result<MediaOutcome, MediaError>

    /// A caller's job on its way.
    struct Ticket: Sendable {
        let job: MediaJob
        let input: MediaInput
        let answer: UnsafeContinuation<Answer, Never>

        /// Whether nothing that the child says of it may be written down: libraries quote what they cannot read, and
        /// this file lies open nowhere.
        var isSecret: Bool {
            if case .reader = input { true } else { false }
        }
    }

    struct State {
        var queue: MediaQueue<Ticket>
        var backoff = StartBackoff()
        var version: String?
        var versionWaiters: [UnsafeContinuation<Result<String, MediaError>, Never>] = []
        /// All lanes whose threads run.
        var lanes: [ObjectIdentifier: MediaLane] = [:]
        /// Lanes whose child waits for a job; the last has waited for the shortest time.
        var idle: [MediaLane] = []
        /// Lanes whose child is not ready yet.
        var starting = 0
        /// Lanes that end because there is too little to do for all of them.
        var leaving: Set<ObjectIdentifier> = []
        var lastID: UInt64 = 0
        var isStopped = false
        var stopWaiters: [UnsafeContinuation<Void, Never>] = []
        /// Killed children that the kernel had not let go of when they were waited for.
        var unburied: [pid_t] = []
    }

    let configuration: Configuration
    let logger: Logger
    let state: Mutex<State>

    /// Starts nothing yet: the first child is started for the first job.
    ///
    /// - Parameters:
    ///   - configuration: how children are run.
    ///   - logger: is told of children that do not start (warning), and how jobs and children end (debug).
    package init(_ configuration: Configuration, logger: Logger) {
        self.configuration = configuration
        self.logger = logger
        state = Mutex(
            State(queue: MediaQueue(children: configuration.children, limit: configuration.queue))
        )
    }

    /// Does one job; see ``MediaDecoding/run(_:on:urgency:)``.
    ///
    /// A caller that is cancelled while its job waits gets ``MediaError/Kind/cancelled`` at once. A job that has begun
    /// runs to its end, and its outcome is handed over: it takes 10 s at most, and a child that is killed costs more than
    /// most jobs.
    package func run(
        _ job: MediaJob,
        on input: MediaInput,
        urgency: MediaUrgency
    ) async throws(MediaError) -> MediaOutcome {
        try Self.check(job, input)
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let answer: Answer = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                add(Ticket(job: job, input: input, answer: continuation), id: id, urgency: urgency)
                // The handler may have run before there was anything to cancel.
                if Task.isCancelled { cancel(id) }
            }
        } onCancel: {
            cancel(id)
        }
        return try answer.get()
    }

    /// The version that the newest child told; starts one where there was none yet.
    package func version() async throws(MediaError) -> String {
        let answer: Result<String, MediaError> = await withUnsafeContinuation { continuation in
            let (known, lane) = state.withLock { state -> (Result<String, MediaError>?, MediaLane?) in
                if let version = state.version { return (.success(version), nil) }
                if state.isStopped { return (.failure(MediaError(.stopped)), nil) }
                guard state.lanes.isEmpty else {
                    state.versionWaiters.append(continuation)
                    return (nil, nil)
                }
                guard let lane = newLane(&state) else { return (.failure(unavailable(state)), nil) }
                state.versionWaiters.append(continuation)
                return (nil, lane)
            }
            if let lane { begin(lane) }
            if let known { continuation.resume(returning: known) }
        }
        return try answer.get()
    }

    /// Ends all children and waits for their end; jobs that wait or run end with ``MediaError/Kind/stopped``.
    package func stop() async {
        let (tickets, waiters) = state.withLock { state in
            state.isStopped = true
            defer { state.versionWaiters = [] }
            for lane in state.lanes.values {
                lane.kill()
                lane.wake()
            }
            return (state.queue.removeAll(), state.versionWaiters)
        }
        for ticket in tickets { ticket.answer.resume(returning: .failure(MediaError(.stopped))) }
        for waiter in waiters { waiter.resume(returning: .failure(MediaError(.stopped))) }
        await withUnsafeContinuation { continuation in
            let isOver = state.withLock { state in
                guard !state.lanes.isEmpty else { return true }
                state.stopWaiters.append(continuation)
                return false
            }
            if isOver { continuation.resume() }
        }
    }

    private static func check(_ job: MediaJob, _ input: MediaInput) throws(MediaError) {
        if case .descriptor(let descriptor) = input {
            // The child gets this very opening of the file, so it must not be one that can write.
            let mode = fcntl(descriptor, F_GETFL)
            guard mode >= 0 else { throw MediaError(.input, "the descriptor is closed") }
            guard mode & O_ACCMODE == O_RDONLY else {
                throw MediaError(.input, "the descriptor is not read-only")
            }
        }
        guard job.encoded(hasDescriptor: false) != nil else {
            throw MediaError(.input, "the job is beyond the limits")
        }
    }

    private func add(_ ticket: Ticket, id: UInt64, urgency: MediaUrgency) {
        var lane: MediaLane?
        let failure = state.withLock { state -> MediaError? in
            if state.isStopped { return MediaError(.stopped) }
            guard state.queue.add(ticket, id: id, urgency: urgency, owner: ticket.job.owner) else {
                return MediaError(.busy)
            }
            if let sleeper = state.idle.popLast() {
                sleeper.wake()
            } else if state.lanes.count < configuration.children, state.queue.eligible > state.starting {
                lane = newLane(&state)
                if state.lanes.isEmpty {
                    _ = state.queue.remove(id: id)
                    return unavailable(state)
                }
            }
            return nil
        }
        if let failure { return ticket.answer.resume(returning: .failure(failure)) }
        if let lane { begin(lane) }
    }

    private func cancel(_ id: UInt64) {
        let ticket = state.withLock { $0.queue.remove(id: id) }
        ticket?.answer.resume(returning: .failure(MediaError(.cancelled)))
    }

    /// Makes a lane whose child is about to be started; nil while the last failures are too near.
    func newLane(_ state: inout State) -> MediaLane? {
        guard state.backoff.allows(at: Uptime.nanoseconds) else { return nil }
        guard let lane = MediaLane() else {
            state.backoff.failed(at: Uptime.nanoseconds, "no more descriptors")
            return nil
        }
        state.lanes[ObjectIdentifier(lane)] = lane
        state.starting += 1
        return lane
    }

    /// Starts a lane's thread, outside the lock.
    func begin(_ lane: MediaLane) {
        if !startThread(named: "media", { self.serve(lane) }) {
            leave(lane, failed: "no more threads", wasStarting: true)
        }
    }

    private func unavailable(_ state: State) -> MediaError {
        MediaError(.unavailable, state.backoff.reason ?? "hearth-media does not start")
    }
}
