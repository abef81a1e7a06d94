import CLinux
import Glibc
import HearthConcurrency
import Synchronization

/// One thread of the server with the child that it speaks to.
///
/// The thread owns the child; others may only wake it, or kill the child under it.
final class MediaLane: Sendable {
    /// What ended a lane's sleep.
    enum Waking {
        /// Somebody called ``wake()``.
        case called
        /// The child, which has nothing to say now, spoke or died.
        case disturbed
        /// Nothing for the whole time.
        case nothing
    }

    private struct State {
        var process: pid_t?
        var isKilled = false
    }

    private let state = Mutex(State())
    private let event: Int32

    /// A lane without a child.
    ///
    /// - Returns: nil when there are no more descriptors.
    init?() {
        event = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard event >= 0 else { return nil }
    }

    deinit { close(event) }

    /// Ends the lane's sleep, now or when it next falls asleep.
    func wake() { eventfd_write(event, 1) }

    /// Kills the child, and each that will be started later.
    func kill() {
        state.withLock { state in
            state.isKilled = true
            // It has not been waited for while it stands here, so the number is still its own.
            if let process = state.process { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Whether ``kill()`` was called.
    var isKilled: Bool { state.withLock { $0.isKilled } }

    /// Notes the child that ``kill()`` is to kill; kills it where that was called before.
    func adopt(_ process: pid_t) {
        state.withLock { state in
            state.process = process
            if state.isKilled { Glibc.kill(-process, SIGKILL) }
        }
    }

    /// Forgets the child, before it is waited for.
    func disown() { state.withLock { $0.process = nil } }

    /// Sleeps until there is something to do.
    ///
    /// - Parameters:
    ///   - socket: the child's.
    ///   - time: at most so long.
    /// - Returns: what ended the sleep.
    func sleep(socket: MediaSocket, for time: Duration) -> Waking {
        var entries = [
            pollfd(fd: event, events: Int16(POLLIN), revents: 0),
            pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let deadline = Uptime.nanoseconds + time.nanoseconds
        while true {
            let left = max(0, deadline - Uptime.nanoseconds)
            let count = poll(&entries, 2, Int32(clamping: left / 1_000_000 + (left > 0 ? 1 : 0)))
            if count < 0 { continue }
            if entries[1].revents != 0 { return .disturbed }
            var value: eventfd_t = 0
            if entries[0].revents != 0 {
                eventfd_read(event, &value)
                return .called
            }
            if left == 0 { return .nothing }
        }
    }
}
