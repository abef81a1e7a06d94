import CLinux
import Glibc
import HearthMedia

/// The program `hearth-media`: locks itself down, then does one job after the other.
package enum MediaChild {
    /// Where the server leaves a child's end of the socket.
    package static let socketDescriptor: Int32 = 3

    /// Bytes of the stacks of threads that libraries start: enough for libvips, and small, for they count as memory.
    private static let threadStack = 4 << 20

    /// Runs until the server closes its end of the socket, or ends a program that the server did not start.
    package static func main() -> Never {
        if CommandLine.arguments.dropFirst() == ["--version"] {
            print(DecoderVersion.text)
            exit(0)
        }
        guard isSocket(socketDescriptor) else {
            complain("hearth-media is started by hearth, with a socket at descriptor 3")
            exit(2)
        }
        let socket = MediaSocket(descriptor: socketDescriptor)
        do throws(LockdownError) {
            let (report, memory) = try lockDown()
            complain("locked down: \(report.summary)")
            try? socket.send(.ready, Array(DecoderVersion.text.utf8))
            JobLoop(socket: socket, memory: memory).run()
            _exit(0)
        } catch {
            complain("not locked down, so nothing is decoded: \(error.detail)")
            try? socket.send(.unfit, LogText.bounded(error.detail))
            _exit(1)
        }
    }

    /// All that has to happen before the first job, in its order.
    private static func lockDown() throws(LockdownError) -> (LockdownReport, MemoryGauge) {
        // Whatever else the server had open when it started this process is none of its business.
        hearth_close_from(UInt32(socketDescriptor) + 1)
        signal(SIGPIPE, SIG_IGN)
        // A log that is a file fails to grow then, and ends nothing.
        signal(SIGXFSZ, SIG_IGN)
        // Swift's own handlers would start another program to tell of a crash.
        for number in [SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { signal(number, SIG_DFL) }
        let lockdown = Lockdown.begin()
        hearth_set_thread_stack(threadStack)
        let memory = MemoryGauge()
        Parts.warmUp()
        Fonts.keepOpen()
        return (try lockdown.finish(), memory)
    }

    private static func isSocket(_ descriptor: Int32) -> Bool {
        var info = stat()
        return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFSOCK
    }

    /// A line for the server's log.
    private static func complain(_ text: String) {
        var line = Array((text + "\n").utf8)
        write(STDERR_FILENO, &line, line.count)
    }
}
