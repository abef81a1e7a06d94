import Glibc
package import HearthArguments
import HearthConcurrency

/// Runs one client command as this process.
package enum ClientProgram {
    /// Runs a command and ends the process with its exit code.
    ///
    /// SIGINT, SIGTERM and SIGHUP cancel the command, which leaves what it began so that it can go on; a second one
    /// ends the process at once. Called on the main thread, before any other thread is there.
    ///
    /// - Parameters:
    ///   - parsed: the command line.
    ///   - root: the whole program, for completions and manual.
    package static func main(_ parsed: ParsedArguments, root: @escaping @Sendable () -> CommandSpec) -> Never
    {
        signal(SIGPIPE, SIG_IGN)
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
        // Threads inherit the mask: the signals wait for this thread alone.
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        let pool = ThreadPool(name: "hearth", threads: 6)
        // Owned by this function, which never returns: it is cancelled by the signals below.
        let task = Task(executorPreference: pool) {
            let code = await ClientCommands.run(parsed, root: root)
            _exit(code.rawValue)
        }
        var isFirst = true
        while true {
            var number: Int32 = 0
            guard sigwait(&signals, &number) == 0 else { continue }
            if !isFirst || Prompt.isAsking {
                Prompt.restoreTerminal()
                _exit(ExitCode.interrupted.rawValue)
            }
            isFirst = false
            task.cancel()
        }
    }

    /// Ends the process after help or the like.
    ///
    /// - Parameters:
    ///   - code: the exit code.
    ///   - text: is printed on standard output.
    package static func end(_ code: ExitCode, printing text: String) -> Never {
        signal(SIGPIPE, SIG_IGN)
        Output.writeAll(STDOUT_FILENO, Array(text.utf8))
        _exit(code.rawValue)
    }

    /// Ends the process because its command line is not understood; in JSON where that was asked for.
    package static func end(_ error: UsageError) -> Never {
        signal(SIGPIPE, SIG_IGN)
        if CommandLine.arguments.contains("--json") {
            Output(isJSON: true).complain(CommandError(.usage, error.message, error.message))
        } else {
            Output.writeAll(STDERR_FILENO, Array(error.text.utf8))
        }
        _exit(error.exitCode)
    }
}
