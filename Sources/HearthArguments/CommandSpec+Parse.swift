extension CommandSpec {
    /// Reads a command line.
    ///
    /// `--name value` and `--name=value`, `-n value` and `-nvalue`, several flags as `-abc`, `--` before what may
    /// begin with a dash, `-` alone as an argument. `--help` and `-h` anywhere before `--` ask for the help of the
    /// command up to there.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: what to do.
    /// - Throws: ``UsageError`` for the first thing that does not fit.
    package func parse(_ arguments: [String]) throws(UsageError) -> ParseOutcome {
        var parser = ArgumentParser(root: self, rest: arguments[...])
        return try parser.parse()
    }
}

private struct ArgumentParser {
    private var path: [CommandSpec]
    private var rest: ArraySlice<String>
    private var result = ParsedArguments()

    init(root: CommandSpec, rest: ArraySlice<String>) {
        path = [root]
        self.rest = rest
    }

    private var command: CommandSpec { path[path.count - 1] }

    /// The command's own options first, then those of the commands around it.
    private var options: [OptionSpec] { path.reversed().flatMap(\.options) }

    mutating func parse() throws(UsageError) -> ParseOutcome {
        while let word = rest.popFirst() {
            if word == "--" {
                for word in rest { try take(word) }
                break
            }
            if word == "--help" || word == "-h" { return .help(path.help) }
            if word.hasPrefix("--") {
                try long(word.dropFirst(2))
            } else if word.hasPrefix("-"), word != "-" {
                if try short(word.dropFirst()) { return .help(path.help) }
            } else {
                try take(word)
            }
        }
        while descends() {}
        try checkArguments()
        return .run(result)
    }

    /// Takes the subcommand that is meant where none is given.
    ///
    /// - Returns: whether there is one.
    private mutating func descends() -> Bool {
        guard let usual = command.usual,
            let next = command.subcommands.first(where: { $0.name == usual })
        else { return false }
        path.append(next)
        result.command.append(next.name)
        return true
    }

    private mutating func take(_ word: String) throws(UsageError) {
        guard !command.subcommands.isEmpty else { return result.positionals.append(word) }
        guard let next = command.subcommands.first(where: { $0.answers(to: word) }) else {
            throw fail("there is no command '\(word)'", meant: word, of: command.listed.map(\.name))
        }
        path.append(next)
        result.command.append(next.name)
    }

    private mutating func long(_ word: Substring) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard let option = options.first(where: { $0.name == name }) else {
            // `transfers --failed` has an option of the subcommand that is meant.
            if Self.knows(command, { $0.name == name }), descends() { return try long(word) }
            let names = (options.map(\.name) + ["help"]).map { "--" + $0 }
            throw fail("there is no option '--\(name)'", meant: "--" + name, of: names)
        }
        try set(option, as: "--\(name)", attached: parts.count > 1 ? String(parts[1]) : nil)
    }

    /// Whether the usual subcommand of a command has an option.
    private static func knows(_ command: CommandSpec, _ option: (OptionSpec) -> Bool) -> Bool {
        command.subcommands.first { $0.name == command.usual }?.options.contains(where: option) ?? false
    }

    /// Reads a group of short options; true when it asks for help.
    private mutating func short(_ word: Substring) throws(UsageError) -> Bool {
        var letters = word
        while let letter = letters.popFirst() {
            if letter == "h", !options.contains(where: { $0.short == "h" }) { return true }
            // `area -l` has an option of the subcommand that is meant.
            if !options.contains(where: { $0.short == letter }), Self.knows(command, { $0.short == letter }) {
                _ = descends()
            }
            guard let option = options.first(where: { $0.short == letter }) else {
                throw fail(
                    "there is no option '-\(letter)'; put '--' before arguments that begin with a dash"
                )
            }
            guard option.value != nil, !letters.isEmpty else {
                try set(option, as: "-\(letter)", attached: nil)
                continue
            }
            try set(
                option,
                as: "-\(letter)",
                attached: String(letters.first == "=" ? letters.dropFirst() : letters)
            )
            return false
        }
        return false
    }

    private mutating func set(_ option: OptionSpec, as given: String, attached: String?) throws(UsageError) {
        guard option.isRepeatable || result.options[option.name] == nil else {
            throw fail("option '\(given)' is given twice")
        }
        guard let placeholder = option.value else {
            guard attached == nil else { throw fail("option '\(given)' takes no value") }
            result.options[option.name, default: []].append("")
            return
        }
        var value = attached
        if value == nil, let next = rest.first, next == "-" || !next.hasPrefix("-") {
            value = rest.popFirst()
        }
        guard let value else { throw fail("option '\(given)' needs a value: \(given)=\(placeholder)") }
        guard option.choices.isEmpty || option.choices.contains(value) else {
            let choices = option.choices.joined(separator: ", ")
            throw fail(
                "option '\(given)' cannot be '\(value)', only: \(choices)",
                meant: value,
                of: option.choices
            )
        }
        result.options[option.name, default: []].append(value)
    }

    private func checkArguments() throws(UsageError) {
        guard command.subcommands.isEmpty else {
            throw fail("a command is missing: \(command.listed.map(\.name).joined(separator: ", "))")
        }
        let required = command.arguments.filter { !$0.isOptional }
        if result.positionals.count < required.count {
            throw fail("the argument <\(required[result.positionals.count].name)> is missing")
        }
        let takesAll = command.arguments.contains(where: \.isRepeated)
        guard takesAll || result.positionals.count <= command.arguments.count else {
            throw fail("'\(result.positionals[command.arguments.count])' is one argument too many")
        }
    }

    private func fail(_ message: String, meant word: String = "", of known: [String] = []) -> UsageError {
        let hint = Suggestion.closest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? ""
        let program = path.map(\.name).joined(separator: " ")
        return UsageError(message + hint, usage: "\(path.usage)\nSee '\(program) --help'.")
    }
}
