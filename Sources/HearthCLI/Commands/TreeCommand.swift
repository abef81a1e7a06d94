import HearthArguments
import HearthClient
import HearthWire

/// `hearth tree`: everything below a folder, as a tree.
enum TreeCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "tree",
            summary: "Show everything below a folder as a tree.",
            group: ClientCommands.Group.files,
            options: [
                OptionSpec("depth", short: "L", value: "NUMBER", help: "So many levels at most."),
                OptionSpec("folders", short: "d", help: "Folders only."),
            ],
            arguments: [
                CommonSpecs.remote("The folder; the folders at the top when left out.", isOptional: true)
            ]
        ),
        done: { context in
            let item = try await context.remote(context.parsed.positional(0) ?? "/")
            var walk = TreeWalk(
                context: context,
                drive: item.drive,
                depth: try context.number("depth", in: 1...10_000) ?? .max,
                foldersOnly: context.parsed.flag("folders")
            )
            try await walk.show(item)
        }
    )
}

private struct TreeWalk {
    /// A folder whose entries wait to be shown.
    private struct Waiting {
        var entries: ArraySlice<WireResource>
        var prefix: String
        var remote: String
    }

    let context: CommandContext
    let drive: Drive
    let depth: Int
    let foldersOnly: Bool
    private var folders = 0
    private var files = 0
    private var objects: [(depth: Int, remote: String, entry: WireResource)] = []

    init(context: CommandContext, drive: Drive, depth: Int, foldersOnly: Bool) {
        self.context = context
        self.drive = drive
        self.depth = depth
        self.foldersOnly = foldersOnly
    }

    mutating func show(_ item: RemoteItem) async throws {
        let top = item.path == .home ? "" : await drive.text(item.path)
        context.output.line(context.output.styled(top.isEmpty ? "/" : context.output.name(top) + "/", .blue))
        var stack = [Waiting(entries: try await children(item.path)[...], prefix: "", remote: top)]
        // A stack of its own instead of recursion: trees may be deeper than the thread's stack.
        while var waiting = stack.popLast() {
            guard let entry = waiting.entries.popFirst() else { continue }
            let isLast = waiting.entries.isEmpty
            stack.append(waiting)
            let label =
                item.path == .home && stack.count == 1
                ? await drive.text(RemotePath(entry) ?? .home) : entry.name
            let remote = waiting.remote.isEmpty ? label : waiting.remote + "/" + label
            show(entry, label, waiting.prefix + (isLast ? "└── " : "├── "))
            if context.output.isJSON { objects.append((stack.count, remote, entry)) }
            guard entry.kind == .directory, stack.count < depth, let path = RemotePath(entry) else {
                continue
            }
            // A locked folder at the top is shown closed.
            guard let below = try await visible(path, isRoot: item.path == .home && stack.count == 1) else {
                continue
            }
            stack.append(
                Waiting(
                    entries: below[...],
                    prefix: waiting.prefix + (isLast ? "    " : "│   "),
                    remote: remote
                )
            )
        }
        finish()
    }

    private func visible(_ path: RemotePath, isRoot: Bool) async throws(CommandError) -> [WireResource]? {
        do {
            return try await children(path)
        } catch  where isRoot && error.exit == .folderPassword {
            return nil
        }
    }

    private func children(_ path: RemotePath) async throws(CommandError) -> [WireResource] {
        let entries =
            path == .home ? try await drive.roots().roots.map(\.resource) : try await drive.entries(of: path)
        return foldersOnly ? entries.filter { $0.kind == .directory } : entries
    }

    private mutating func show(_ entry: WireResource, _ label: String, _ prefix: String) {
        let name = context.output.name(label)
        if entry.kind == .directory {
            folders += 1
            context.output.line(prefix + context.output.styled(name + "/", .blue))
        } else {
            files += 1
            context.output.line(prefix + name)
        }
    }

    private func finish() {
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for (depth, remote, entry) in objects {
                writer.beginObject()
                writer.key("depth")
                writer.int(depth)
                writer.entryMembers(entry, remote: remote)
                writer.endObject()
            }
            writer.endArray()
            writer.key("folders")
            writer.int(folders)
            writer.key("files")
            writer.int(files)
        }
        context.output.say(Phrase("\n\(folders) 个文件夹，\(files) 个文件", "\n\(folders) folders, \(files) files"))
    }
}
