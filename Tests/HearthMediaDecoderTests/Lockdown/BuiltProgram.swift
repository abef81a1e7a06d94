import CLinux
import Glibc
import HearthConcurrency

/// A program of this package, beside the tests where the build has put it.
struct BuiltProgram {
    /// How a run ended.
    struct Run {
        /// What it wrote to the socket at its descriptor 3.
        var bytes: [UInt8]
        /// What it wrote to its standard error.
        var complaints: String
        /// Its exit status, or minus the signal that ended it.
        var status: Int32
        var process: pid_t

        /// What it wrote, line by line.
        var said: [String] {
            String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }

    let path: String

    init(_ name: String) {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // Swift's test runner is elsewhere, and names the bundle of tests in its arguments.
        let bundle = ([own] + CommandLine.arguments).first {
            $0.contains("/.build/") && !$0.hasSuffix(".swift")
        }
        let folder = (bundle ?? own).split(separator: "/").dropLast().joined(separator: "/")
        path = "/\(folder)/\(name)"
    }

    /// Runs the program to its end, which its socket's end brings about; blocks.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - logFile: a file for its standard error; a pipe else.
    /// - Returns: what it said and how it ended.
    /// - Throws: what keeps it from starting.
    func run(_ arguments: [String], logFile: Int32? = nil) throws -> Run {
        let said = try Channel()
        let complaints = try Channel()
        let start = ProgramStart(
            words: [path] + arguments,
            environment: ["PATH=/usr/bin:/bin", "LANG=C.UTF-8"],
            streams: [
                .nothing, .nothing, .descriptor(logFile ?? complaints.far), .descriptor(said.far),
            ]
        )
        let process = try start.start()
        let bytes = said.readToEnd()
        let log = complaints.readToEnd()
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        let signal = status & 0x7f
        return Run(
            bytes: bytes,
            complaints: String(decoding: log, as: UTF8.self),
            status: signal == 0 ? status >> 8 & 0xff : -signal,
            process: process
        )
    }
}

/// A pair of sockets; another process gets the far end.
private final class Channel {
    struct Failure: Error {}

    let far: Int32
    private let near: Int32
    private var isFarOpen = true

    init() throws(Failure) {
        var ends: (Int32, Int32) = (-1, -1)
        guard hearth_socket_pair(&ends.0, &ends.1) == 0 else { throw Failure() }
        (near, far) = ends
        // The other process learns at once that nothing will ever be said to it.
        shutdown(near, Int32(SHUT_WR))
    }

    /// Everything until no process has the far end any more.
    func readToEnd() -> [UInt8] {
        closeFar()
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(near, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 || errno != EINTR {
                return bytes
            }
        }
    }

    private func closeFar() {
        if isFarOpen { close(far) }
        isFarOpen = false
    }

    deinit {
        closeFar()
        close(near)
    }
}
