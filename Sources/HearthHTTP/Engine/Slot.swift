import CLinux
import Synchronization

/// How a wait ended.
enum WaitOutcome: Sendable {
    /// The descriptor may be ready; try again.
    case ready
    /// The deadline passed.
    case timedOut
    /// The server gave the connection up.
    case closed
}

/// One descriptor known to the reactor, with at most one waiting task.
///
/// Events carry descriptor and generation, never a pointer: a late one for a closed descriptor finds another
/// generation or nothing. The descriptor is closed with the last reference, so nobody ever uses a number that
/// belongs to the next connection.
final class Slot: Sendable {
    private struct State {
        var waiter: UnsafeContinuation<WaitOutcome, Never>?
        var deadline = Int64.max
        var isIdle = false
        var isRegistered = false
        /// Every wait, now and later, ends with `.closed`.
        var isDead = false
        /// Idle waits, now and later, end with `.closed`.
        var refusesIdle = false
        var hangUp: (@Sendable () -> Void)?

        mutating func takeWaiter() -> UnsafeContinuation<WaitOutcome, Never>? {
            defer {
                waiter = nil
                deadline = .max
            }
            return waiter
        }
    }

    private enum Start {
        case arm(isRegistered: Bool)
        case end(WaitOutcome)
    }

    let descriptor: Int32
    let generation: UInt32
    private let reactor: Reactor
    private let state = Mutex(State())

    /// Takes ownership of a non-blocking descriptor.
    init(descriptor: Int32, generation: UInt32, reactor: Reactor) {
        self.descriptor = descriptor
        self.generation = generation
        self.reactor = reactor
    }

    deinit { _ = CLinux.close(descriptor) }

    /// Suspends until one of the events, the deadline, or the end of the server.
    ///
    /// The deadline is checked here as well as in the reactor's sweep: a client that drips in step with the sweep
    /// would outlive it otherwise. `EPOLLRDHUP` must not be among the events of a wait for writing: a client that
    /// has closed its sending half makes it fire for ever.
    ///
    /// - Parameters:
    ///   - events: epoll bits; 0 waits for the deadline alone.
    ///   - deadline: in ``Uptime/coarseMilliseconds``.
    ///   - isIdle: true for the wait between two requests, which a graceful stop ends.
    /// - Returns: how the wait ended; `.ready` may come without cause.
    func wait(_ events: UInt32, until deadline: Int64, isIdle: Bool = false) async -> WaitOutcome {
        await withUnsafeContinuation { continuation in
            let start = state.withLock { state -> Start in
                if state.isDead || (isIdle && state.refusesIdle) { return .end(.closed) }
                if reactor.now >= deadline { return .end(.timedOut) }
                // Two tasks waiting on one connection is a mistake in a handler; the second gives up.
                guard state.waiter == nil else { return .end(.closed) }
                state.waiter = continuation
                state.deadline = deadline
                state.isIdle = isIdle
                defer { state.isRegistered = true }
                return .arm(isRegistered: state.isRegistered)
            }
            switch start {
            case .arm(let isRegistered):
                if !reactor.arm(self, events, isRegistered: isRegistered) { close() }
            case .end(let outcome): continuation.resume(returning: outcome)
            }
        }
    }

    /// Hands an event on; called by the reactor.
    func signal(_ events: UInt32) {
        let hangUpEvents = EPOLLRDHUP.rawValue | EPOLLHUP.rawValue | EPOLLERR.rawValue
        let (waiter, hangUp) = state.withLock {
            state -> (UnsafeContinuation<WaitOutcome, Never>?, (@Sendable () -> Void)?) in
            if let waiter = state.takeWaiter() { return (waiter, nil) }
            guard events & hangUpEvents != 0 else { return (nil, nil) }
            defer { state.hangUp = nil }
            return (nil, state.hangUp)
        }
        waiter?.resume(returning: .ready)
        hangUp?()
    }

    /// Ends a wait whose deadline has passed; called by the reactor's sweep.
    func expire(at now: Int64) {
        let waiter = state.withLock { $0.deadline <= now ? $0.takeWaiter() : nil }
        waiter?.resume(returning: .timedOut)
    }

    /// Ends the present wait as if its event had come.
    func wake() { state.withLock { $0.takeWaiter() }?.resume(returning: .ready) }

    /// Ends this and every later wait.
    func close() {
        let (waiter, hangUp) = state.withLock { state in
            state.isDead = true
            defer { state.hangUp = nil }
            return (state.takeWaiter(), state.hangUp)
        }
        waiter?.resume(returning: .closed)
        hangUp?()
    }

    /// Ends this and every later idle wait; a request that has begun goes on.
    func closeWhenIdle() {
        let waiter = state.withLock { state in
            state.refusesIdle = true
            return state.isIdle ? state.takeWaiter() : nil
        }
        waiter?.resume(returning: .closed)
    }

    /// Sets, or with nil removes, what is called when the peer hangs up while nobody waits.
    func watchHangUp(_ action: (@Sendable () -> Void)?) {
        let isDead = state.withLock { state in
            state.hangUp = state.isDead ? nil : action
            return state.isDead
        }
        guard let action else { return }
        if isDead { action() } else { rearmHangUp() }
    }

    /// Watches for hang-up again after a wait, which disarmed it.
    func rearmHangUp() {
        let isRegistered = state.withLock { state -> Bool? in
            guard state.hangUp != nil, state.waiter == nil else { return nil }
            defer { state.isRegistered = true }
            return state.isRegistered
        }
        guard let isRegistered else { return }
        _ = reactor.arm(self, EPOLLRDHUP.rawValue, isRegistered: isRegistered)
    }
}
