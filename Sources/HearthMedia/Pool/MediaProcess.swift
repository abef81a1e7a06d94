import CLinux
import Glibc
import HearthConcurrency

/// One running `hearth-media`, with the server's ends of its socket and its standard error.
///
/// Ends with its owner: ``end(within:)`` is called before the last reference goes.
struct MediaProcess {
    /// How a child ended.
    enum End: Sendable, Equatable, CustomStringConvertible {
        /// By itself, with a status.
        case exit(Int32)
        /// By a signal.
        case signal(Int32)
        /// It has been killed, but the kernel does not let go of it yet.
        case stuck

        var description: String {
            switch self {
            case .exit(let status): "exit status \(status)"
            case .signal(let number): "signal \(number)"
            case .stuck: "stuck in the kernel"
            }
        }
    }

    private static let environment = ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"]
    /// The kernel needs a moment to tear down half a gigabyte; more than this it needs only on a broken disk.
    private static let deathTime: Duration = .seconds(5)

    let process: pid_t
    private let socketDescriptor: Int32
    private let errorDescriptor: Int32
    /// Readable when the process has ended; -1 on a kernel before 5.3.
    private let processDescriptor: Int32

    /// Starts a child; it is not ready yet.
    ///
    /// - Throws: the error number of what failed.
    init(program: String, arguments: [String] = []) throws(ProgramStart.Failure) {
        var ours: Int32 = -1
        var theirs: Int32 = -1
        guard hearth_socket_pair(&ours, &theirs) == 0 else { throw ProgramStart.Failure(number: errno) }
        defer { close(theirs) }
        var reading: Int32 = -1
        var writing: Int32 = -1
        guard hearth_pipe(&reading, &writing) == 0 else {
            let number = errno
            close(ours)
            throw ProgramStart.Failure(number: number)
        }
        defer { close(writing) }
        let start = ProgramStart(
            words: [program] + arguments,
            environment: Self.environment,
            streams: [.nothing, .nothing, .descriptor(writing), .descriptor(theirs)],
            leadsGroup: true
        )
        do throws(ProgramStart.Failure) {
            process = try start.start()
        } catch {
            close(ours)
            close(reading)
            throw error
        }
        // The child's end blocks, ours does not.
        _ = hearth_fcntl(ours, F_SETFL, O_NONBLOCK)
        socketDescriptor = ours
        errorDescriptor = reading
        processDescriptor = hearth_process_descriptor(process)
    }

    /// The server's end of the socket.
    var socket: MediaSocket { MediaSocket(descriptor: socketDescriptor) }

    /// What the child wrote to its standard error since the last call: the first 1000 bytes, printable.
    func takeComplaints() -> String {
        var kept: [UInt8] = []
        // No more than a pipe holds, so that a child that never stops cannot keep us here.
        for _ in 0..<16 {
            let part = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                count = max(0, read(errorDescriptor, buffer.baseAddress, buffer.count))
            }
            if part.isEmpty { break }
            kept += part.prefix(1000 - kept.count)
        }
        let printable = kept.map { 0x20...0x7e ~= $0 ? $0 : UInt8(ascii: " ") }
        return String(decoding: printable, as: UTF8.self).split(separator: " ").joined(separator: " ")
    }

    /// Ends the child, waits for its end and closes what belongs to it; called once.
    ///
    /// - Parameter grace: how long it may take to end by itself, so that its status tells why.
    /// - Returns: how it ended. After ``End/stuck`` somebody has to wait for ``process`` later.
    func end(within grace: Duration) -> End {
        if grace > .zero { waitForEnd(within: grace) }
        kill(-process, SIGKILL)
        waitForEnd(within: Self.deathTime)
        close(socketDescriptor)
        close(errorDescriptor)
        if processDescriptor >= 0 { close(processDescriptor) }
        return Self.bury(process, blocking: processDescriptor < 0) ?? .stuck
    }

    /// Takes a killed process's status.
    ///
    /// - Returns: nil while it has not ended.
    static func bury(_ process: pid_t, blocking: Bool = false) -> End? {
        var status: Int32 = 0
        var result: pid_t
        repeat {
            result = waitpid(process, &status, blocking ? 0 : WNOHANG)
        } while result < 0 && errno == EINTR
        guard result != 0 else { return nil }
        // WIFSIGNALED and so on are macros that Swift does not see (wait(2)).
        let signal = status & 0x7f
        return signal == 0 ? .exit(status >> 8 & 0xff) : .signal(signal)
    }

    private func waitForEnd(within time: Duration) {
        guard processDescriptor >= 0 else { return }
        let deadline = Uptime.nanoseconds + time.nanoseconds
        var entry = pollfd(fd: processDescriptor, events: Int16(POLLIN), revents: 0)
        var left = time.nanoseconds
        while left > 0, poll(&entry, 1, Int32(clamping: left / 1_000_000 + 1)) <= 0 {
            left = deadline - Uptime.nanoseconds
        }
    }
}

extension Duration {
    /// The whole of it in nanoseconds; what is longer than 292 years becomes that.
    var nanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : product + attoseconds / 1_000_000_000
    }
}
