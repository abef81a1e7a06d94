import HearthArguments
import HearthCLI
import HearthWire
import Testing

@Suite("The table of commands")
struct CommandTableTests {
    private func every(_ spec: CommandSpec) -> [CommandSpec] { [spec] + spec.subcommands.flatMap(every) }

    @Test("no name or alias stands for two commands, no letter for two options")
    func names() {
        func check(_ spec: CommandSpec, _ outer: [OptionSpec]) {
            let words = spec.subcommands.flatMap { [$0.name] + $0.aliases }
            #expect(Set(words).count == words.count, "\(spec.name): \(words)")
            let options = spec.options + outer
            #expect(Set(options.map(\.name)).count == options.count, "\(spec.name): \(options.map(\.name))")
            let letters = options.compactMap(\.short)
            #expect(Set(letters).count == letters.count, "\(spec.name): \(letters)")
            for next in spec.subcommands { check(next, options) }
        }
        check(ClientCommands.root, [])
    }

    @Test("everything says what it is")
    func texts() {
        for spec in every(ClientCommands.root) {
            #expect(spec.summary.hasSuffix("."), "\(spec.name)")
            for option in spec.options {
                #expect(!option.help.isEmpty && option.help.last != " ", "\(option.name)")
            }
            for argument in spec.arguments { #expect(!argument.help.isEmpty) }
            if !spec.isHidden, !spec.subcommands.isEmpty { #expect(spec.arguments.isEmpty) }
        }
    }

    @Test(
        "the first word of a command line",
        arguments: [
            (["ls"], "ls"), (["--json", "ls"], "ls"), (["--area", "home", "ls"], "ls"),
            (["--area=home", "put"], "put"),
            (["-qv", "ls"], "ls"), (["--", "ls"], "ls"), ([], nil), (["--help"], nil),
        ] as [([String], String?)]
    )
    func firstWord(_ line: [String], _ word: String?) { #expect(ClientCommands.firstWord(of: line) == word) }

    @Test("global options before and after the command; the language by variable")
    func globals() throws {
        guard
            case .run(let parsed) = try ClientCommands.root.parse([
                "--json", "ls", "-vv", "--area", "x", "--no-input",
            ])
        else {
            throw UsageError("help")
        }
        let options = GlobalOptions(parsed) { ["HEARTH_LANG": "zh_CN.UTF-8", "HEARTH_AREA": "y"][$0] }
        #expect(options.isJSON && options.asksNothing && options.verbosity == 2 && options.area == "x")
        #expect(options.language == .chinese)
        let other = GlobalOptions(ParsedArguments()) {
            ["LC_ALL": "C", "LANG": "zh_CN.UTF-8", "HEARTH_AREA": "y"][$0]
        }
        #expect(other.language == .english && other.area == "y" && !other.isJSON)
    }
}
