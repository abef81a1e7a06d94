import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth __complete KIND WORD`: what completion scripts ask for; never fails loudly and never waits long.
enum CompleteCommand {
    private static let patience = Duration.seconds(3)

    static let command = ClientCommand(
        CommandSpec(
            name: "__complete",
            summary: "Offer completions to a shell.",
            isHidden: true,
            options: [
                OptionSpec("shell", choices: ["bash", "zsh", "fish"], help: "Whose quotes the word has.")
            ],
            arguments: [
                ArgumentSpec("KIND", help: "What is asked for."),
                ArgumentSpec("WORD", isOptional: true, help: "What is there."),
            ]
        ),
        done: { context in
            let given = context.parsed.positional(1) ?? ""
            // zsh has taken the quotes away itself.
            let word = context.parsed.value("shell") == "zsh" ? given : ShellWord.bare(given)
            let found = await withTaskGroup(of: [String].self) { group in
                group.addTask { (try? await candidates(context.argument(0), word, context)) ?? [] }
                group.addTask {
                    try? await Task.sleep(for: patience)
                    return []
                }
                let first = await group.next() ?? []
                group.cancelAll()
                return first
            }
            for candidate in found where !candidate.contains("\n") { context.output.line(candidate) }
        }
    )

    private static func candidates(
        _ kind: String,
        _ word: String,
        _ context: CommandContext
    ) async throws -> [String] {
        let names: [String]
        switch kind {
        case "remote": return try await remote(word, context)
        case "root": names = try await context.drive().rootLabels()
        case "area": names = try await context.homes.aliases()
        case "member": names = try await Members(context.drive()).list.map(\.accountName)
        case "pool": names = try await context.drive().call(ListPools()).list.map(\.name)
        case "partition":
            names = try await context.drive().call(ListPools()).list.flatMap { $0.partitions.map(\.name) }
        case "task": names = try await context.drive().call(ListTasks()).list.map(\.id)
        case "share":
            names = try await context.drive().call(ListGivenShares()).list.map { "\($0.id)\t\($0.name)" }
        case "transfer":
            names = try await context.engine().records().map { "\($0.id)\t\($0.displayName)" }
        case "command": names = context.root().listed.map { "\($0.name)\t\($0.summary)" }
        default: names = []
        }
        return names.filter { Array($0.utf8).starts(with: Array(word.utf8)) }
    }

    /// Names that go on from a remote path; folders end in a slash.
    private static func remote(_ word: String, _ context: CommandContext) async throws -> [String] {
        let homes = try context.homes
        let aliases = try await homes.aliases()
        let bytes = Array(word.utf8)
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        guard let slash else {
            // The first part: names of folders at the top, behind the home's name where one stands there.
            let colon = word.firstIndex(of: ":")
            let alias = colon.map { String(word[..<$0]) }.flatMap { aliases.contains($0) ? $0 : nil }
            let prefix = alias.map { $0 + ":" } ?? ""
            var names = try await homes.drive(alias).rootLabels().map { prefix + $0 + "/" } + [prefix + "~/"]
            if alias == nil, aliases.count > 1 { names += aliases.map { $0 + ":" } }
            return names.filter { Array($0.utf8).starts(with: bytes) }
        }
        let folder = String(decoding: bytes[...slash], as: UTF8.self)
        let begun = Array(bytes[(slash + 1)...])
        let item = try await context.remote(folder)
        var found: [String] = []
        // Names that the server gives for the beginning; it looks for it anywhere in them.
        let filter = begun.isEmpty ? nil : String(decoding: begun, as: UTF8.self)
        try await item.drive.pages(of: item.path, filter: filter) { page throws(CommandError) in
            for entry in page where Array(entry.name.utf8).starts(with: begun) {
                found.append(folder + entry.name + (entry.kind == .directory ? "/" : ""))
            }
        }
        return found
    }
}

/// A word as a shell's line has it.
enum ShellWord {
    /// Without quotes and backslashes; quotes need not be closed.
    static func bare(_ word: String) -> String {
        var result = ""
        var quote: Character?
        var isEscaped = false
        for character in word {
            if isEscaped {
                // Between double quotes a backslash stands for itself before most characters.
                if quote == "\"", !"\"\\$`".contains(character) { result.append("\\") }
                result.append(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if let open = quote {
                if character == open { quote = nil } else { result.append(character) }
            } else if character == "'" || character == "\"" {
                quote = character
            } else {
                result.append(character)
            }
        }
        return result
    }
}
