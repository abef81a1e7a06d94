/// What was given on a command line.
package struct ParsedArguments: Sendable {
    /// The names of the subcommands, outermost first, without the program's own.
    package internal(set) var command: [String] = []
    /// Everything that was given by its place.
    package internal(set) var positionals: [String] = []
    var options: [String: [String]] = [:]

    /// Nothing was given.
    package init() {}

    /// The same command line with another path of names: for commands that two sides call differently.
    package func naming(_ command: [String]) -> ParsedArguments {
        var copy = self
        copy.command = command
        return copy
    }

    /// Whether a flag, or an option with a value, was given.
    package func flag(_ name: String) -> Bool { options[name] != nil }

    /// The value of an option; nil when it was not given.
    package func value(_ name: String) -> String? { options[name]?.last }

    /// All values of an option that may be repeated, in their order.
    package func values(_ name: String) -> [String] { options[name] ?? [] }

    /// The argument at a place, counted from 0; nil when it was left out.
    package func positional(_ index: Int) -> String? {
        positionals.indices.contains(index) ? positionals[index] : nil
    }
}

/// What a command line asks for.
package enum ParseOutcome: Sendable {
    /// Run the command.
    case run(ParsedArguments)
    /// Print this on standard output and end with 0.
    case help(String)
}

/// A command line that cannot be understood: print ``text`` on standard error and end with ``exitCode``.
package struct UsageError: Error, Sendable, CustomStringConvertible {
    /// What is wrong and what was perhaps meant.
    package let message: String
    /// How the command is called.
    package let usage: String
    /// 2, as shells and their tools have it.
    package let exitCode: Int32 = 2

    /// Makes an error; for commands that refuse a value themselves.
    package init(_ message: String, usage: String = "") {
        self.message = message
        self.usage = usage
    }

    /// Message and usage, ready to print, with a newline at the end.
    package var text: String { usage.isEmpty ? "error: \(message)\n" : "error: \(message)\n\(usage)\n" }

    /// The message.
    package var description: String { message }
}
