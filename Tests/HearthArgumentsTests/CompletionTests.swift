import Glibc
import HearthArguments
import HearthTesting
import Testing

@Suite("Completions")
struct CompletionTests {
    private static let root = CommandSpec(
        name: "tool",
        summary: "A tool's own help: [all] of it.",
        options: [
            OptionSpec("json", help: "Print JSON."),
            OptionSpec("area", value: "NAME", completion: .dynamic("area"), help: "Which home it's for."),
        ],
        subcommands: [
            CommandSpec(
                name: "put",
                aliases: ["upload"],
                summary: "Upload: files.",
                options: [
                    OptionSpec("mode", short: "m", choices: ["fast", "slow"], help: "How."),
                    OptionSpec("list", value: "FILE", completion: .file, help: "A list."),
                ],
                arguments: [
                    ArgumentSpec("LOCAL", isRepeated: true, completion: .file, help: "What."),
                    ArgumentSpec("REMOTE", completion: .dynamic("remote"), help: "Where."),
                ]
            ),
            CommandSpec(name: "hidden", summary: "Not shown.", isHidden: true),
            CommandSpec(
                name: "home",
                summary: "Homes.",
                subcommands: [
                    CommandSpec(name: "ls", aliases: ["list"], summary: "List."),
                    CommandSpec(
                        name: "use",
                        summary: "Choose.",
                        arguments: [ArgumentSpec("HOME", completion: .dynamic("area"), help: "Which.")]
                    ),
                ]
            ),
        ]
    )

    /// Completes a line in bash with a `tool` that answers for itself.
    private func bash(_ line: String, in folder: TemporaryDirectory) throws -> [String]? {
        let script = folder.path + "/script"
        let tool = """
            tool() { [[ $1 == __complete ]] && printf '%s\\n' "$4 one" "home:two" "$4-$6/"; }
            compopt() { :; }
            """
        // COMP_WORDS as readline splits it: at blanks, and at ':' and '=' too.
        let body = """
            \(Self.root.bashCompletion)
            \(tool)
            COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=$' \\t\\n"\\'><=;|&(:'
            mapfile -t COMP_WORDS < <(sed -E 's/([:=])/\\n\\1\\n/g; s/ +/\\n/g' <<<"$1" | sed '/^$/d')
            [[ $1 == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _tool
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        try write(body, to: script)
        guard let lines = try run(["bash", script, line], in: folder.path) else { return nil }
        return lines.split(separator: "\n").map { String($0) }
    }

    private func write(_ text: String, to path: String) throws {
        let file = try #require(fopen(path, "w"))
        fputs(text, file)
        fclose(file)
    }

    /// What a program prints; nil when it is not installed.
    private func run(_ words: [String], in folder: String) throws -> String? {
        let quoted = words.map { "'" + $0.replacing("'", with: "'\\''") + "'" }.joined(separator: " ")
        let command = "cd '\(folder)' && command -v \(words[0]) >/dev/null || exit 127; \(quoted) 2>&1"
        let pipe = try #require(popen(command, "r"))
        var bytes: [UInt8] = []
        while true {
            let byte = fgetc(pipe)
            if byte == EOF { break }
            bytes.append(UInt8(truncatingIfNeeded: byte))
        }
        let status = pclose(pipe)
        return status >> 8 == 127 ? nil : String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "bash: commands, options, values, files, and what the program knows",
        arguments: [
            ("tool ", ["put", "home"]), ("tool h", ["home"]), ("tool --j", ["--json"]),
            ("tool put --m", ["--mode"]), ("tool put --mode ", ["fast", "slow"]),
            ("tool put --mode=f", ["fast"]),
            ("tool upload -m s", ["slow"]), ("tool put a", ["a file"]),
            ("tool put 'a file' re", ["remote one", "home:two", "remote-re/"]),
            ("tool home ", ["ls", "use"]), ("tool home use ho", ["area one", "home:two", "area-ho/"]),
            ("tool home use home:t", ["area one", "two", "area-home:t/"]), ("tool --area x home u", ["use"]),
            ("tool --json put -- -", []), ("tool nonsense ", ["put", "home"]),
        ] as [(String, [String])]
    )
    func bashOffers(_ line: String, _ offers: [String]) throws {
        let folder = try TemporaryDirectory()
        try write("", to: folder.path + "/a file")
        guard let found = try bash(line, in: folder) else { return }
        #expect(found.filter { $0 != "script" } == offers)
    }

    @Test("each shell reads its script", arguments: ["bash", "zsh", "fish"])
    func syntax(_ shell: String) throws {
        let folder = try TemporaryDirectory()
        let script =
            switch shell {
            case "bash": Self.root.bashCompletion
            case "zsh": Self.root.zshCompletion
            default: Self.root.fishCompletion
            }
        try write(script, to: folder.path + "/script")
        guard let complaints = try run([shell, "-n", "script"], in: folder.path) else { return }
        #expect(complaints == "")
        #expect(!script.contains("hidden"))
    }

    @Test("fish offers commands and what the program knows")
    func fish() throws {
        let folder = try TemporaryDirectory()
        let script = """
            function tool; test "$argv[1]" = __complete; and printf '%s\\n' remote/ "x y"; end
            \(Self.root.fishCompletion)
            complete -C 'tool h'
            complete -C 'tool home u'
            complete -C 'tool put --mode '
            complete -C 'tool home use r'
            """
        try write(script, to: folder.path + "/script")
        guard let found = try run(["fish", "--no-config", "script"], in: folder.path) else { return }
        let words = found.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
        #expect(words == ["home", "use", "fast", "slow", "remote/"])
    }
}

@Suite("Pages of the manual")
struct ManPageTests {
    private static let root = CommandSpec(
        name: "tool",
        summary: "A tool.",
        discussion: ".begins like a request\n\nIt's 'quoted' with \\ and - dashes…",
        options: [OptionSpec("json", short: "j", help: "Print JSON.")],
        subcommands: [
            CommandSpec(
                name: "home",
                summary: "Homes.",
                group: "More",
                subcommands: [
                    CommandSpec(
                        name: "use",
                        summary: "Choose.",
                        options: [OptionSpec("why", value: "TEXT", help: "Because.")],
                        arguments: [ArgumentSpec("HOME", help: "Which.")],
                        examples: [ExampleSpec("tool home use x", "Chooses x.")]
                    )
                ]
            ),
            CommandSpec(name: "hidden", summary: "Not shown.", isHidden: true),
        ],
        sections: [SectionSpec("Exit codes", [("0", "Done.")])]
    )

    @Test("a page for the program and one for each command")
    func pages() {
        let pages = ManPage.all(of: Self.root, version: "1.0")
        #expect(pages.map(\.name) == ["tool", "tool-home"])
        #expect(pages.map(\.fileName) == ["tool.1", "tool-home.1"])
        for part in [
            ".TH TOOL 1", ".SH MORE", "\\fBtool\\-home\\fR(1)", "\\&.begins", "It\\(aqs",
            "\\e and \\- dashes",
        ] {
            #expect(pages[0].roff.contains(part), "\(part)")
        }
        for part in [
            ".SS home use", "\\fB\\-\\-why\\fR \\fITEXT\\fR", "\\fB\\-j\\fR, ", ".SH EXIT CODES",
            "tool home use x",
        ] {
            #expect(pages[1].roff.contains(part), "\(part)")
        }
        for page in pages { #expect(!page.roff.contains("hidden")) }
    }
}

@Suite("Commands of two sides")
struct MergingTests {
    @Test("subcommands of both; a shared one takes the options of both and answers to both names")
    func merging() throws {
        let client = CommandSpec(
            name: "pool",
            summary: "Client.",
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List.",
                    options: [OptionSpec("long", help: "More.")]
                ),
                CommandSpec(name: "add", summary: "Add."),
            ]
        )
        let server = CommandSpec(
            name: "pool",
            summary: "Server.",
            subcommands: [
                CommandSpec(
                    name: "list",
                    summary: "List it.",
                    options: [OptionSpec("data", value: "DIR", help: "Where.")]
                ),
                CommandSpec(name: "scan", summary: "Scan."),
            ]
        )
        let both = client.merging(server)
        #expect(both.summary == "Client.")
        #expect(both.subcommands.map(\.name) == ["ls", "add", "scan"])
        #expect(both.subcommands[0].options.map(\.name) == ["long", "data"])
        #expect(both.subcommands[0].answers(to: "list"))
        guard
            case .run(let parsed) = try CommandSpec(name: "x", summary: "", subcommands: [both]).parse([
                "pool", "list", "--data", "d",
            ])
        else { throw UsageError("help") }
        #expect(parsed.command == ["pool", "ls"] && parsed.value("data") == "d")
    }

    @Test("an argument before the last may be repeated")
    func repeated() throws {
        let put = CommandSpec(
            name: "put",
            summary: "",
            arguments: [ArgumentSpec("LOCAL", isRepeated: true, help: ""), ArgumentSpec("REMOTE", help: "")]
        )
        guard case .run(let parsed) = try put.parse(["a", "b", "c"]) else { throw UsageError("help") }
        #expect(parsed.positionals == ["a", "b", "c"])
        #expect(throws: UsageError.self) { try put.parse(["a"]) }
    }
}
