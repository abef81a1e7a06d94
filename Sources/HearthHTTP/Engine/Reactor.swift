import CLinux
import Glibc
import HearthConcurrency
import Synchronization

/// The thread that waits for all sockets and resumes their tasks.
///
/// One-shot epoll: a wait costs one `epoll_ctl` and forgives everything else. Deadlines are swept every 250 ms.
final class Reactor: Sendable {
    private static let sweepMilliseconds: Int32 = 250

    private struct State {
        /// Indexed by descriptor.
        var slots: [Slot?] = []
        var lastGeneration: UInt32 = 0
        var isStopping = false
    }

    private let epoll: Int32
    private let state = Mutex(State())

    /// Starts the thread.
    ///
    /// - Throws: `.io` when the system has no descriptor or thread left.
    init() throws(HTTPError) {
        epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw HTTPError(.io, "epoll_create1 failed with errno \(errno)") }
        guard startThread(named: "http-events", { [self] in run() }) else {
            close(epoll)
            throw HTTPError(.io, "no thread for the event loop")
        }
    }

    /// The clock of all deadlines.
    var now: Int64 { Uptime.coarseMilliseconds }

    /// Makes a slot for a non-blocking descriptor and takes ownership of it.
    func adopt(_ descriptor: Int32) -> Slot {
        state.withLock { state in
            state.lastGeneration &+= 1
            let slot = Slot(descriptor: descriptor, generation: state.lastGeneration, reactor: self)
            let index = Int(descriptor)
            if index >= state.slots.count {
                state.slots.append(
                    contentsOf: repeatElement(nil, count: max(64, index + 1 - state.slots.count))
                )
            }
            state.slots[index] = slot
            return slot
        }
    }

    /// Forgets a slot; its descriptor is closed with the last reference.
    func remove(_ slot: Slot) {
        let index = Int(slot.descriptor)
        let removed = state.withLock { state -> Slot? in
            guard index < state.slots.count, state.slots[index] === slot else { return nil }
            defer { state.slots[index] = nil }
            return state.slots[index]
        }
        // Released outside the lock: the last reference closes the descriptor.
        _ = removed
    }

    /// Asks for one event of the given kinds.
    ///
    /// - Returns: false when the kernel refused.
    func arm(_ slot: Slot, _ events: UInt32, isRegistered: Bool) -> Bool {
        var event = epoll_event()
        event.events = events | EPOLLONESHOT.rawValue
        event.data.u64 = UInt64(UInt32(bitPattern: slot.descriptor)) | UInt64(slot.generation) << 32
        let operation = isRegistered ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
        return epoll_ctl(epoll, operation, slot.descriptor, &event) == 0
    }

    /// Ends the thread after its present round.
    func stop() { state.withLock { $0.isStopping = true } }

    private func run() {
        let capacity = 256
        let events = UnsafeMutablePointer<epoll_event>.allocate(capacity: capacity)
        defer {
            events.deallocate()
            close(epoll)
        }
        var nextSweep = now + Int64(Self.sweepMilliseconds)
        var ready: [(Slot, UInt32)] = []
        ready.reserveCapacity(capacity)
        while true {
            let wait = Int32(max(0, min(Int64(Self.sweepMilliseconds), nextSweep - now)))
            let count = Int(epoll_wait(epoll, events, Int32(capacity), wait))
            let isStopping = state.withLock { state in
                for index in 0..<max(0, count) {
                    let data = events[index].data.u64
                    let descriptor = Int(data & 0xFFFF_FFFF)
                    guard descriptor < state.slots.count, let slot = state.slots[descriptor],
                        slot.generation == UInt32(data >> 32)
                    else { continue }
                    ready.append((slot, events[index].events))
                }
                return state.isStopping
            }
            for (slot, events) in ready { slot.signal(events) }
            ready.removeAll(keepingCapacity: true)
            if isStopping { return }
            let now = now
            if now >= nextSweep {
                nextSweep = now + Int64(Self.sweepMilliseconds)
                for slot in state.withLock({ $0.slots }) { slot?.expire(at: now) }
            }
        }
    }
}
