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
        LsCommand.command, TreeCommand.command, StatCommand.command, DuCommand.command, CatCommand.command,
        MkdirCommand.command, CopyCommand.copy, CopyCommand.move, RmCommand.command, ShareCommand.command,
        UnlockCommand.unlock, UnlockCommand.lock,
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

    /// Runs a command line of the process.
    ///
    /// - Returns: the exit code; failures have been told.
    package static func run(_ parsed: ParsedArguments, root: @escaping @Sendable () -> CommandSpec) async -> ExitCode {
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
