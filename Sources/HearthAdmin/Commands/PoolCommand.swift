import HearthArguments
import HearthDrive
import HearthServer

/// `hearth pool …`: one request to a running server, or to the drive itself when there is none.
struct PoolCommand {
    let data: DataDirectory
    let console: Console

    /// Does what is asked and shows the outcome.
    ///
    /// - Throws: `.refused` with the drive's own text.
    func run(_ request: PoolRequest) throws {
        try AdminCall(data: data).show(.pool(request), on: console)
    }

    /// The request of a command line; nil for another command.
    ///
    /// - Throws: `UsageError` for a size that is none, and for a removal without `--yes`.
    static func request(_ parsed: ParsedArguments, absolute: (String) -> String) throws -> PoolRequest? {
        let first = parsed.positional(0) ?? ""
        let second = parsed.positional(1) ?? ""
        let third = parsed.positional(2) ?? ""
        switch parsed.command {
        case ["pool", "list"]: return .list
        case ["pool", "scan"]: return .scan
        case ["pool", "add-directory"]: return .addDirectory(name: first, path: absolute(second))
        case ["pool", "rename"]: return .rename(name: first, newName: second)
        case ["pool", "remove"]:
            try confirm(parsed)
            return .remove(name: first)
        case ["pool", "add-partition"]:
            return .addPartition(pool: first, name: second, megabytes: try megabytes(third))
        case ["pool", "grow-partition"]:
            return .growPartition(pool: first, name: second, megabytes: try megabytes(third))
        case ["pool", "rename-partition"]:
            return .renamePartition(pool: first, name: second, newName: third)
        case ["pool", "remove-partition"]:
            try confirm(parsed)
            return .removePartition(pool: first, name: second)
        default: return nil
        }
    }

    private static func confirm(_ parsed: ParsedArguments) throws(UsageError) {
        if parsed.flag("yes") { return }
        throw UsageError("all folders and files in it go for good; say --yes if that is meant")
    }

    /// A size such as `500GB` or `1.5TB`.
    static func megabytes(_ text: String) throws(UsageError) -> Int64 {
        let digits = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        var name = text[digits.endIndex...]
        while name.first == " " { name.removeFirst() }
        guard let amount = Double(digits), amount > 0, let unit = Capacity.Unit(String(name)) else {
            throw UsageError("'\(text)' is no size; sizes look like 500GB, 800MB or 1.5TB")
        }
        let megabytes = (amount * Double(unit.bytes) / Double(1 << 20)).rounded(.down)
        guard megabytes >= 1, megabytes < 1e12 else {
            throw UsageError("'\(text)' is no size that a partition can have")
        }
        return Int64(megabytes)
    }

    // MARK: Help

    private static let pool = ArgumentSpec("POOL", help: "The pool.")
    private static let name = ArgumentSpec("NAME", help: "The partition.")
    private static let newName = ArgumentSpec(
        "NEW-NAME",
        help: "1 to 50 of 0-9 A-Z a-z + _ . -, the first a letter or digit."
    )
    private static let size = ArgumentSpec("SIZE", help: "Such as 500GB, 800MB or 1.5TB; 1 GB is 1024 MB.")
    private static let yes = OptionSpec("yes", help: "Required: all folders and files in it go for good.")

    /// The commands as help knows them.
    static func spec(data: OptionSpec) -> CommandSpec {
        CommandSpec(
            name: "pool",
            summary: "Use further disks: make directories pools, and divide them into partitions.",
            discussion: """
                A pool is a directory, usually where a disk is mounted; its partitions hold folders, each up to a \
                limit that Hearth keeps. Works beside a running server.
                """,
            subcommands: [
                CommandSpec(name: "list", summary: "List pools and partitions.", options: [data]),
                CommandSpec(
                    name: "add-directory",
                    summary: "Make a directory a pool; what lies in it is left alone.",
                    discussion: """
                        The file .hearth-pool is written into it: while the disk is not mounted it is missing, and \
                        nothing is written into the empty mount point.
                        """,
                    options: [data],
                    arguments: [
                        ArgumentSpec("NAME", help: "What the pool is called."),
                        ArgumentSpec("PATH", help: "An existing directory that the server may write into."),
                    ]
                ),
                CommandSpec(
                    name: "rename",
                    summary: "Give a pool another name.",
                    options: [data],
                    arguments: [pool, newName]
                ),
                CommandSpec(
                    name: "remove",
                    summary: "Remove a pool with its partitions and the folders on them.",
                    discussion: "What Hearth did not make in its directory stays.",
                    options: [data, yes],
                    arguments: [pool]
                ),
                CommandSpec(
                    name: "add-partition",
                    summary: "Add a partition to a pool.",
                    options: [data],
                    arguments: [pool, newName, size]
                ),
                CommandSpec(
                    name: "grow-partition",
                    summary: "Give a partition a larger limit.",
                    options: [data],
                    arguments: [pool, name, size]
                ),
                CommandSpec(
                    name: "rename-partition",
                    summary: "Give a partition another name; its folders stay as they are.",
                    options: [data],
                    arguments: [pool, name, newName]
                ),
                CommandSpec(
                    name: "remove-partition",
                    summary: "Remove a partition with the folders on it.",
                    options: [data, yes],
                    arguments: [pool, name]
                ),
                CommandSpec(
                    name: "scan",
                    summary: "Count anew what partitions hold, after other programs changed files in them.",
                    options: [data]
                ),
            ]
        )
    }
}
