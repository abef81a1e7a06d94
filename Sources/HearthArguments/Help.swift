extension [CommandSpec] {
    /// The line that shows how the last command is called, given those around it.
    var usage: String {
        guard let command = last else { return "" }
        var words = ["Usage:"] + map(\.name)
        words.append("[options]")
        words += command.subcommands.isEmpty ? command.arguments.map(\.usage) : ["<command>"]
        return words.joined(separator: " ")
    }

    /// The help of the last command.
    var help: String {
        guard let command = last else { return "" }
        var text = "\(command.summary)\n\n\(usage)\n"
        for paragraph in command.discussion.split(separator: "\n\n") {
            text += "\n" + HelpTable.wrapped(String(paragraph), indent: 0) + "\n"
        }
        text += HelpTable.section("Commands", command.subcommands.map { ($0.name, $0.summary) })
        text += HelpTable.section("Arguments", command.arguments.map { ("<\($0.name)>", $0.help) })
        let own = command.options.map(HelpTable.row) + [("-h, --help", "Show this help.")]
        text += HelpTable.section("Options", own)
        text += HelpTable.section(
            "Options of every command",
            dropLast().flatMap(\.options).map(HelpTable.row)
        )
        return text
    }
}

/// Two columns of text.
private enum HelpTable {
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
