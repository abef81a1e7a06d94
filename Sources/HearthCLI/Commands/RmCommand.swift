import HearthArguments
import HearthClient
import HearthWire

/// `hearth rm`: deletes for good.
enum RmCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "rm",
            summary: "Delete files, and folders with -r, for good.",
            discussion: """
                Asks on a terminal. There is no recycle bin. Folders at the top are deleted by 'hearth folder rm'.
                """,
            group: ClientCommands.Group.files,
            options: [
                OptionSpec("recursive", short: "r", help: "Folders too, with everything in them."),
                OptionSpec("force", short: "f", help: "Do not ask, and say nothing of what is not there."),
                CommonSpecs.dryRun,
            ],
            arguments: [CommonSpecs.remote("What to delete.", isRepeated: true)]
        )
    ) { context in
        let isForced = context.parsed.flag("force")
        var batch = Batch(context)
        for text in context.parsed.positionals {
            try await batch.perform(text) {
                let item = try await context.remote(text)
                guard !item.path.components.isEmpty else {
                    throw CommandError(
                        .usage,
                        "顶层文件夹请用 hearth folder rm 删除",
                        "folders at the top are deleted by 'hearth folder rm'"
                    )
                }
                guard let entry = try await item.drive.entry(at: item.path) else {
                    if isForced { return }
                    throw CommandError(.notFound, "不存在", "there is no such file or folder")
                }
                try await remove(entry, item, context)
            }
        }
        return batch.finish()
    }

    private static func remove(
        _ entry: WireResource,
        _ item: RemoteItem,
        _ context: CommandContext
    ) async throws {
        let isFolder = entry.kind == .directory
        guard !isFolder || context.parsed.flag("recursive") else {
            throw CommandError(.usage, "是文件夹：请加 -r", "this is a folder: give -r to delete it with all in it")
        }
        let remote = await item.drive.text(item.path)
        let shown = context.output.name(remote)
        if context.parsed.flag("dry-run") {
            context.output.line(context.output.text("将删除 \(shown)", "would delete \(shown)"))
        } else {
            if context.prompt.canAsk, !context.parsed.flag("force") {
                let question =
                    isFolder
                    ? Phrase("删除文件夹 \(shown) 及其全部内容？", "Delete the folder \(shown) with everything in it?")
                    : Phrase("删除 \(shown)？", "Delete \(shown)?")
                guard context.prompt.confirm(question) else { return }
            }
            let started = try await item.drive.call(
                DeleteResources(.paths([item.path]), prefersTask: isFolder)
            )
            try await TaskWaiter(item.drive, context.output).wait(for: started.taskID)
            context.output.detail(Phrase("已删除 \(shown)", "deleted \(shown)"))
        }
        context.output.object { writer in
            writer.key("deleted")
            writer.string(remote)
            writer.key("path")
            writer.string(item.path.text)
            writer.key("type")
            writer.string(isFolder ? "folder" : "file")
            writer.key("dry_run")
            writer.bool(context.parsed.flag("dry-run"))
        }
    }
}
