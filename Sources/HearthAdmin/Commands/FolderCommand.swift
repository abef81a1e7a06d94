import HearthArguments
import HearthServer

/// `hearth folder …`: one request to a running server, or to the drive itself when there is none.
struct FolderCommand {
    let data: DataDirectory
    let console: Console

    /// Does what is asked and shows the outcome.
    ///
    /// - Throws: `.refused` with the drive's own text.
    func run(_ request: FolderRequest) throws {
        try AdminCall(data: data).show(.folder(request), on: console)
    }

    /// The request of a command line; nil for another command.
    static func request(_ parsed: ParsedArguments, absolute: (String) -> String) -> FolderRequest? {
        switch parsed.command {
        case ["folder", "list"]: .list
        case ["folder", "adopt"]:
            .adopt(
                place: absolute(parsed.positional(0) ?? ""),
                name: parsed.value("name"),
                members: parsed.values("member")
            )
        default: nil
        }
    }

    /// The commands as help knows them.
    static func spec(data: OptionSpec) -> CommandSpec {
        CommandSpec(
            name: "folder",
            summary: "List folders, and take directories that are there into the drive.",
            subcommands: [
                CommandSpec(
                    name: "adopt",
                    summary:
                        "Make a directory on a partition a folder of the drive; its files stay as they are.",
                    discussion: """
                        The directory lies right at the top of a partition. A new folder never takes such a directory \
                        by itself, whatever it is called. A Cryptomator vault of format 8 (SIV_GCM) becomes an encrypted \
                        folder of one member; its password opens it.
                        """,
                    options: [
                        data,
                        OptionSpec(
                            "name",
                            value: "NAME",
                            help: "What the folder is called; the directory's name when left out."
                        ),
                        OptionSpec(
                            "member",
                            value: "ACCOUNT",
                            isRepeatable: true,
                            help:
                                "Who is in it, with all rights; one makes it private, several shared. The owner when left out."
                        ),
                    ],
                    arguments: [
                        ArgumentSpec(
                            "PATH",
                            help:
                                "The directory, or /POOL/PARTITION/DIRECTORY as hearth folder list shows it."
                        )
                    ]
                ),
                CommandSpec(name: "list", summary: "List all folders.", options: [data]),
            ]
        )
    }
}
