import Glibc
package import HearthArguments
import HearthLog
import HearthServer

/// The program `hearth`: finds the command, runs it, and turns failures into words and an exit code.
package enum HearthCommand {
    /// Runs one command of the server's side as this process, which ends with it.
    ///
    /// Exit codes: 0 done, 1 failed, 2 not understood.
    ///
    /// - Parameter parsed: its command is one of ``CommandTable``.
    package static func main(_ parsed: ParsedArguments) -> Never {
        umask(0o007)
        ProcessSettings.apply()
        let code = run(parsed, console: .process)
        fflush(nil)
        // Not `exit`: threads of the pools are still on their way out, and what libraries free at exit (libcrypto
        // above all) would be freed under their feet.
        _exit(code)
    }

    /// Whether a data directory is there that commands without `--data` would work on.
    package static var hasStandardDrive: Bool {
        let console = Console.process
        let data = try? DataDirectory.chosen(
            option: nil,
            isRoot: console.isRoot,
            environment: console.environment
        )
        return data?.hasDatabase ?? false
    }

    /// Runs one command line.
    ///
    /// - Parameters:
    ///   - arguments: without the program's name.
    ///   - console: where it reads and writes.
    /// - Returns: the exit code.
    package static func run(_ arguments: [String], console: Console) -> Int32 {
        telling(console) {
            switch try CommandTable.root.parse(arguments == ["--version"] ? ["version"] : arguments) {
            case .help(let text): console.print(trimmed(text))
            case .run(let parsed): try run(parsed, console)
            }
        }
    }

    /// Runs one command line that was read already.
    ///
    /// - Parameters:
    ///   - parsed: its command is one of ``CommandTable``.
    ///   - console: where it reads and writes.
    /// - Returns: the exit code.
    package static func run(_ parsed: ParsedArguments, console: Console) -> Int32 {
        telling(console) { try run(parsed, console) }
    }

    private static func telling(_ console: Console, _ body: () throws -> Void) -> Int32 {
        do {
            try body()
            return 0
        } catch let error as UsageError {
            console.complain(trimmed(error.text))
            return error.exitCode
        } catch let error as ServiceError where error.code == .usage {
            console.complain("error: \(Complaint.text(for: error))")
            return 2
        } catch {
            console.complain("error: \(Complaint.text(for: error))")
            return 1
        }
    }

    private static func run(_ parsed: ParsedArguments, _ console: Console) throws {
        switch parsed.command {
        case ["version"]: console.print("hearth \(HearthAPI.version)")
        case ["serve"]:
            let command = ServeCommand(
                data: try data(parsed, console),
                console: console,
                isLAN: parsed.flag("lan"),
                showsCode: parsed.flag("qr") || parsed.flag("lan") && console.isTerminal,
                usesOldDataVariable: parsed.value("data") == nil && usesOldDataVariable(console)
            ) {
                parsed.value($0.flag)
            }
            try command.run()
        case ["setup"] where parsed.flag("link"):
            if parsed.value("owner") != nil {
                throw UsageError("--link and --owner do not go together; see 'hearth setup --help'")
            }
            try people(parsed, console).run(.setUpLink, showsCode: parsed.flag("qr") || console.isTerminal)
        case ["tls", "init"]:
            try tls(parsed, console).make(names: parsed.values("name"), force: parsed.flag("force"))
        case ["tls", "show"]: try tls(parsed, console).show()
        case ["setup"]:
            let request = AdminRequest.setUp(
                owner: try required("owner", parsed),
                password: try password(parsed, console),
                nickname: parsed.value("nickname"),
                area: parsed.value("area")
            )
            try people(parsed, console).run(request, mayCreate: true)
        case ["user", "add"]:
            let request = AdminRequest.addUser(
                name: parsed.positional(0) ?? "",
                password: try password(parsed, console),
                nickname: parsed.value("nickname")
            )
            try people(parsed, console).run(request)
        case ["user", "passwd"]:
            let name = parsed.positional(0) ?? ""
            try people(parsed, console).run(.setPassword(name: name, password: try password(parsed, console)))
        case ["user", "list"]: try people(parsed, console).run(.listUsers)
        case ["user", "edit"]:
            let (accountName, nickname) = (parsed.value("account-name"), parsed.value("nickname"))
            if accountName == nil, nickname == nil {
                throw UsageError("nothing to change; see 'hearth user edit --help'")
            }
            let request = AdminRequest.editUser(
                name: parsed.positional(0) ?? "",
                accountName: accountName,
                nickname: nickname
            )
            try people(parsed, console).run(request)
        case ["user", "disable"], ["user", "enable"]:
            let request = AdminRequest.setDisabled(
                name: parsed.positional(0) ?? "",
                isDisabled: parsed.command[1] == "disable"
            )
            try people(parsed, console).run(request)
        case ["user", "remove"]:
            try people(parsed, console).run(.removeUser(name: parsed.positional(0) ?? ""))
        case ["user", "owner"]:
            try people(parsed, console).run(.makeOwner(name: parsed.positional(0) ?? ""))
        case ["user", "invite"]:
            let days = try parsed.value("days").map { text in
                guard let days = Int64(text) else {
                    throw UsageError("'\(text)' is no number of days; see 'hearth user invite --help'")
                }
                return days
            }
            try people(parsed, console).run(.invite(nickname: parsed.value("nickname"), days: days))
        case ["folder", "adopt"], ["folder", "list"]:
            guard let request = FolderCommand.request(parsed, absolute: path) else { break }
            try FolderCommand(data: try data(parsed, console), console: console).run(request)
        case let command where command.first == "pool":
            guard let request = try PoolCommand.request(parsed, absolute: path) else { break }
            try PoolCommand(data: try data(parsed, console), console: console).run(request)
        case ["vault", "check"]:
            let command = VaultCommand(
                console: console,
                data: { try data(parsed, console) },
                password: {
                    guard parsed.value("password-file") == nil else { return try password(parsed, console) }
                    return try VaultPassword.ask("Password of the vault: ", console)
                }
            )
            try command.run(parsed)
        case ["backup-db"]: try backUp(parsed, console)
        case ["restore"]: try restore(parsed, console)
        default: throw UsageError("there is no command '\(parsed.command.joined(separator: " "))'")
        }
    }

    private static func backUp(_ parsed: ParsedArguments, _ console: Console) throws {
        let path = path(parsed.positional(0) ?? "")
        try Backup.make(of: try data(parsed, console), at: path)
        console.print("Database and keys are in \(path).")
    }

    private static func restore(_ parsed: ParsedArguments, _ console: Console) throws {
        let data = try data(parsed, console)
        let restore = Restore(
            from: path(parsed.positional(0) ?? ""),
            into: data,
            logger: Logger(label: "sql", level: .warning)
        )
        let force = parsed.flag("force")
        let pools = ServicePools(connections: 1, blocking: 1)
        defer { pools.stop() }
        let outcome = try waitFor(on: pools.connections) { try await restore.run(force: force) }
        console.print("Database and keys are in place in \(data.path).")
        if let old = outcome.kept {
            console.print("The ones before are in \(old); delete them when they are not needed.")
        }
        if !outcome.encrypted.isEmpty {
            console.print(
                "What is newer than the backup in encrypted folders is refused as changed outside Hearth (90013), until "
                    + "`hearth vault check PATH --accept` takes it as right: \(outcome.encrypted.joined(separator: ", "))."
            )
        }
    }

    // MARK: Arguments

    private static func people(_ parsed: ParsedArguments, _ console: Console) throws -> PeopleCommand {
        let data = try data(parsed, console)
        return PeopleCommand(data: data, console: console, address: address(of: data, console))
    }

    private static func tls(_ parsed: ParsedArguments, _ console: Console) throws -> TLSCommand {
        let data = try data(parsed, console)
        let configuration = configuration(of: data, console) ?? Configuration()
        return TLSCommand(
            data: data,
            console: console,
            configured: configuration.certificate,
            address: address(of: data, console),
            host: configuration.listen.host
        )
    }

    /// What a server over the directory would find, without its flags; nil when it would not start.
    private static func configuration(of data: DataDirectory, _ console: Console) -> Configuration? {
        let bytes = try? OperatorFiles.read(data.configuration, limit: 1 << 20)
        return try? Configuration(
            file: data.configuration,
            bytes: bytes,
            environment: console.environment,
            flags: { _ in nil }
        )
    }

    /// Where the configuration has a server listen; `/` when it does not say it well enough.
    private static func address(of data: DataDirectory, _ console: Console) -> String {
        guard let configuration = configuration(of: data, console), configuration.listen.port != 0 else {
            return "/"
        }
        return ReachableAddress.url(
            host: configuration.listen.host,
            port: configuration.listen.port,
            isSecure: !configuration.certificate.isEmpty || LocalCertificate(data: data).exists
        )
    }

    /// Whether the data directory comes from the variable of before the client had its own.
    private static func usesOldDataVariable(_ console: Console) -> Bool {
        func isSet(_ name: String) -> Bool { !(console.environment(name) ?? "").isEmpty }
        return isSet("HEARTH_DATA") && !isSet("HEARTH_SERVER_DATA")
    }

    private static func data(_ parsed: ParsedArguments, _ console: Console) throws -> DataDirectory {
        try DataDirectory.chosen(
            option: parsed.value("data"),
            isRoot: console.isRoot,
            environment: console.environment
        )
    }

    private static func password(_ parsed: ParsedArguments, _ console: Console) throws -> String {
        try PasswordFile.read(try required("password-file", parsed), input: console.input)
    }

    private static func required(_ name: String, _ parsed: ParsedArguments) throws -> String {
        guard let value = parsed.value(name), !value.isEmpty else {
            throw UsageError(
                "the option '--\(name)' is missing; see 'hearth \(parsed.command.joined(separator: " ")) --help'"
            )
        }
        return value
    }

    /// Absolute, without a slash at the end.
    private static func path(_ text: String) -> String { DataDirectory(path: text).path }

    /// Without the newlines at the end: the console adds one.
    private static func trimmed(_ text: String) -> String {
        String(text.reversed().drop { $0 == "\n" }.reversed())
    }
}
