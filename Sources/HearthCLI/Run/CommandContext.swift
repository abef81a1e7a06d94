import Glibc
package import HearthArguments
package import HearthClient
import HearthCurl
package import HearthWire
import Synchronization

/// What a command works with: its command line, the person's homes, the way to servers, and where to say things.
package final class CommandContext: Sendable {
    /// The command line.
    package let parsed: ParsedArguments
    /// What every command understands.
    package let options: GlobalOptions
    /// Where results and complaints go.
    package let output: Output
    /// Asks the person.
    package let prompt: Prompt
    /// Looks a variable of the environment up.
    package let environment: @Sendable (String) -> String?
    /// The whole program, for completions and manual.
    package let root: @Sendable () -> CommandSpec
    /// The homes, once something needs them.
    package var homes: Homes {
        get throws(CommandError) {
            if let made = kept.withLock({ $0 }) { return made }
            let made = try Homes(options: options, output: output, environment: environment)
            kept.withLock { $0 = made }
            return made
        }
    }

    private let kept = Mutex<Homes?>(nil)

    /// The process's own.
    package convenience init(_ parsed: ParsedArguments, root: @escaping @Sendable () -> CommandSpec) {
        let environment: @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
        let options = GlobalOptions(parsed, environment: environment)
        let output = Output(
            isJSON: options.isJSON,
            isQuiet: options.isQuiet,
            verbosity: options.verbosity,
            language: options.language,
            standard: Terminal(STDOUT_FILENO, environment: environment),
            errors: Terminal(STDERR_FILENO, environment: environment)
        )
        let canAsk = !options.asksNothing && isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1
        self.init(
            parsed,
            options: options,
            output: output,
            prompt: Prompt(canAsk: canAsk, output: output),
            environment: environment,
            root: root
        )
    }

    /// Takes the parts as they are; for tests.
    package init(
        _ parsed: ParsedArguments,
        options: GlobalOptions,
        output: Output,
        prompt: Prompt,
        environment: @escaping @Sendable (String) -> String?,
        root: @escaping @Sendable () -> CommandSpec
    ) {
        self.parsed = parsed
        self.options = options
        self.output = output
        self.prompt = prompt
        self.environment = environment
        self.root = root
    }

    // MARK: Words

    /// The language of texts.
    package var language: WireLanguage { options.language }

    /// The argument at a place; the parser has seen to it that required ones are there.
    package func argument(_ index: Int) -> String { parsed.positional(index) ?? "" }

    /// The whole number of an option.
    ///
    /// - Throws: exit code 2 for what is none in the range.
    package func number(_ option: String, in range: ClosedRange<Int>) throws(CommandError) -> Int? {
        guard let text = parsed.value(option) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw CommandError(
                .usage,
                "--\(option) 必须是 \(range.lowerBound) 到 \(range.upperBound) 的整数",
                "--\(option) is a number from \(range.lowerBound) to \(range.upperBound), not '\(text)'"
            )
        }
        return number
    }

    /// The size or speed of an option, in bytes.
    package func bytes(_ option: String) throws(CommandError) -> Int64? {
        guard let text = parsed.value(option) else { return nil }
        guard let bytes = Amount.parse(text) else {
            throw CommandError(
                .usage,
                "--\(option) 必须是 512、500K 或 2M 这样的大小",
                "--\(option) is a size such as 512, 500K or 2M, not '\(text)'"
            )
        }
        return bytes
    }

    // MARK: Homes

    /// The home that is meant where a path names none.
    package func drive() async throws(CommandError) -> Drive { try await homes.drive(nil) }

    /// A remote path and the home it belongs to.
    package func remote(_ text: String) async throws(CommandError) -> RemoteItem {
        let homes = try homes
        let name = try RemoteName(text, aliases: try await homes.aliases(), homeFolder: environment("HOME"))
        let drive = try await homes.drive(name.area)
        return RemoteItem(drive: drive, name: name, path: try await drive.path(name))
    }
}

/// A remote path that was given, and what it is called on its drive.
package struct RemoteItem: Sendable {
    /// The home.
    package let drive: Drive
    /// As it was given.
    package let name: RemoteName
    /// On the drive; the virtual root for the list of all folders.
    package let path: RemotePath
}
