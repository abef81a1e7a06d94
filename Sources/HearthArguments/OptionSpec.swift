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
    /// The heading below which help shows it; empty for the usual one.
    package let group: String
    /// What a shell offers as the value.
    package let completion: CompletionKind

    /// Describes an option.
    package init(
        _ name: String,
        short: Character? = nil,
        value: String? = nil,
        choices: [String] = [],
        isRepeatable: Bool = false,
        group: String = "",
        completion: CompletionKind = .none,
        help: String
    ) {
        self.name = name
        self.short = short
        self.value = value ?? (choices.isEmpty ? nil : choices.joined(separator: "|"))
        self.choices = choices
        self.isRepeatable = isRepeatable
        self.group = group
        self.completion = choices.isEmpty ? completion : .words(choices)
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
    /// What a shell offers in its place.
    package let completion: CompletionKind

    /// Describes an argument.
    package init(
        _ name: String,
        isOptional: Bool = false,
        isRepeated: Bool = false,
        completion: CompletionKind = .none,
        help: String
    ) {
        self.name = name
        self.help = help
        self.isOptional = isOptional
        self.isRepeated = isRepeated
        self.completion = completion
    }

    /// As it stands in a usage line.
    package var usage: String {
        let word = isRepeated ? "<\(name)>..." : "<\(name)>"
        return isOptional ? "[\(word)]" : word
    }
}
