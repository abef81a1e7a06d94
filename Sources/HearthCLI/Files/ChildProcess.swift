import Glibc

/// Other programs that this one starts.
enum ChildProcess {
    /// Starts a program.
    ///
    /// It has no part in this one's streams, and signals mean to it what they usually mean.
    ///
    /// - Parameter words: its name, looked for in `$PATH`, and its arguments.
    /// - Returns: the process; nil where it cannot be started.
    static func start(_ words: [String]) -> pid_t? {
        guard let name = words.first else { return nil }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The signals that this process waits for, and the one that it ignores, are no business of the other one.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        var ignored = sigset_t()
        sigemptyset(&ignored)
        sigaddset(&ignored, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &ignored)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var files = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&files)
        defer { posix_spawn_file_actions_destroy(&files) }
        // What it says is told by us, in other words; standard output may be JSON.
        for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_RDWR, 0)
        }
        var process = pid_t()
        guard posix_spawnp(&process, name, &files, &attributes, &arguments, environ) == 0 else { return nil }
        return process
    }

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
