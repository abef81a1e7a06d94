/// What a command takes; the one description behind parsing, help, completions and man pages.
package struct CommandSpec: Sendable {
    /// The word on the command line.
    package let name: String
    /// Other words for the same command; help names them, completions do not offer them.
    package let aliases: [String]
    /// One line for lists and help.
    package let summary: String
    /// More for the command's own help; paragraphs are separated by empty lines.
    package let discussion: String
    /// The heading below which lists show the command; empty for the usual one.
    package let group: String
    /// Left out of lists, completions and man pages.
    package let isHidden: Bool
    /// Accepted by this command and by all below it.
    package let options: [OptionSpec]
    /// By place, for commands without subcommands; optional ones come last, and one alone may be repeated.
    package let arguments: [ArgumentSpec]
    /// If there are any, one must be given, unless ``usual`` names one.
    package let subcommands: [CommandSpec]
    /// The subcommand that is meant where none is given; nil where one must be.
    package let usual: String?
    /// Command lines worth showing.
    package let examples: [ExampleSpec]
    /// Tables that stand at the end of help and man page, such as exit codes.
    package let sections: [SectionSpec]

    /// Describes a command.
    package init(
        name: String,
        aliases: [String] = [],
        summary: String,
        discussion: String = "",
        group: String = "",
        isHidden: Bool = false,
        options: [OptionSpec] = [],
        arguments: [ArgumentSpec] = [],
        subcommands: [CommandSpec] = [],
        usual: String? = nil,
        examples: [ExampleSpec] = [],
        sections: [SectionSpec] = []
    ) {
        self.name = name
        self.aliases = aliases
        self.summary = summary
        self.discussion = discussion
        self.group = group
        self.isHidden = isHidden
        self.options = options
        self.arguments = arguments
        self.subcommands = subcommands
        self.usual = usual
        self.examples = examples
        self.sections = sections
    }

    /// Whether a word on the command line means this command.
    package func answers(to word: String) -> Bool { name == word || aliases.contains(word) }

    /// The subcommands that lists show.
    package var listed: [CommandSpec] { subcommands.filter { !$0.isHidden } }
}

/// A command line worth showing.
package struct ExampleSpec: Sendable {
    /// Without a prompt.
    package let line: String
    /// What it does; one sentence.
    package let text: String

    /// Takes both as they are.
    package init(_ line: String, _ text: String) {
        self.line = line
        self.text = text
    }
}

/// A table at the end of a command's help and man page.
package struct SectionSpec: Sendable {
    /// In sentence case; man pages put it in capitals.
    package let title: String
    /// Terms and what they mean, in order.
    package let rows: [(term: String, text: String)]
    /// Whether `--help` shows it too.
    package let isInHelp: Bool

    /// Takes the parts as they are.
    package init(_ title: String, isInHelp: Bool = true, _ rows: [(term: String, text: String)]) {
        self.title = title
        self.isInHelp = isInHelp
        self.rows = rows
    }
}
