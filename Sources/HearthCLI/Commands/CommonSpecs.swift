package import HearthArguments
package import HearthWire

/// Arguments and options that several commands share.
package enum CommonSpecs {
    /// A file or folder of the drive.
    package static func remote(
        _ help: String,
        isOptional: Bool = false,
        isRepeated: Bool = false,
        name: String = "REMOTE"
    )
        -> ArgumentSpec
    {
        ArgumentSpec(
            name,
            isOptional: isOptional,
            isRepeated: isRepeated,
            completion: .dynamic("remote"),
            help: help
        )
    }

    /// A folder at the top of the drive.
    package static func root(
        _ help: String,
        name: String = "FOLDER",
        isOptional: Bool = false
    ) -> ArgumentSpec {
        ArgumentSpec(name, isOptional: isOptional, completion: .dynamic("root"), help: help)
    }

    /// `--password-file`.
    package static func passwordFile(_ what: String, name: String = "password-file") -> OptionSpec {
        OptionSpec(
            name,
            value: "FILE",
            completion: .file,
            help: "Holds \(what); a newline at its end is not part of it. - is standard input."
        )
    }

    /// Which files of a tree are meant.
    package static let filters: [OptionSpec] = [
        OptionSpec(
            "include",
            value: "PATTERN",
            isRepeatable: true,
            group: "Filters",
            help:
                "Only what fits: * in a name, ** across folders, ?, [a-z], {jpg,png}; / at the start means the top."
        ),
        OptionSpec(
            "exclude",
            value: "PATTERN",
            isRepeatable: true,
            group: "Filters",
            help: "Not what fits, before all includes; / at the end means a folder with all in it."
        ),
        OptionSpec(
            "files-from",
            value: "FILE",
            group: "Filters",
            completion: .file,
            help:
                "Only the paths in this list, one a line, below the folder that is given; - is standard input."
        ),
    ]

    /// The filter of a command line.
    ///
    /// - Throws: exit code 2 for a pattern that is none; the list's own failures.
    package static func filter(_ parsed: ParsedArguments) throws(CommandError) -> NameFilter {
        try NameFilter(
            includes: parsed.values("include"),
            excludes: parsed.values("exclude"),
            list: try parsed.value("files-from").map { path throws(CommandError) in try TextLines.read(path) }
        )
    }

    /// `--dry-run`.
    package static let dryRun = OptionSpec(
        "dry-run",
        short: "n",
        help: "Say what would be done, and do nothing."
    )

    /// How bytes travel.
    package static let transfer: [OptionSpec] = [
        OptionSpec(
            "bwlimit",
            value: "RATE",
            group: "Transfer",
            help: "At most so many bytes a second, such as 500K or 2M."
        ),
        OptionSpec(
            "transfers",
            value: "NUMBER",
            group: "Transfer",
            help: "So many small files at a time. Default: 8"
        ),
        OptionSpec(
            "retries",
            value: "NUMBER",
            group: "Transfer",
            help: "How often something is tried again without any progress. Default: 8"
        ),
    ]

    /// What is done about files that are there already.
    package static let comparison: [OptionSpec] = [
        OptionSpec(
            "size-only",
            group: "Comparison",
            help: "A file of the same size is the same: it is left out."
        ),
        OptionSpec(
            "checksum",
            group: "Comparison",
            help: "A file of the same SHA-256 is the same, whatever its time: it is left out."
        ),
        OptionSpec(
            "ignore-times",
            short: "I",
            group: "Comparison",
            help: "Move every file, also those of the same size and time, which are left out otherwise."
        ),
    ]

    /// `--on-conflict`.
    package static func conflict(_ standard: String) -> OptionSpec {
        OptionSpec(
            "on-conflict",
            choices: ["rename", "fail", "replace", "skip"],
            group: "Comparison",
            help:
                "When the name is taken: take a free one, fail, replace what is there, or leave it. Default: \(standard)"
        )
    }
}

extension CommonSpecs {
    /// `--yes`.
    package static let yes = OptionSpec(
        "yes",
        short: "y",
        help: "Do not ask; needed where there is no terminal."
    )
}

extension CommandContext {
    /// Tells that something is done: a sentence, or an object with one member.
    package func done(_ phrase: Phrase, _ key: String, _ value: JSONValue) {
        output.object { writer in
            writer.key(dynamic: key)
            value.write(to: &writer)
        }
        output.say(phrase)
    }
}
