import HearthArguments
import Testing

@Suite("Command lines")
struct ParseTests {
    static let hearth = CommandSpec(
        name: "hearth",
        summary: "A family's own cloud drive.",
        options: [OptionSpec("data", short: "d", value: "DIR", help: "Where state lies.")],
        subcommands: [
            CommandSpec(
                name: "serve",
                summary: "Run the server.",
                options: [
                    OptionSpec(
                        "listen",
                        short: "l",
                        value: "ADDRESS",
                        isRepeatable: true,
                        help: "Where to listen."
                    ),
                    OptionSpec("level", choices: ["debug", "info"], help: "What is logged."),
                    OptionSpec("quiet", short: "q", help: "Say nothing."),
                    OptionSpec("verbose", short: "v", help: "Say more."),
                ]
            ),
            CommandSpec(
                name: "user",
                summary: "People.",
                subcommands: [
                    CommandSpec(
                        name: "passwd",
                        summary: "Set a password.",
                        arguments: [
                            ArgumentSpec("account", help: "The account's name."),
                            ArgumentSpec("rest", isOptional: true, isRepeated: true, help: "More."),
                        ]
                    ),
                    CommandSpec(
                        name: "add",
                        summary: "Add a person.",
                        arguments: [ArgumentSpec("account", help: "The account's name.")]
                    ),
                ]
            ),
        ]
    )

    private func run(_ line: String...) throws -> ParsedArguments {
        guard case .run(let arguments) = try Self.hearth.parse(line) else {
            throw UsageError("help was asked for")
        }
        return arguments
    }

    @Test("a subcommand that is meant where none is given, with its options")
    func usual() throws {
        let queue = CommandSpec(
            name: "hearth",
            summary: "",
            subcommands: [
                CommandSpec(
                    name: "queue",
                    summary: "",
                    subcommands: [
                        CommandSpec(name: "run", summary: "", options: [OptionSpec("fast", help: "")]),
                        CommandSpec(name: "ls", summary: "", options: [OptionSpec("failed", help: "")]),
                    ],
                    usual: "ls"
                )
            ]
        )
        for line in [["queue"], ["queue", "--failed"], ["queue", "ls"]] {
            guard case .run(let parsed) = try queue.parse(line) else { throw UsageError("help") }
            #expect(parsed.command == ["queue", "ls"])
            #expect(parsed.flag("failed") == line.contains("--failed"))
        }
        for line in [["queue", "sl"], ["queue", "--fast"], ["queue", "--failed", "run"], []] {
            #expect(throws: UsageError.self) { try queue.parse(line) }
        }
        guard case .help(let text) = try queue.parse(["queue", "--help"]) else { throw UsageError("no help") }
        #expect(text.contains("Usage: hearth queue [options] [<command>]"))
        #expect(queue.grouped("x").subcommands.first?.usual == "ls")
        #expect(queue.merging(queue).subcommands.first?.usual == "ls")
    }

    @Test("values are given in every usual form, options of outer commands anywhere")
    func forms() throws {
        let parsed = try run(
            "-d",
            "/x",
            "serve",
            "--listen=1",
            "--listen",
            "2",
            "-l3",
            "-l=4",
            "-qv",
            "--level=info"
        )
        #expect(parsed.command == ["serve"])
        #expect(parsed.values("listen") == ["1", "2", "3", "4"])
        #expect(parsed.value("data") == "/x")
        #expect(parsed.flag("quiet") && parsed.flag("verbose"))
        #expect(parsed.value("level") == "info")
        #expect(try run("serve", "--data=").value("data") == "")
        #expect(try run("serve", "--data", "-").value("data") == "-")
        #expect(try run("serve", "-qld", "--data", "y").values("listen") == ["d"])
        #expect(try !run("serve").flag("quiet"))
        #expect(try run("serve").value("listen") == nil)
    }

    @Test("arguments by place; a double dash ends the options")
    func places() throws {
        let parsed = try run("user", "passwd", "-", "--", "--data", "-x", "--help")
        #expect(parsed.command == ["user", "passwd"])
        #expect(parsed.positionals == ["-", "--data", "-x", "--help"])
        #expect(parsed.positional(0) == "-")
        #expect(parsed.positional(4) == nil)
        #expect(try run("user", "passwd", "mum").positional(1) == nil)
    }

    @Test("a command may have a standard one")
    func standard() throws {
        let list = CommandSpec(name: "ls", summary: "", options: [OptionSpec("long", short: "l", help: "")])
        let root = CommandSpec(
            name: "x",
            summary: "",
            subcommands: [
                CommandSpec(
                    name: "home",
                    summary: "",
                    subcommands: [CommandSpec(name: "use", summary: ""), list],
                    usual: "ls"
                )
            ]
        )
        for line in [["home"], ["home", "-l"], ["home", "--long"], ["home", "ls", "-l"]] {
            guard case .run(let parsed) = try root.parse(line) else { throw UsageError("help was asked for") }
            #expect(parsed.command == ["home", "ls"])
            #expect(parsed.flag("long") == (line.count > 1))
        }
        #expect(throws: UsageError.self) { try root.parse(["home", "nonsense"]) }
        #expect(throws: UsageError.self) { try root.parse(["home", "--nonsense"]) }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let line: [String]
        let parts: [String]
        init(_ line: String, _ parts: String...) {
            self.line = line.split(separator: " ").map(String.init)
            self.parts = parts
        }
        var testDescription: String { line.joined(separator: " ") }
    }

    @Test(
        "errors name what is wrong and what was perhaps meant",
        arguments: [
            Fault("", "a command is missing: serve, user"),
            Fault("sevre", "'sevre'", "did you mean 'serve'?"),
            Fault("serve --lisen 1", "'--lisen'", "did you mean '--listen'?"),
            Fault("serve -x", "'-x'", "'--'"),
            Fault("serve --listen", "'--listen'", "--listen=ADDRESS"),
            Fault("serve --listen -q", "--listen=ADDRESS"),
            Fault("serve -l", "'-l'"), Fault("serve --quiet=1", "'--quiet'", "no value"),
            Fault("serve --quiet -q", "'-q'", "twice"), Fault("serve --level=inof", "debug, info", "'info'?"),
            Fault("serve x", "'x'", "too many"), Fault("user add", "<account>"), Fault("user add a b", "'b'"),
            Fault("user", "passwd, add"), Fault("serve --zzzzzzzz", "'--zzzzzzzz'"),
            Fault("serve --=1", "'--'"),
        ]
    )
    func faults(_ fault: Fault) {
        let error = #expect(throws: UsageError.self) { try Self.hearth.parse(fault.line) }
        for part in fault.parts { #expect(error?.message.contains(part) == true) }
        #expect(error?.exitCode == 2)
        #expect(error?.text.contains("Usage: hearth") == true)
        if fault.line.contains("--zzzzzzzz") { #expect(error?.message.contains("mean") == false) }
    }

    @Test("help, at every level and in every form")
    func help() throws {
        for line in [["--help"], ["-h"], ["-d", "/x", "--help"]] {
            guard case .help(let text) = try Self.hearth.parse(line) else { throw UsageError("no help") }
            #expect(text.contains("Usage: hearth [options] <command>"))
            #expect(text.contains("serve  Run the server."))
        }
        for line in [["serve", "--help"], ["serve", "-qh"], ["serve", "--quiet", "-h", "--nonsense"]] {
            guard case .help(let text) = try Self.hearth.parse(line) else { throw UsageError("no help") }
            #expect(
                text == """
                    Run the server.

                    Usage: hearth serve [options]

                    Options:
                      -l, --listen ADDRESS    Where to listen.
                          --level debug|info  What is logged.
                      -q, --quiet             Say nothing.
                      -v, --verbose           Say more.
                      -h, --help              Show this help.

                    Options of every command:
                      -d, --data DIR  Where state lies.

                    """
            )
        }
        guard case .help(let text) = try Self.hearth.parse(["user", "passwd", "-h"]) else {
            throw UsageError("no help")
        }
        #expect(text.contains("Usage: hearth user passwd [options] <account> [<rest>...]"))
    }

    @Test("long texts are wrapped below each other")
    func wrapping() throws {
        let words = Array(repeating: "word", count: 40).joined(separator: " ")
        let spec = CommandSpec(
            name: "x",
            summary: "s",
            discussion: "\(words)\n\nSecond.",
            options: [
                OptionSpec("a-very-long-option-with-a-long-name", value: "VALUE", help: words),
                OptionSpec("b", help: "B"),
            ]
        )
        guard case .help(let text) = try spec.parse(["-h"]) else { throw UsageError("no help") }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(text.contains("\n\nSecond.\n"))
    }
}
