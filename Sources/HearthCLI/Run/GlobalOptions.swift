package import HearthArguments
package import HearthWire

/// What every client command understands.
package struct GlobalOptions: Sendable {
    /// `--json`.
    package var isJSON = false
    /// `-q`.
    package var isQuiet = false
    /// How often `-v` was given.
    package var verbosity = 0
    /// `--no-input`.
    package var asksNothing = false
    /// `--area`, else `$HEARTH_AREA`: an alias, or the address of a server.
    package var area: String?
    /// `--lang`, else `$HEARTH_LANG`, else the language of messages of the process (locale(7)).
    package var language: WireLanguage = .english

    /// Reads them.
    ///
    /// - Parameters:
    ///   - parsed: the command line.
    ///   - environment: looks a variable up.
    package init(_ parsed: ParsedArguments, environment: (String) -> String?) {
        isJSON = parsed.flag("json")
        isQuiet = parsed.flag("quiet")
        verbosity = parsed.values("verbose").count
        asksNothing = parsed.flag("no-input")
        func variable(_ name: String) -> String? { environment(name).flatMap { $0.isEmpty ? nil : $0 } }
        area = parsed.value("area") ?? variable("HEARTH_AREA")
        let languages =
            [parsed.value("lang")] + ["HEARTH_LANG", "LC_ALL", "LC_MESSAGES", "LANG"].map(variable)
        // The first that says anything decides: `LC_ALL=C` means English however `LANG` is set.
        if let first = languages.lazy.compactMap(\.self).first, first.lowercased().hasPrefix("zh") {
            language = .chinese
        }
    }

    /// As help and completions know them.
    package static let specs: [OptionSpec] = [
        OptionSpec("json", help: "Print JSON: one object, lists under list; see docs/cli.md."),
        OptionSpec("quiet", short: "q", help: "Print results and failures only."),
        OptionSpec("verbose", short: "v", isRepeatable: true, help: "Tell what goes on; twice for more."),
        OptionSpec("no-input", help: "Never ask: fail where a password or an answer is needed."),
        OptionSpec(
            "area",
            value: "NAME",
            completion: .dynamic("area"),
            help:
                "The home that is meant where a path names none; $HEARTH_AREA otherwise, then the current one."
        ),
        OptionSpec("lang", choices: ["en", "zh"], help: "The language of messages; $HEARTH_LANG otherwise."),
    ]
}
