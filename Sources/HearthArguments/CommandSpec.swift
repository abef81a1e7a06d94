/// What a command takes; the one description behind parsing and help.
package struct CommandSpec: Sendable {
    /// The word on the command line.
    package let name: String
    /// One line for lists and help.
    package let summary: String
    /// More for the command's own help; paragraphs are separated by empty lines.
    package let discussion: String
    /// Accepted by this command and by all below it.
    package let options: [OptionSpec]
    /// By place, for commands without subcommands; optional ones come last, a repeated one at the very end.
    package let arguments: [ArgumentSpec]
    /// If there are any, one must be given.
    package let subcommands: [CommandSpec]

    /// Describes a command.
    package init(
        name: String,
        summary: String,
        discussion: String = "",
        options: [OptionSpec] = [],
        arguments: [ArgumentSpec] = [],
        subcommands: [CommandSpec] = []
    ) {
        self.name = name
        self.summary = summary
        self.discussion = discussion
        self.options = options
        self.arguments = arguments
        self.subcommands = subcommands
    }
}

/// A flag or an option with a value.
package struct OptionSpec: Sendable {
    /// Without the dashes: `listen` is given as `--listen`.
    package let name: String
    /// One letter for the short form.
    package let short: Character?
    /// What the value is called in help, for example `DIR`; nil for a flag.
    package let value: String?
    /// One or two sentences.
    package let help: String
    /// The only values allowed; empty allows all.
    package let choices: [String]
    /// Whether it may be given several times; otherwise that is an error.
    package let isRepeatable: Bool

    /// Describes an option.
    package init(
        _ name: String,
        short: Character? = nil,
        value: String? = nil,
        choices: [String] = [],
        isRepeatable: Bool = false,
        help: String
    ) {
        self.name = name
        self.short = short
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.isRepeatable = isRepeatable
        self.help = help
    }
}

/// An argument known by its place.
package struct ArgumentSpec: Sendable {
    /// What help and errors call it.
    package let name: String
    /// One or two sentences.
    package let help: String
    /// Whether it may be left out.
    package let isOptional: Bool
    /// Whether it takes everything that follows.
    package let isRepeated: Bool

    /// Describes an argument.
    package init(_ name: String, isOptional: Bool = false, isRepeated: Bool = false, help: String) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeated = isRepeated
    }

    var usage: String {
        let word = isRepeated ? "<\(name)>..." : "<\(name)>"
        return isOptional ? "[\(word)]" : word
    }
}
