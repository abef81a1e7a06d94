import Glibc
import HearthConcurrency

/// Other programs that this one starts.
enum ChildProcess {
    /// Starts a program.
    ///
    /// It has no part in this one's streams, and signals mean to it what they usually mean: what it says is told by us, in
    /// other words, and standard output may be JSON.
    ///
    /// - Parameter words: its name, looked for in `$PATH`, and its arguments.
    /// - Returns: the process; nil where it cannot be started.
    static func start(_ words: [String]) -> pid_t? { try? ProgramStart(words: words).start() }

    /// Runs a program to its end.
    ///
    /// - Parameter words: as for ``start(_:)``.
    /// - Returns: whether it could be started and ended with 0.
    static func run(_ words: [String]) -> Bool {
        guard let process = start(words) else { return false }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return false } }
        return status == 0
    }
}
