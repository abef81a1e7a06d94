import HearthArguments
import HearthClient
import HearthWire

/// `hearth unlock` and `hearth lock`: encrypted folders.
enum UnlockCommand {
    static let unlock = ClientCommand(
        CommandSpec(
            name: "unlock",
            summary: "Open an encrypted folder for 72 hours, or list those that are open.",
            discussion: """
                The server keeps it open for this sign-in, at most 72 hours from the entry of the password. Where this \
                computer has a store of secrets, the password is kept there as long, so that a restart of the server \
                does not close it; it is never written to a file.
                """,
            group: ClientCommands.Group.files,
            options: [CommonSpecs.passwordFile("the folder's password")],
            arguments: [CommonSpecs.root("The folder; lists what is open when left out.", isOptional: true)]
        ),
        done: { context in
            guard let text = context.parsed.positional(0) else { return try await list(context) }
            let item = try await root(text, context)
            guard let id = item.path.rootID else { return }
            let password = try context.password(
                of: .folder,
                Phrase("文件夹 \(text) 的密码：", "Password of the folder \(text): ")
            )
            try await item.drive.call(UnlockFolder(RemotePath(rootID: id), password: password))
            try await context.homes.remember(password, drive: item.drive, root: id)
            let open = try? await item.drive.call(ListUnlocks()).list.first { $0.id == id }
            context.output.object { writer in
                writer.key("unlocked")
                writer.string(text)
                writer.key("root")
                writer.int(id)
                writer.key("until")
                writer.int(open?.until ?? 0)
            }
            let until = open.map { LocalTime.short($0.until) }
            context.output.say(
                Phrase(
                    "已打开 \(text)" + (until.map { "，直到 \($0)" } ?? ""),
                    "\(text) is open" + (until.map { " until \($0)." } ?? ".")
                )
            )
        }
    )

    static let lock = ClientCommand(
        CommandSpec(
            name: "lock",
            summary: "Close encrypted folders again.",
            group: ClientCommands.Group.files,
            options: [
                OptionSpec("all", short: "a", help: "Every folder that is open."),
                OptionSpec("everywhere", help: "For all sign-ins of this account, not for this one alone."),
            ],
            arguments: [CommonSpecs.root("The folder.", isOptional: true)]
        ),
        done: { context in
            let isEverywhere = context.parsed.flag("everywhere")
            guard let text = context.parsed.positional(0) else {
                guard context.parsed.flag("all") else {
                    throw CommandError(.usage, "请指定文件夹或 --all", "say which folder, or --all")
                }
                let drive = try await context.drive()
                // After a restart the server knows of no open folder, and a password that is kept would open it again.
                var ids = Set(try await drive.roots().roots.filter(\.isEncrypted).map(\.id))
                ids.formUnion((try? await drive.call(ListUnlocks()).list.map(\.id)) ?? [])
                for id in ids { try await context.homes.forget(drive: drive, root: id) }
                try await drive.call(LockAllFolders(everywhere: isEverywhere))
                context.output.object {
                    $0.key("locked"); $0.string("*")
                }
                return context.output.say(Phrase("已全部关闭", "All encrypted folders are closed."))
            }
            let item = try await root(text, context)
            guard let id = item.path.rootID else { return }
            try await context.homes.forget(drive: item.drive, root: id)
            try await item.drive.call(LockFolder(id, everywhere: isEverywhere))
            context.output.object {
                $0.key("locked"); $0.string(text)
            }
            context.output.say(Phrase("已关闭 \(text)", "\(text) is closed."))
        }
    )

    private static func root(_ text: String, _ context: CommandContext) async throws -> RemoteItem {
        let item = try await context.remote(text)
        guard item.path.rootID != nil else {
            throw CommandError(.usage, "请指定一个文件夹", "say which folder")
        }
        return item
    }

    private static func list(_ context: CommandContext) async throws {
        let drive = try await context.drive()
        let open = try await drive.call(ListUnlocks()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for folder in open {
                writer.beginObject()
                writer.key("root")
                writer.int(folder.id)
                writer.key("name")
                writer.string(folder.name)
                writer.key("path")
                writer.string(folder.path)
                writer.key("since")
                writer.int(folder.since)
                writer.key("until")
                writer.int(folder.until)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("FOLDER", .left), ("UNTIL", .left)])
        for folder in open { table.add([context.output.name(folder.name), LocalTime.short(folder.until)]) }
        for line in table.lines() { context.output.line(line) }
    }
}
