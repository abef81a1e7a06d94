/// A page of the manual, section 1, in the man macros of roff (man-pages(7)).
package struct ManPage: Sendable {
    /// `hearth` or `hearth-put`.
    package let name: String
    /// The page's source.
    package let roff: String

    /// The file's name below `man1`.
    package var fileName: String { "\(name).1" }

    /// A page for the program and one for each of its commands.
    ///
    /// - Parameters:
    ///   - root: the program.
    ///   - version: as it stands in the footer.
    /// - Returns: the program's page first.
    package static func all(of root: CommandSpec, version: String) -> [ManPage] {
        [page(for: [root], version: version)]
            + root.listed.map { page(for: [root, $0], version: version) }
    }

    private static func page(for path: [CommandSpec], version: String) -> ManPage {
        var writer = RoffWriter(path: path)
        let name = path.map(\.name).joined(separator: "-")
        return ManPage(name: name, roff: writer.write(title: name, version: version))
    }
}

private struct RoffWriter {
    let path: [CommandSpec]
    private var lines: [String] = []

    init(path: [CommandSpec]) { self.path = path }

    mutating func write(title: String, version: String) -> String {
        guard let command = path.last, let root = path.first else { return "" }
        lines.append(
            #".TH \#(Self.text(title.uppercased())) 1 "" "\#(Self.text(root.name)) \#(Self.text(version))" "User Commands""#
        )
        section("Name")
        lines.append("\(Self.text(title)) \\- \(Self.text(Self.phrase(command.summary)))")
        section("Synopsis")
        synopsis(path)
        if !command.discussion.isEmpty || !command.aliases.isEmpty {
            section("Description")
            paragraphs(of: command)
        }
        if path.count == 1 {
            for (title, commands) in Grouping.groups(of: command.listed, by: \.group, unnamed: "Commands") {
                section(title)
                for next in commands {
                    term("\\fB\(Self.text("\(command.name)-\(next.name)"))\\fR(1)", next.summary)
                }
            }
        } else if !command.listed.isEmpty {
            section("Commands")
            for next in command.listed { subcommand(path + [next]) }
        }
        arguments(of: command, heading: "Arguments")
        options(command.options)
        let outer = path.dropLast().flatMap(\.options)
        if !outer.isEmpty {
            section("Options of every command")
            for option in outer { term(Self.option(option), option.help) }
        }
        examples(command.examples)
        for part in command.sections
            + (path.count > 1 ? root.sections.filter { $0.title == "Exit codes" } : [])
        {
            section(part.title)
            for row in part.rows { term("\\fB\(Self.text(row.term))\\fR", row.text) }
        }
        section("See also")
        let others = path.count == 1 ? command.listed.map { "\(command.name)-\($0.name)" } : [root.name]
        lines.append(others.map { "\\fB\(Self.text($0))\\fR(1)" }.joined(separator: ",\n"))
        return lines.joined(separator: "\n") + "\n"
    }

    private mutating func subcommand(_ path: [CommandSpec]) {
        guard let command = path.last else { return }
        lines.append(".SS \(Self.text(path.dropFirst().map(\.name).joined(separator: " ")))")
        lines.append(Self.text(command.summary))
        lines.append(".PP")
        synopsis(path)
        if !command.discussion.isEmpty || !command.aliases.isEmpty {
            lines.append(".PP")
            paragraphs(of: command)
        }
        for argument in command.arguments { term("\\fI\(Self.text(argument.name))\\fR", argument.help) }
        for option in command.options { term(Self.option(option), option.help) }
        for next in command.listed { subcommand(path + [next]) }
        for example in command.examples { self.example(example) }
    }

    private mutating func synopsis(_ path: [CommandSpec]) {
        guard let command = path.last else { return }
        let words = ["\\fB\(Self.text(path.map(\.name).joined(separator: " ")))\\fR", "[\\fIoptions\\fR]"]
        let rest =
            command.subcommands.isEmpty
            ? command.arguments.map { argument in
                let word = "\\fI\(Self.text(argument.name))\\fR" + (argument.isRepeated ? "..." : "")
                return argument.isOptional ? "[\(word)]" : word
            } : [command.usual == nil ? "\\fIcommand\\fR" : "[\\fIcommand\\fR]"]
        lines.append((words + rest).joined(separator: " "))
    }

    private mutating func paragraphs(of command: CommandSpec) {
        var parts = command.discussion.split(separator: "\n\n").map { String($0) }
        if !command.aliases.isEmpty {
            parts.append("Also called \(command.aliases.joined(separator: ", ")).")
        }
        lines.append(parts.map { Self.text($0) }.joined(separator: "\n.PP\n"))
    }

    private mutating func arguments(of command: CommandSpec, heading: String) {
        guard !command.arguments.isEmpty else { return }
        section(heading)
        for argument in command.arguments { term("\\fI\(Self.text(argument.name))\\fR", argument.help) }
    }

    private mutating func options(_ options: [OptionSpec]) {
        for (title, members) in Grouping.groups(of: options, by: \.group, unnamed: "Options") {
            section(title)
            for option in members { term(Self.option(option), option.help) }
        }
    }

    private mutating func examples(_ examples: [ExampleSpec]) {
        guard !examples.isEmpty else { return }
        section("Examples")
        for example in examples { self.example(example) }
    }

    private mutating func example(_ example: ExampleSpec) {
        term("\\fB\(Self.text(example.line))\\fR", example.text)
    }

    private mutating func section(_ title: String) { lines.append(".SH \(Self.text(title.uppercased()))") }

    private mutating func term(_ term: String, _ text: String) {
        lines += [".TP", term, Self.text(text)]
    }

    private static func option(_ option: OptionSpec) -> String {
        let value = option.value.map { " \\fI\(text($0))\\fR" } ?? ""
        let short = option.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
        return "\(short)\\fB\\-\\-\(text(option.name))\\fR\(value)"
    }

    /// Without the full stop, as the line of NAME has it.
    private static func phrase(_ text: String) -> String {
        text.hasSuffix(".") ? String(text.dropLast()) : text
    }

    /// Escapes what roff would read as its own; line breaks become blanks, so that no line begins with a request.
    private static func text(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "\\": result += "\\e"
            case "-": result += "\\-"
            case "'": result += "\\(aq"
            case "`": result += "\\(ga"
            case "^": result += "\\(ha"
            case "~": result += "\\(ti"
            case "\"": result += "\\(dq"
            case "…": result += "\\&..."
            case "\n": result += " "
            case "." where result.isEmpty: result += "\\&."
            default: result.append(character)
            }
        }
        return result
    }
}
