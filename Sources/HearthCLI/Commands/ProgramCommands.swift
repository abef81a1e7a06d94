import HearthArguments
import HearthWire

/// `hearth version`, `hearth completion`, `hearth man`: about the program itself.
enum ProgramCommands {
    /// Follows the releases.
    static let version = "0.1.0"

    static let versionCommand = ClientCommand(
        CommandSpec(name: "version", summary: "Print the version.", group: ClientCommands.Group.program),
        done: { context in
            context.output.object {
                $0.key("version"); $0.string(version)
            }
            context.output.line("hearth \(version)")
        }
    )

    static let completion = ClientCommand(
        CommandSpec(
            name: "completion",
            summary: "Print the completion script of a shell.",
            discussion: "Names of the drive are completed too, with a short look at the server.",
            group: ClientCommands.Group.program,
            arguments: [
                ArgumentSpec(
                    "SHELL",
                    completion: .words(["bash", "zsh", "fish"]),
                    help: "bash, zsh or fish."
                )
            ],
            examples: [
                ExampleSpec(
                    "hearth completion bash > ~/.local/share/bash-completion/completions/hearth",
                    "For bash; new shells know it."
                ),
                ExampleSpec("hearth completion zsh > ~/.zfunc/_hearth", "For zsh, with ~/.zfunc in $fpath."),
                ExampleSpec("hearth completion fish > ~/.config/fish/completions/hearth.fish", "For fish."),
            ]
        ),
        done: { context in
            let root = context.root()
            let script =
                switch context.argument(0) {
                case "bash": root.bashCompletion
                case "zsh": root.zshCompletion
                case "fish": root.fishCompletion
                default:
                    throw CommandError(
                        .usage,
                        "只支持 bash、zsh 和 fish",
                        "'\(context.argument(0))' is none of bash, zsh and fish"
                    )
                }
            try context.output.raw(Array(script.utf8))
        }
    )

    static let manual = ClientCommand(
        CommandSpec(
            name: "man",
            summary: "Print a page of the manual, or write all of them.",
            discussion: "Pages are roff for man(1): hearth man put | man -l -",
            group: ClientCommands.Group.program,
            options: [
                OptionSpec(
                    "all",
                    value: "DIR",
                    completion: .directory,
                    help: "Write every page into this directory."
                )
            ],
            arguments: [
                ArgumentSpec(
                    "COMMAND",
                    isOptional: true,
                    completion: .dynamic("command"),
                    help: "The page of this command."
                )
            ]
        ),
        done: { context in
            let pages = ManPage.all(of: context.root(), version: version)
            if let directory = context.parsed.value("all") {
                for page in pages {
                    try LocalFile.write(Array(page.roff.utf8), to: directory + "/" + page.fileName)
                }
                context.done(
                    Phrase("已写入 \(pages.count) 页", "\(pages.count) pages are in \(directory)."),
                    "pages",
                    .int(Int64(pages.count))
                )
                return
            }
            let name = ["hearth", context.parsed.positional(0)].compactMap(\.self).joined(separator: "-")
            guard let page = pages.first(where: { $0.name == name }) else {
                throw CommandError(.notFound, "没有这个命令", "there is no page of '\(context.argument(0))'")
            }
            try context.output.raw(Array(page.roff.utf8))
        }
    )
}
