import Glibc

/// `hearth-media-probe`: locks itself down as the child does, then tries what an evil file would try.
struct ProbeProgram {
    /// How an attempt ended.
    enum End: Equatable, CustomStringConvertible {
        case worked
        case error(Int32)
        case killed(Int32)
        case odd(String)

        var description: String {
            switch self {
            case .worked: "worked"
            case .error(let number): "error \(number)"
            case .killed(let signal): "signal \(signal)"
            case .odd(let words): words
            }
        }

        /// Whether the attempt failed as one must that is not allowed; other errors mean that it came further.
        func isDenied(byLimits: Bool) -> Bool {
            let refused: [End] = [.killed(SIGSYS), .error(EPERM), .error(EACCES), .error(ENOSYS)]
            let limited: [End] = [
                .killed(SIGKILL), .killed(SIGXCPU), .error(ENOMEM), .error(EFBIG), .error(EMFILE),
                .error(EAGAIN),
            ]
            return refused.contains(self) || byLimits && limited.contains(self)
        }
    }

    private let program = BuiltProgram("hearth-media-probe")

    /// The names of all attempts, and whether they work for root without a lockdown.
    func attempts() throws -> [(name: String, worksForRoot: Bool)] {
        try program.run(["list"]).said.map { line in
            let words = line.split(separator: " ")
            return (String(words[0]), words.last == "works")
        }
    }

    /// Makes an attempt in a process of its own.
    ///
    /// - Returns: how it ended, and what the lockdown said before.
    func attempt(_ name: String, _ options: [String] = []) throws -> (end: End, lockdown: String) {
        // A log that is a file, so that it could grow.
        var template = Array("/tmp/hearth-media-probe-log-XXXXXX".utf8CString)
        let log = mkstemp(&template)
        unlink(template)
        defer { close(log) }
        let run = try program.run(options + ["try", name], logFile: log)
        unlink("/tmp/hearth-media-probe-\(run.process)")
        let made = "/tmp/hearth-media-probe-\(run.process)-made"
        if unlink(made) != 0 { rmdir(made) }
        let lockdown = run.said.first { $0.hasPrefix("locked ") || $0.hasPrefix("unfit ") } ?? ""
        let end: End =
            if run.status < 0 {
                .killed(-run.status)
            } else if run.said.last == "works" {
                .worked
            } else if let number = run.said.last.flatMap({ Int32($0) }) {
                .error(number)
            } else {
                .odd("status \(run.status), \(run.said), \(run.complaints)")
            }
        return (end, lockdown)
    }

    /// Starts a program from which means of a lockdown have been taken.
    func run(_ program: BuiltProgram, without means: String) throws -> BuiltProgram.Run {
        try self.program.run(["--deny", means, "run", program.path])
    }
}
