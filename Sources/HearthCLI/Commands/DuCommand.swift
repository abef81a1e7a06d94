import HearthArguments
import HearthClient
import HearthWire

/// `hearth du`: how much lies in folders.
enum DuCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "du",
            summary: "Count what lies in folders.",
            group: ClientCommands.Group.files,
            options: [
                OptionSpec(
                    "depth",
                    short: "d",
                    value: "NUMBER",
                    help: "Also count the folders so many levels below. Default: 0"
                ),
                OptionSpec("bytes", short: "b", help: "Sizes in bytes."),
            ],
            arguments: [
                CommonSpecs.remote(
                    "The folder; every folder at the top when left out.",
                    isOptional: true,
                    isRepeated: true
                )
            ]
        )
    ) { context in
        let depth = try context.number("depth", in: 0...1_000) ?? 0
        var given = context.parsed.positionals
        if given.isEmpty {
            let roots = try await context.drive().roots()
            given = roots.roots.map { roots.label(of: $0) }
        }
        var batch = Batch(context)
        var counts: [(remote: String, count: Count)] = []
        for text in given {
            try await batch.perform(text) {
                let item = try await context.remote(text)
                counts += try await count(item, depth)
            }
        }
        show(counts, context)
        return batch.finish()
    }

    private struct Count {
        var bytes: Int64 = 0
        var files = 0
        var folders = 0
    }

    /// One walk for all levels: each entry counts for every folder above it that is shown.
    private static func count(
        _ item: RemoteItem,
        _ depth: Int
    ) async throws -> [(remote: String, count: Count)] {
        guard let top = try await item.drive.entry(at: item.path) else {
            throw CommandError(.notFound, "不存在", "there is no such file or folder")
        }
        let remote = await item.drive.text(item.path)
        if top.kind == .file { return [(remote, Count(bytes: top.size, files: 1))] }
        var counts: [[UInt8]: Count] = [[]: Count()]
        var order: [[UInt8]] = [[]]
        var waiting: [(path: RemotePath, below: [[UInt8]])] = [(item.path, [])]
        while let (path, below) = waiting.popLast() {
            var folders: [(RemotePath, [[UInt8]])] = []
            try await item.drive.pages(of: path) { page throws(CommandError) in
                for entry in page {
                    for level in 0...min(depth, below.count) {
                        let key = Array(below[..<level].joined(separator: [UInt8(ascii: "/")]))
                        if counts[key] == nil { order.append(key) }
                        counts[key, default: Count()].bytes += entry.kind == .file ? entry.size : 0
                        counts[key, default: Count()].files += entry.kind == .file ? 1 : 0
                        counts[key, default: Count()].folders += entry.kind == .directory ? 1 : 0
                    }
                    if entry.kind == .directory, let path = RemotePath(entry), let name = path.lastComponent {
                        folders.append((path, below + [name]))
                        let key = Array((below + [name]).joined(separator: [UInt8(ascii: "/")]))
                        if below.count < depth, counts[key] == nil {
                            order.append(key)
                            counts[key] = Count()
                        }
                    }
                }
            }
            waiting += folders.reversed()
        }
        return order.reversed().map { key in
            (
                key.isEmpty ? remote : remote + "/" + String(decoding: key, as: UTF8.self),
                counts[key] ?? Count()
            )
        }
    }

    private static func show(_ counts: [(remote: String, count: Count)], _ context: CommandContext) {
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for (remote, count) in counts {
                writer.beginObject()
                writer.key("remote")
                writer.string(remote)
                writer.key("bytes")
                writer.int(count.bytes)
                writer.key("files")
                writer.int(count.files)
                writer.key("folders")
                writer.int(count.folders)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("", .right), ("", .left)])
        for (remote, count) in counts {
            let size = context.parsed.flag("bytes") ? String(count.bytes) : Amount.bytes(count.bytes)
            table.add([size, context.output.name(remote)])
        }
        for line in table.lines(hasHeading: false) { context.output.line(line) }
    }
}
