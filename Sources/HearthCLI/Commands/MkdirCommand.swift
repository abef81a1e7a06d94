import HearthArguments
import HearthClient
import HearthWire

/// `hearth mkdir`: new folders.
enum MkdirCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "mkdir",
            summary: "Make folders.",
            group: ClientCommands.Group.files,
            options: [
                OptionSpec(
                    "parents",
                    short: "p",
                    help: "Make missing folders above it too, and accept one that is there."
                )
            ],
            arguments: [CommonSpecs.remote("The new folder.", isRepeated: true)]
        )
    ) { context in
        var batch = Batch(context)
        for text in context.parsed.positionals {
            try await batch.perform(text) { try await make(text, context) }
        }
        return batch.finish()
    }

    private static func make(_ text: String, _ context: CommandContext) async throws {
        let item = try await context.remote(text)
        let makesParents = context.parsed.flag("parents")
        guard !item.path.components.isEmpty else {
            if makesParents, try await item.drive.entry(at: item.path) != nil { return }
            throw CommandError(
                .usage,
                "顶层文件夹请用 hearth folder add 创建",
                "folders at the top are made by 'hearth folder add'"
            )
        }
        if !makesParents, let parent = item.path.parent, try await item.drive.entry(at: parent) == nil {
            throw CommandError(
                .notFound,
                "上级文件夹不存在",
                "the folder above it is not there",
                hint: Phrase("用 -p 一并创建。", "-p makes it too.")
            )
        }
        if makesParents, let entry = try await item.drive.entry(at: item.path) {
            guard entry.kind == .directory else {
                throw CommandError(.clash, "已有同名文件", "a file of that name is there")
            }
            await report(entry, item, context)
            return
        }
        if makesParents { try await makeParents(of: item.path, item.drive) }
        let reply = try await item.drive.call(MakeDirectory(item.path))
        let made =
            reply.resource ?? WireResource(name: item.path.name ?? "", kind: .directory, path: item.path.text)
        await report(made, item, context)
    }

    /// Makes what is missing above a path, from the lowest folder that is there downwards.
    private static func makeParents(of path: RemotePath, _ drive: Drive) async throws(CommandError) {
        var missing: [RemotePath] = []
        var above = path.parent
        while let folder = above, !folder.components.isEmpty, try await drive.entry(at: folder) == nil {
            missing.append(folder)
            above = folder.parent
        }
        for folder in missing.reversed() {
            do {
                _ = try await drive.call(MakeDirectory(folder))
            } catch  where error.exit == .clash {
                // Somebody else made it meanwhile.
            }
        }
    }

    private static func report(
        _ entry: WireResource,
        _ item: RemoteItem,
        _ context: CommandContext
    ) async {
        let remote = await item.drive.text(item.path)
        // The reply to the making of a folder says nothing of rights, and no folder is without any for its maker.
        let knowsRights = entry.canRead || entry.canWrite || entry.canDelete
        context.output.object { $0.entryMembers(entry, remote: remote, knowsRights: knowsRights) }
        context.output.detail(Phrase("已创建 \(item.name.text)", "made \(item.name.text)"))
    }
}
