extension [CommandSpec] {
    /// The line that shows how the last command is called, given those around it.
    var usage: String {
        guard let command = last else { return "" }
        var words = ["Usage:"] + map(\.name)
        words.append("[options]")
        let one = command.usual == nil ? "<command>" : "[<command>]"
        words += command.subcommands.isEmpty ? command.arguments.map(\.usage) : [one]
        return words.joined(separator: " ")
    }

    /// The help of the last command.
    var help: String {
        guard let command = last else { return "" }
        var text = "\(command.summary)\n\n\(usage)\n"
        if !command.aliases.isEmpty { text += "Also: \(command.aliases.joined(separator: ", "))\n" }
        for paragraph in command.discussion.split(separator: "\n\n") {
            text += "\n" + HelpTable.wrapped(String(paragraph), indent: 0) + "\n"
        }
        for (title, commands) in Grouping.groups(of: command.listed, by: \.group, unnamed: "Commands") {
            text += HelpTable.section(title, commands.map { ($0.name, $0.summary) })
        }
        text += HelpTable.section("Arguments", command.arguments.map { ("<\($0.name)>", $0.help) })
        var groups = Grouping.groups(of: command.options, by: \.group, unnamed: "Options")
            .map { (title: $0.title, rows: $0.members.map(HelpTable.row)) }
        if groups.first?.title != "Options" { groups.insert(("Options", []), at: 0) }
        groups[0].rows.append(("-h, --help", "Show this help."))
        for group in groups { text += HelpTable.section(group.title, group.rows) }
        text += HelpTable.section(
            "Options of every command",
            dropLast().flatMap(\.options).map(HelpTable.row)
        )
        if !command.examples.isEmpty {
            let lines = command.examples.map {
                "  \($0.line)\n      \(HelpTable.wrapped($0.text, indent: 6))"
            }
            text += "\nExamples:\n\(lines.joined(separator: "\n"))\n"
        }
        for section in command.sections where section.isInHelp {
            text += HelpTable.section(section.title, section.rows)
        }
        return text
    }
}

/// Members below their headings.
enum Grouping {
    /// Groups in the order in which they first appear; those without a heading come first.
    static func groups<Member>(
        of members: [Member],
        by heading: (Member) -> String,
        unnamed: String
    ) -> [(title: String, members: [Member])] {
        var groups: [(title: String, members: [Member])] = []
        let ordered = members.filter { heading($0).isEmpty } + members.filter { !heading($0).isEmpty }
        for member in ordered {
            let title = heading(member).isEmpty ? unnamed : heading(member)
            if let place = groups.firstIndex(where: { $0.title == title }) {
                groups[place].members.append(member)
            } else {
                groups.append((title, [member]))
            }
        }
        return groups
    }
}

/// Two columns of text.
enum HelpTable {
    private static let width = 80
    private static let widestTerm = 28

    static func row(_ option: OptionSpec) -> (String, String) {
        let short = option.short.map { "-\($0), " } ?? "    "
        return ("\(short)--\(option.name)\(option.value.map { " \($0)" } ?? "")", option.help)
    }

    static func section(_ title: String, _ rows: [(term: String, text: String)]) -> String {
        guard !rows.isEmpty else { return "" }
        let column = min(widestTerm, rows.map(\.term.count).max() ?? 0) + 4
        let lines = rows.map { row -> String in
            let text = wrapped(row.text, indent: column)
            let fits = row.term.count + 4 <= column
            let gap =
                fits ? String(repeating: " ", count: column - row.term.count - 2) : "\n" + spaces(column)
            return "  \(row.term)\(gap)\(text)"
        }
        return "\n\(title):\n\(lines.joined(separator: "\n"))\n"
    }

    /// Breaks lines at spaces; the first is not indented.
    static func wrapped(_ text: String, indent: Int) -> String {
        var lines = [""]
        for word in text.split(whereSeparator: \.isWhitespace) {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = String(word)
            } else if indent + line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines.joined(separator: "\n" + spaces(indent))
    }

    private static func spaces(_ count: Int) -> String { String(repeating: " ", count: count) }
}
