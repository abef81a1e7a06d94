import CLinux
import Glibc

/// Signals taken as data, by whichever thread asks for them.
///
/// Made before the first thread, because threads inherit the mask that keeps the signals from ending the process.
struct SignalWatch: Sendable {
    /// What was asked for.
    enum Event {
        /// SIGTERM or SIGINT.
        case stop
        /// SIGHUP.
        case reload
        /// The time is over.
        case timeout
    }

    private let descriptor: Int32

    /// Blocks the signals for this thread and all that it starts.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT, SIGHUP] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC))
    }

    /// Waits for the next signal.
    ///
    /// - Parameter milliseconds: how long at most; -1 for ever.
    /// - Returns: what the signal asks for.
    func next(within milliseconds: Int32 = -1) -> Event {
        while true {
            var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&wait, 1, milliseconds)
            if ready == 0 { return .timeout }
            if ready < 0 { continue }
            var information = signalfd_siginfo()
            let size = MemoryLayout<signalfd_siginfo>.size
            guard read(descriptor, &information, size) == size else { continue }
            return information.ssi_signo == UInt32(SIGHUP) ? .reload : .stop
        }
    }
}
