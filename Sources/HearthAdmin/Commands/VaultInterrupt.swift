import CLinux
import Glibc

/// Takes SIGINT and SIGTERM as a wish to stop, so that work is ended between two steps.
///
/// Made before the threads that do the work, which inherit the mask; ``end()`` gives the signals back.
final class VaultInterrupt: Sendable {
    private let descriptor: Int32
    private let before: sigset_t

    init() {
        var (set, old) = (sigset_t(), sigset_t())
        sigemptyset(&set)
        for number in [SIGTERM, SIGINT] { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, &old)
        before = old
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK))
    }

    deinit { close(descriptor) }

    /// Whether one of them came since the last call.
    var isAsked: Bool {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor, &information, size) == size
    }

    /// Lets the signals do again what they did; on the thread that made this.
    func end() {
        var old = before
        pthread_sigmask(SIG_SETMASK, &old, nil)
    }
}
