import Glibc
import HearthAdmin
import HearthServer
import HearthTesting
import Synchronization
import Testing

@Suite("The command line", .timeLimit(.minutes(10)))
struct HearthCommandTests {
    /// Keeps what a command writes.
    private final class Recorder: Sendable {
        private let lines = Mutex<(out: [String], err: [String])>(([], []))
        var output: String { lines.withLock { $0.out.joined(separator: "\n") } }
        var errors: String { lines.withLock { $0.err.joined(separator: "\n") } }

        func console(environment: [String: String] = [:]) -> Console {
            Console(
                print: { line in self.lines.withLock { $0.out.append(line) } },
                complain: { line in self.lines.withLock { $0.err.append(line) } },
                environment: { environment[$0] },
                input: -1
            )
        }
    }

    private func run(_ arguments: String..., environment: [String: String] = [:]) -> (Int32, Recorder) {
        let recorder = Recorder()
        return (HearthCommand.run(arguments, console: recorder.console(environment: environment)), recorder)
    }

    struct Help: Sendable, CustomTestStringConvertible {
        let arguments: [String]
        let words: [String]
        var testDescription: String { arguments.joined(separator: " ") }
    }

    @Test(
        "every command helps",
        arguments: [
            Help(
                arguments: [],
                words: ["serve", "setup", "user", "backup-db", "restore", "version", "Exit codes"]
            ),
            Help(
                arguments: ["serve"],
                words: ["--listen ADDRESS:PORT", "--tls-certificate", "--log-file", "--data"]
            ),
            Help(
                arguments: ["setup"],
                words: ["--owner NAME", "--password-file FILE", "--nickname", "--area"]
            ),
            Help(
                arguments: ["user"],
                words: ["add", "list", "edit", "disable", "enable", "remove", "owner", "passwd", "invite"]
            ),
            Help(arguments: ["user", "edit"], words: ["<NAME>", "--account-name", "--nickname"]),
            Help(arguments: ["user", "remove"], words: ["<NAME>", "private folders", "starts next"]),
            Help(arguments: ["user", "invite"], words: ["--nickname", "--days"]),
            Help(arguments: ["user", "add"], words: ["<NAME>", "--password-file", "--nickname"]),
            Help(arguments: ["user", "passwd"], words: ["<NAME>", "--password-file"]),
            Help(arguments: ["user", "list"], words: ["--data"]),
            Help(arguments: ["backup-db"], words: ["<FILE>"]),
            Help(arguments: ["restore"], words: ["<DIR>", "--force"]),
            Help(
                arguments: ["vault", "check"],
                words: ["<PATH>", "--password-file", "--mend", "--accept", "--quick", "--data"]
            ),
            Help(arguments: ["version"], words: ["version"]),
        ]
    )
    func help(_ item: Help) {
        let recorder = Recorder()
        #expect(HearthCommand.run(item.arguments + ["--help"], console: recorder.console()) == 0)
        for word in item.words { #expect(recorder.output.contains(word), "\(word)") }
        #expect(recorder.errors.isEmpty)
    }

    @Test(
        "what is not understood ends with 2 and a hint",
        arguments: [
            [], ["serv"], ["user"], ["user", "ad", "x"], ["serve", "--lisen", "x"], ["setup"],
            ["setup", "--owner", "o"], ["user", "add", "--password-file", "f"], ["user", "add", "a", "b"],
            ["user", "edit", "a"], ["user", "remove"], ["user", "invite", "--days", "x"],
            ["vault"], ["vault", "check"], ["backup-db"], ["restore"], ["serve", "extra"],
            ["setup", "--owner"],
        ]
    )
    func usage(_ arguments: [String]) {
        let recorder = Recorder()
        #expect(HearthCommand.run(arguments, console: recorder.console()) == 2)
        #expect(recorder.errors.hasPrefix("error: "))
        #expect(recorder.output.isEmpty)
    }

    @Test("prints its version", arguments: ["version", "--version"])
    func version(_ word: String) {
        let (code, said) = run(word)
        #expect(code == 0)
        #expect(said.output == "hearth \(HearthAPI.version)")
    }

    @Test("people are set up, added, listed and given passwords")
    func people() throws {
        let temporary = try TemporaryDirectory()
        let data = temporary.appending("data")
        let password = temporary.appending("password")
        try OperatorFiles.write(Array("secret word\n".utf8), to: password, mode: 0o600)
        let short = temporary.appending("short")
        try OperatorFiles.write(Array("short\n".utf8), to: short, mode: 0o600)

        var (code, said) = run("user", "list", "--data", data)
        #expect(code == 1)
        #expect(said.errors.contains("holds no drive"))
        #expect(access(data, F_OK) != 0)

        (code, said) = run("setup", "--data", data, "--owner", "olivia", "--password-file", short)
        #expect(code == 1)
        #expect(said.errors.contains("at least 6 characters"))

        (code, said) = run("user", "add", "max", "--password-file", password, "--data", data)
        #expect(code == 1)
        #expect(said.errors.contains("hearth setup"))

        (code, said) = run(
            "setup",
            "--data",
            data,
            "--owner",
            "olivia",
            "--password-file",
            password,
            "--nickname",
            "Olivia",
            "--area",
            "Zu Hause"
        )
        #expect(code == 0, "\(said.errors)")
        (code, said) = run("setup", "--data", data, "--owner", "other", "--password-file", password)
        #expect(code == 1)
        #expect(said.errors.contains("has an owner already"))

        // The variable stands in for the option.
        (code, said) = run(
            "user",
            "add",
            "max",
            "--password-file",
            password,
            environment: ["HEARTH_SERVER_DATA": data]
        )
        #expect(code == 0, "\(said.errors)")
        (code, said) = run("user", "add", "MAX", "--password-file", password, "--data", data)
        #expect(code == 1)
        #expect(said.errors.contains("account of that name"))

        (code, said) = run("user", "passwd", "max", "--password-file", password, "--data", data)
        #expect(code == 0, "\(said.errors)")
        (code, said) = run("user", "passwd", "nobody", "--password-file", password, "--data", data)
        #expect(code == 1)
        #expect(said.errors.contains("no account of that name"))

        (code, said) = run("user", "list", "--data", data)
        #expect(code == 0)
        let lines = said.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(
            lines == [
                ["ID", "ACCOUNT", "NICKNAME", "ROLE"], ["1", "olivia", "Olivia", "owner"],
                ["2", "max", "max", "member"],
            ]
        )
    }

    @Test("a backup brings people and keys back")
    func backup() throws {
        let temporary = try TemporaryDirectory()
        let data = DataDirectory(path: temporary.appending("data"))
        let copy = temporary.appending("copy")
        let password = temporary.appending("password")
        try OperatorFiles.write(Array("secret word".utf8), to: password, mode: 0o600)
        #expect(run("backup-db", copy, "--data", data.path).0 == 1)
        #expect(run("setup", "--data", data.path, "--owner", "olivia", "--password-file", password).0 == 0)
        let secret = try data.secret()
        var (code, said) = run("backup-db", copy, "--data", data.path)
        #expect(code == 0, "\(said.errors)")
        #expect(access(copy + "/hearth.sqlite", F_OK) == 0)
        (code, said) = run("backup-db", copy, "--data", data.path)
        #expect(code == 1)
        #expect(said.errors.contains("exists already"))

        // Into a new place.
        let other = DataDirectory(path: temporary.appending("other"))
        (code, said) = run("restore", copy, "--data", other.path)
        #expect(code == 0, "\(said.errors)")
        #expect(try other.secret() == secret)
        #expect(run("user", "list", "--data", other.path).1.output.contains("olivia"))

        // Over a drive that has an owner, and over one that is in use.
        #expect(run("user", "add", "late", "--password-file", password, "--data", data.path).0 == 0)
        (code, said) = run("restore", copy, "--data", data.path)
        #expect(code == 1)
        #expect(said.errors.contains("--force"))
        do {
            let lock = try data.lock()
            (code, said) = run("restore", copy, "--data", data.path, "--force")
            #expect(code == 1)
            #expect(said.errors.contains("another Hearth"))
            withExtendedLifetime(lock) {}
        }
        #expect(run("user", "list", "--data", data.path).1.output.contains("late"))
        (code, said) = run("restore", copy, "--data", data.path, "--force")
        #expect(code == 0, "\(said.errors)")
        #expect(run("user", "list", "--data", data.path).1.output.contains("late") == false)
        #expect(access(data.path + "/before-restore-1/hearth.sqlite", F_OK) == 0)
        #expect(access(data.path + "/before-restore-1/keys/server.secret", F_OK) == 0)

        (code, said) = run("restore", temporary.path, "--data", data.path, "--force")
        #expect(code == 1)
        #expect(said.errors.contains("is no backup"))
    }
}
