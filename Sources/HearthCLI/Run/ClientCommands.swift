import Glibc
package import HearthArguments
import HearthWire

/// The client's side of the program: its commands, and how one is run.
package enum ClientCommands {
    /// Headings of help.
    package enum Group {
        /// Files.
        package static let files = "Files"
        /// Transfers and keeping copies.
        package static let copies = "Transfers and copies"
        /// Signing in.
        package static let homes = "Homes and accounts"
        /// Managing the home from afar.
        package static let managing = "Managing a home"
        /// On the server's own computer.
        package static let server = "On the server itself"
        /// The rest.
        package static let program = "This program"
    }

    /// Every command; a further one is a line here.
    package static let all: [ClientCommand] = [
        PutCommand.command, GetCommand.command, LsCommand.command, TreeCommand.command, StatCommand.command,
        DuCommand.command, CatCommand.command, ThumbCommand.command,
        MkdirCommand.command, CopyCommand.copy, CopyCommand.move, RmCommand.command, ShareCommand.command,
        UnlockCommand.unlock, UnlockCommand.lock,
        TransfersCommand.command, SyncCommand.command, CheckCommand.command, BackupCommand.command,
        LoginCommand.command, LogoutCommand.command, AreaCommand.command, PasswdCommand.command,
        MemberCommand.command, FolderCommand.command, PoolCommand.command, PartitionCommand.command,
        TaskCommand.command,
        ProgramCommands.versionCommand, ProgramCommands.completion, ProgramCommands.manual,
        CompleteCommand.command,
    ]

    /// As parser and help know them.
    package static var specs: [CommandSpec] { all.map(\.spec) }

    /// The command of a name.
    package static func command(_ name: String) -> ClientCommand? { all.first { $0.spec.answers(to: name) } }

    /// The client's commands alone; enough for a command line that is one of theirs.
    package static var root: CommandSpec { root(with: specs) }

    /// The program with a list of commands.
    package static func root(with commands: [CommandSpec]) -> CommandSpec {
        CommandSpec(
            name: "hearth",
            summary: "A family's own cloud drive.",
            discussion: """
                Remote paths are written as ls shows them: Family/Photos/a.jpg, '~/' for the personal folder, AREA: in \
                front for another home than the current one. Commands under "\(Group.server)" work on a data \
                directory of this computer.
                """,
            options: GlobalOptions.specs,
            subcommands: commands,
            examples: [
                ExampleSpec("hearth login https://nas.local:8443 --account mum", "Sign in."),
                ExampleSpec("hearth put *.jpg Family/Photos/", "Upload files into a folder."),
                ExampleSpec("hearth get Family/Photos .", "Download a folder."),
            ],
            sections: ProgramTexts.sections
        )
    }

    /// The first word of a command line that is no option and no option's value; nil for none.
    package static func firstWord(of arguments: [String]) -> String? {
        let valued = Set(GlobalOptions.specs.filter { $0.value != nil }.map { "--" + $0.name })
        var rest = arguments[...]
        while let word = rest.popFirst() {
            if word == "--" { return rest.first }
            guard word.hasPrefix("-"), word != "-" else { return word }
            if valued.contains(word) { rest = rest.dropFirst() }
        }
        return nil
    }

    /// Whether the client has a home to speak to: one that is kept, or one that variables name.
    package static func isSignedIn(_ parsed: ParsedArguments) -> Bool {
        if parsed.flag("area") { return true }
        return SignedInCheck.isSignedIn { name in getenv(name).map { String(cString: $0) } }
    }

    /// Runs a command line of the process.
    ///
    /// - Returns: the exit code; failures have been told.
    package static func run(
        _ parsed: ParsedArguments,
        root: @escaping @Sendable () -> CommandSpec
    ) async -> ExitCode {
        let context = CommandContext(parsed, root: root)
        guard let name = parsed.command.first, let command = command(name) else { return .usage }
        return await run(command, context)
    }

    /// Runs a command.
    ///
    /// - Returns: the exit code; failures have been told.
    package static func run(_ command: ClientCommand, _ context: CommandContext) async -> ExitCode {
        let output = context.output
        do {
            let code = try await command.run(context)
            output.status(nil)
            if code == .done { try Output.checkWritten() }
            return Task.isCancelled && code != .done ? .interrupted : code
        } catch let error as UsageError {
            output.status(nil)
            output.complain(CommandError(.usage, error.message, error.message))
            return .usage
        } catch {
            output.status(nil)
            let error = CommandError(any: error)
            if Task.isCancelled {
                // What was cut off says so in many ways; the person knows why.
                if error.exit != .interrupted { output.detail(error.phrase) }
                output.complain(CommandError(.interrupted, "已中断", "interrupted"))
                return .interrupted
            }
            output.complain(error)
            return error.exit
        }
    }
}
