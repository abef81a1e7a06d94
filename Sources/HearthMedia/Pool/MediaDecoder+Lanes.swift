import Glibc
import HearthConcurrency
import HearthLog
import Synchronization

// What a lane's thread does.
extension MediaDecoder {
    /// A child that is ready, or why there is none.
    private enum Start {
        case child(MediaProcess, version: String)
        case failure(String)
    }

    /// What a lane does next.
    private enum Step {
        case job(Ticket, MediaUrgency)
        case sleep
        case end(Ending)
    }

    /// Why a child is given up.
    private enum Ending {
        /// It has done what a child is to do, or has grown.
        case wornOut
        /// It did not survive a job.
        case job
        /// It spoke or died while it had nothing to do.
        case disturbed(jobs: Int)
        /// There is nothing to do for it any more.
        case stop
    }

    /// Runs one child after the other until there is nothing to do for them.
    func serve(_ lane: MediaLane) {
        while true {
            let ending: Ending
            switch start(lane) {
            case .failure(let reason): return leave(lane, failed: reason, wasStarting: true)
            case .child(let child, let version):
                ready(version)
                ending = work(lane, child)
            }
            switch ending {
            case .stop: return leave(lane, failed: nil, wasStarting: false)
            case .disturbed(let jobs):
                // It is not replaced before there is something to do, and not if it has never done anything: a broken
                // one would be started again and again.
                if state.withLock({ $0.queue.isEmpty }) {
                    return leave(lane, failed: nil, wasStarting: false)
                } else if jobs == 0 {
                    return leave(lane, failed: "it does not wait for its first job", wasStarting: false)
                }
            case .wornOut, .job: break
            }
            state.withLock { $0.starting += 1 }
        }
    }

    /// Takes a lane out whose thread ends.
    func leave(_ lane: MediaLane, failed reason: String?, wasStarting: Bool) {
        var tickets: [Ticket] = []
        var versionWaiters: [UnsafeContinuation<Result<String, MediaError>, Never>] = []
        var stopWaiters: [UnsafeContinuation<Void, Never>] = []
        var next: MediaLane?
        let error = state.withLock { state in
            state.lanes[ObjectIdentifier(lane)] = nil
            state.leaving.remove(ObjectIdentifier(lane))
            state.idle.removeAll { $0 === lane }
            if wasStarting { state.starting -= 1 }
            if let reason, !state.isStopped { state.backoff.failed(at: Uptime.nanoseconds, reason) }
            let error =
                state.isStopped ? MediaError(.stopped) : MediaError(.unavailable, state.backoff.reason ?? "")
            if state.lanes.isEmpty {
                swap(&stopWaiters, &state.stopWaiters)
                // Without a reason the lane had nothing to do; what has come since is done by another one.
                if reason == nil, !state.queue.isEmpty || !state.versionWaiters.isEmpty, !state.isStopped {
                    next = newLane(&state)
                }
                if next == nil {
                    tickets = state.queue.removeAll()
                    swap(&versionWaiters, &state.versionWaiters)
                }
            } else if !state.queue.isEmpty {
                // This one may have been woken for a job that it has not taken.
                state.idle.popLast()?.wake()
            }
            return error
        }
        if let reason, error.kind != .stopped {
            logger.warning("hearth-media does not start", ["reason": .string(reason)])
        }
        for ticket in tickets { ticket.answer.resume(returning: .failure(error)) }
        for waiter in versionWaiters { waiter.resume(returning: .failure(error)) }
        for waiter in stopWaiters { waiter.resume() }
        if let next { begin(next) }
    }

    private func start(_ lane: MediaLane) -> Start {
        guard !lane.isKilled else { return .failure("stopped") }
        let child: MediaProcess
        do throws(ProgramStart.Failure) {
            child = try MediaProcess(program: configuration.program, arguments: configuration.arguments)
        } catch { return .failure("\(configuration.program): error \(error.number)") }
        lane.adopt(child.process)
        var socket = child.socket
        socket.deadline = Uptime.nanoseconds + configuration.startTime.nanoseconds
        var reason: String
        do throws(MediaSocket.Failure) {
            let header = try socket.receiveHeader(limit: MediaLimits.textBytes)
            let text = try MediaText.checked(try socket.receive(header.length))
            switch header.frame {
            case .ready where !text.isEmpty:
                logger.debug(
                    "A media child is ready",
                    ["process": .number(child.process), "version": .string(text)]
                )
                return .child(child, version: text)
            case .unfit: reason = "it cannot lock itself down: \(text)"
            default: reason = "it says \(header.frame) first"
            }
        } catch { reason = "\(error)" }
        let complaints = child.takeComplaints()
        if !complaints.isEmpty { reason += ": \(complaints)" }
        return .failure("\(reason) (\(end(child, of: lane, within: Self.grace)))")
    }

    private func ready(_ version: String) {
        let waiters = state.withLock { state in
            state.starting -= 1
            state.backoff.succeeded()
            state.version = version
            defer { state.versionWaiters = [] }
            return state.versionWaiters
        }
        for waiter in waiters { waiter.resume(returning: .success(version)) }
    }

    /// Gives a child jobs until it is to be given up, and ends it.
    private func work(_ lane: MediaLane, _ child: MediaProcess) -> Ending {
        var done = 0
        var realm: Int?
        while true {
            let ending: Ending
            switch step(lane, child, done, realm) {
            case .end(let reason): ending = reason
            case .sleep:
                let waking = lane.sleep(socket: child.socket, for: configuration.idleTime)
                guard let reason = woken(lane, waking, done) else { continue }
                ending = reason
            case .job(let ticket, let urgency):
                done += 1
                realm = ticket.job.realm
                let begin = Uptime.nanoseconds
                let (answer, reason) = run(ticket, lane, child)
                let seconds = Double(Uptime.nanoseconds - begin) / 1e9
                state.withLock { state in
                    state.queue.ended(urgency, owner: ticket.job.owner, seconds: seconds)
                    // This lane takes one itself; an owner's other jobs may have become possible.
                    if state.queue.eligible > 1 { state.idle.popLast()?.wake() }
                }
                ticket.answer.resume(returning: answer)
                if case .job = reason { return .job }
                guard let reason = reason ?? (done >= configuration.jobsPerChild ? .wornOut : nil) else {
                    continue
                }
                ending = reason
            }
            let end = end(child, of: lane, within: .zero)
            logger.debug(
                "A media child has been ended",
                ["process": .number(child.process), "reason": .string("\(ending)"), "end": .string("\(end)")]
            )
            return ending
        }
    }

    private func step(_ lane: MediaLane, _ child: MediaProcess, _ done: Int, _ realm: Int?) -> Step {
        // What it says without a job is no answer to the next one.
        let isDisturbed = child.socket.hasInput
        return state.withLock { state in
            if state.isStopped { return .end(.stop) }
            if isDisturbed { return .end(.disturbed(jobs: done)) }
            // What it has read is still in its memory, and a decoder that shows what it should not, or that a file has
            // taken over, would bring it to whoever is next.
            if let realm, let first = state.queue.first, first.job.realm != realm { return .end(.wornOut) }
            if let (ticket, urgency) = state.queue.next() { return .job(ticket, urgency) }
            state.idle.append(lane)
            return .sleep
        }
    }

    private func woken(_ lane: MediaLane, _ waking: MediaLane.Waking, _ done: Int) -> Ending? {
        state.withLock { state in
            let wasIdle = state.idle.contains { $0 === lane }
            state.idle.removeAll { $0 === lane }
            switch waking {
            case .called: return nil
            case .disturbed: return .disturbed(jobs: done)
            // One that has been woken in this moment has a job to take.
            case .nothing:
                guard wasIdle, state.lanes.count - state.leaving.count > 1 else { return nil }
                state.leaving.insert(ObjectIdentifier(lane))
                return .stop
            }
        }
    }

    /// Does a job; a child that does not survive it has been ended afterwards.
    private func run(_ ticket: Ticket, _ lane: MediaLane, _ child: MediaProcess) -> (Answer, Ending?) {
        var socket = child.socket
        let begin = Uptime.nanoseconds
        socket.deadline = begin + configuration.jobTime.nanoseconds
        var exchange = MediaExchange(job: ticket.job, input: ticket.input, socket: socket)
        let answer: Answer
        var ending: Ending?
        var detail: String
        do throws(MediaSocket.Failure) {
            let result = try exchange.run()
            detail = result.detail
            if result.afterwards == .leaves { ending = .wornOut }
            if let outcome = result.outcome {
                answer = .success(outcome)
            } else {
                answer = .failure(MediaError(.input, ticket.isSecret ? "" : detail))
            }
            let complaints = child.takeComplaints()
            if ticket.isSecret {
                detail = ""
            } else if !complaints.isEmpty {
                detail += "; \(complaints)"
            }
        } catch {
            let complaints = child.takeComplaints()
            let end = end(child, of: lane, within: error == .closed ? Self.grace : .zero)
            detail = ticket.isSecret ? "\(end)" : "\(error), \(end); \(complaints)"
            ending = .job
            if lane.isKilled {
                answer = .failure(MediaError(.stopped))
            } else {
                // A child that has used up its processor time is not broken either.
                answer = .success(.none(error == .late || end == .signal(SIGXCPU) ? .timeOut : .crashed))
            }
        }
        logger.debug(
            "A media job has ended",
            [
                "process": .number(child.process), "kind": .string("\(ticket.job.kind)"),
                "bytes": .number(ticket.job.size), "outcome": .string(Self.name(answer)),
                "milliseconds": .number((Uptime.nanoseconds - begin) / 1_000_000), "detail": .string(detail),
            ]
        )
        return (answer, ending)
    }

    private static func name(_ answer: Answer) -> String {
        switch answer {
        case .success(.made): "made"
        case .success(.none(let refusal)): "\(refusal)"
        case .failure(let error): "\(error.kind)"
        }
    }

    /// How long a child that has closed its socket may take to end by itself, so that we learn how.
    private static let grace: Duration = .milliseconds(500)

    /// Ends a child, and buries those that were stuck before.
    private func end(_ child: MediaProcess, of lane: MediaLane, within grace: Duration) -> MediaProcess.End {
        lane.disown()
        let end = child.end(within: grace)
        state.withLock { state in
            state.unburied.removeAll { MediaProcess.bury($0) != nil }
            if end == .stuck { state.unburied.append(child.process) }
        }
        return end
    }
}
