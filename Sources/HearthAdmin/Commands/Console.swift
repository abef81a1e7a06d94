import Glibc
import HearthLog

/// Where a command reads and writes; tests put their own in place.
package struct Console: Sendable {
    /// Writes a line on standard output.
    package var print: @Sendable (String) -> Void
    /// Writes a line on standard error.
    package var complain: @Sendable (String) -> Void
    /// Looks a variable of the environment up.
    package var environment: @Sendable (String) -> String?
    /// The descriptor that `-` stands for.
    package var input: Int32
    /// Whether the process may do everything.
    package var isRoot: Bool
    /// Whether what is printed goes to a terminal.
    package var isTerminal: Bool

    /// Takes the parts as they are.
    package init(
        print: @escaping @Sendable (String) -> Void,
        complain: @escaping @Sendable (String) -> Void,
        environment: @escaping @Sendable (String) -> String? = { _ in nil },
        input: Int32 = STDIN_FILENO,
        isRoot: Bool = false,
        isTerminal: Bool = false
    ) {
        self.print = print
        self.complain = complain
        self.environment = environment
        self.input = input
        self.isRoot = isRoot
        self.isTerminal = isTerminal
    }

    /// The process's own.
    package static var process: Console {
        Console(
            print: { line in
                Swift.print(line)
                fflush(nil)
            },
            complain: { StandardErrorSink().write(Array("\($0)\n".utf8)) },
            environment: { name in getenv(name).map { String(cString: $0) } },
            isRoot: geteuid() == 0,
            isTerminal: isatty(STDOUT_FILENO) == 1
        )
    }
}
