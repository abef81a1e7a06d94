import HearthAdmin
import HearthArguments
import HearthCLI

/// The program: the client's commands and the server's in one table, and which side a command line is for.
enum Program {
    /// Commands that both sides have: with `--data` they are the server's, otherwise the client's where somebody is
    /// signed in.
    private static let shared: Set<String> = ["folder", "pool"]
    /// What the client says about itself counts for the whole program.
    private static let leftOut: Set<String> = ["version"]

    /// Reads the process's command line, runs it, and ends the process.
    static func main() -> Never {
        var arguments = ByteText.commandLine
        if arguments == ["--version"] { arguments = ["version"] }
        if arguments.first == "help" { arguments = Array(arguments.dropFirst()) + ["--help"] }
        do {
            // A client command needs no word of the server's: its table is not even made.
            let word = ClientCommands.firstWord(of: arguments)
            let isClient = word.map { ClientCommands.command($0) != nil && !shared.contains($0) } ?? false
            switch try (isClient ? ClientCommands.root : root).parse(arguments) {
            case .help(let text): ClientProgram.end(.done, printing: text)
            case .run(let parsed): run(parsed)
            }
        } catch {
            ClientProgram.end(error)
        }
    }

    private static func run(_ parsed: ParsedArguments) -> Never {
        let name = parsed.command.first ?? ""
        guard let server = CommandTable.root.subcommands.first(where: { $0.name == name }),
            !leftOut.contains(name)
        else { ClientProgram.main(parsed) { root } }
        guard let client = ClientCommands.command(name)?.spec else { runServer(parsed) }
        // The server's own name for what the client calls, say, `ls`.
        let word = parsed.command.count > 1 ? parsed.command[1] : ""
        let own = client.subcommands.first { $0.name == word }
        let theirs = server.subcommands.first { other in
            other.name == word || own?.answers(to: other.name) ?? false
        }
        guard let theirs else { ClientProgram.main(parsed) { root } }
        let isServers =
            own == nil || parsed.flag("data")
            || (!ClientCommands.isSignedIn(parsed) && HearthCommand.hasStandardDrive)
        guard isServers else { ClientProgram.main(parsed) { root } }
        runServer(parsed.naming([name, theirs.name]))
    }

    private static func runServer(_ parsed: ParsedArguments) -> Never {
        if ByteText.commandLine.contains(where: ByteText.hasMarks) {
            ClientProgram.end(UsageError("on the server itself names are UTF-8"))
        }
        if let option = ["json", "no-input", "area"].first(where: { parsed.flag($0) }) {
            let command = parsed.command.joined(separator: " ")
            ClientProgram.end(
                UsageError("'hearth \(command)' works on the server itself and has no --\(option)")
            )
        }
        HearthCommand.main(parsed)
    }

    /// Everything, as help, completions and manual show it.
    static var root: CommandSpec {
        var rest = CommandTable.root.subcommands.filter { !leftOut.contains($0.name) }
        var commands = ClientCommands.specs.map { client -> CommandSpec in
            guard let place = rest.firstIndex(where: { $0.name == client.name }) else { return client }
            return client.merging(rest.remove(at: place))
        }
        commands += rest.map { $0.grouped(ClientCommands.Group.server) }
        return ClientCommands.root(with: commands)
    }
}
