import HearthArguments
import HearthClient
import HearthWire

/// `hearth ls`: what is in a folder.
enum LsCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "ls",
            aliases: ["dir"],
            summary: "List a folder, or the folders at the top.",
            discussion: """
                Without a path it lists the folders at the top under the names that paths begin with. Folders end in a \
                slash. Two of one name are told apart by their number: Photos~12.
                """,
            group: ClientCommands.Group.files,
            options: [
                OptionSpec("long", short: "l", help: "Rights, size, time and name of each."),
                OptionSpec("recursive", short: "R", help: "Everything below too, as paths below the folder."),
                OptionSpec(
                    "sort",
                    choices: ["name", "time", "size", "type"],
                    help: "What decides the order. Default: name"
                ),
                OptionSpec("reverse", short: "r", help: "The other way round."),
                OptionSpec("bytes", short: "b", help: "With -l: sizes in bytes."),
            ],
            arguments: [
                CommonSpecs.remote(
                    "What to list; the folders at the top when left out.",
                    isOptional: true,
                    isRepeated: true
                )
            ],
            examples: [
                ExampleSpec("hearth ls", "The folders at the top."),
                ExampleSpec("hearth ls -l Family/Photos", "A folder with sizes and times."),
                ExampleSpec(
                    "hearth ls '~/'",
                    "The personal folder; the quotes keep the shell from its own ~."
                ),
            ]
        )
    ) { context in try await Listing(context).run() }
}

private struct Listing {
    let context: CommandContext
    let isLong: Bool
    let sort: ListResources.Sort?

    init(_ context: CommandContext) {
        self.context = context
        isLong = context.parsed.flag("long")
        sort =
            switch context.parsed.value("sort") {
            case "time": .modified
            case "size": .size
            case "type": .type
            default: nil
            }
    }

    func run() async throws -> ExitCode {
        let given = context.parsed.positionals.isEmpty ? ["/"] : context.parsed.positionals
        var rows: [Row] = []
        for text in given {
            let item = try await context.remote(text)
            if item.path == .home {
                rows += try await roots(item)
            } else if let page = try await folder(item) {
                rows += page
            } else {
                guard let entry = try await item.drive.entry(at: item.path) else { throw Self.missing(text) }
                rows.append(Row(name: entry.name, entry: entry, remote: await item.drive.text(item.path)))
            }
        }
        if context.output.isJSON {
            context.output.object { writer in
                writer.key("list")
                writer.beginArray()
                for row in rows { row.write(to: &writer) }
                writer.endArray()
            }
        } else {
            for line in lines(rows) { context.output.line(line) }
        }
        return .done
    }

    private static func missing(_ text: String) -> CommandError {
        CommandError(.notFound, "没有“\(text)”", "there is no '\(text)'")
    }

    private func roots(_ item: RemoteItem) async throws -> [Row] {
        let roots = try await item.drive.roots()
        var rows = roots.roots.map { root in
            Row(name: roots.label(of: root), entry: root.resource, remote: roots.label(of: root), root: root)
        }
        if context.parsed.flag("recursive") {
            for root in roots.roots {
                rows += try await below(RemotePath(rootID: root.id), roots.label(of: root), item.drive)
            }
        }
        return rows
    }

    /// The rows of a folder; nil when it is a file.
    private func folder(_ item: RemoteItem) async throws -> [Row]? {
        do {
            let remote = await item.drive.text(item.path)
            if context.parsed.flag("recursive") { return try await below(item.path, "", item.drive, remote) }
            return try await entries(item.path, item.drive).map { entry in
                Row(name: entry.name, entry: entry, remote: remote + "/" + entry.name)
            }
        } catch let error as CommandError where error.code == .destinationNotDirectory {
            return nil
        }
    }

    private func entries(_ path: RemotePath, _ drive: Drive) async throws(CommandError) -> [WireResource] {
        let isTurned = context.parsed.flag("reverse")
        return try await drive.entries(
            of: path,
            sort: sort,
            isDescending: isTurned != (sort == .modified || sort == .size)
        )
    }

    /// Everything below a folder, folder by folder, without recursion.
    private func below(
        _ top: RemotePath,
        _ prefix: String,
        _ drive: Drive,
        _ remote: String = ""
    ) async throws -> [Row] {
        var rows: [Row] = []
        var waiting: [(path: RemotePath, name: String)] = [(top, prefix)]
        while let (path, name) = waiting.popLast() {
            var folders: [(RemotePath, String)] = []
            for entry in try await entries(path, drive) {
                let shown = name.isEmpty ? entry.name : name + "/" + entry.name
                let full = remote.isEmpty ? shown : remote + "/" + shown
                rows.append(Row(name: shown, entry: entry, remote: full))
                if entry.kind == .directory, let below = RemotePath(entry) { folders.append((below, shown)) }
            }
            waiting += folders.reversed()
        }
        return rows
    }

    private func lines(_ rows: [Row]) -> [String] {
        let names = rows.map { row in
            let slash = row.entry.kind == .directory ? "/" : ""
            let name = context.output.name(row.name) + slash
            return row.entry.kind == .directory ? context.output.styled(name, .blue) : name
        }
        guard isLong else { return names }
        var table = TextTable([("", .left), ("", .right), ("", .left), ("", .left)])
        for (row, name) in zip(rows, names) {
            let isFile = row.entry.kind == .file
            let size = context.parsed.flag("bytes") ? String(row.entry.size) : Amount.bytes(row.entry.size)
            table.add([
                (isFile ? "-" : "d") + row.entry.rightsText + (row.entry.isEncrypted ? "e" : ""),
                isFile ? size : "-", LocalTime.short(row.entry.modified),
                name + note(row),
            ])
        }
        return table.lines(hasHeading: false)
    }

    private func note(_ row: Row) -> String {
        guard let root = row.root else { return "" }
        let words =
            switch root.kind {
            case .personal: Phrase("也就是 ~/", "also ~/")
            case .received:
                Phrase(
                    "由 \(context.output.name(root.from)) 共享",
                    "shared by \(context.output.name(root.from))"
                )
            case .family: Phrase("家庭文件夹", "the family's")
            case .own, .shared: Phrase("", "")
            }
        let text = words.text(context.language)
        return text.isEmpty ? "" : context.output.styled("  (\(text))", .dim)
    }
}

private struct Row {
    var name: String
    var entry: WireResource
    var remote: String
    var root: DriveRoot?

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.entryMembers(entry, remote: remote)
        if let root {
            writer.key("kind")
            writer.string(root.kind.rawValue)
            writer.key("shared_by")
            writer.string(root.from)
        }
        writer.endObject()
    }
}
