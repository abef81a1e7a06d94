import HearthArguments
import HearthClient
import HearthWire

/// `hearth folder`: folders at the top, from afar.
enum FolderCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "folder",
            summary: "Manage the folders at the top: private, shared, encrypted.",
            discussion: """
                With --data DIR the commands list and adopt work on a data directory of this computer instead, also \
                without a sign-in.
                """,
            group: ClientCommands.Group.managing,
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List the folders that you belong to or manage."
                ),
                CommandSpec(
                    name: "add",
                    summary: "Make a folder.",
                    discussion: """
                        Without --member it is your own. With one member it is that member's, with several it is shared; \
                        --shared makes it shared with one, too. An encrypted folder has one member, and a recovery key \
                        that is printed once.
                        """,
                    options: [
                        member, shared,
                        OptionSpec("encrypted", short: "e", help: "Encrypted; private folders only."),
                        CommonSpecs.passwordFile("the password of an encrypted folder"), pool, partition,
                    ],
                    arguments: [ArgumentSpec("NAME", help: "What it is called.")]
                ),
                CommandSpec(
                    name: "edit",
                    summary: "Change name, members or place; what is not given stays.",
                    discussion:
                        "--member replaces all members. Another place starts a task that moves the folder.",
                    options: [
                        OptionSpec("name", value: "NAME", help: "The new name."), member, shared, pool,
                        partition,
                    ],
                    arguments: [CommonSpecs.root("The folder.")]
                ),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Delete a folder with everything in it, for good.",
                    options: [CommonSpecs.yes],
                    arguments: [CommonSpecs.root("The folder.")]
                ),
                CommandSpec(
                    name: "password",
                    aliases: ["passwd"],
                    summary: "Change the password of an encrypted folder.",
                    options: [
                        CommonSpecs.passwordFile("the new password"),
                        CommonSpecs.passwordFile("the present password", name: "old-password-file"),
                    ],
                    arguments: [CommonSpecs.root("The folder.")]
                ),
                CommandSpec(
                    name: "recover",
                    summary: "Set a new password of an encrypted folder by its recovery key.",
                    options: [
                        CommonSpecs.passwordFile("the new password"),
                        OptionSpec(
                            "key-file",
                            value: "FILE",
                            completion: .file,
                            help: "Holds the recovery key; - is standard input."
                        ),
                    ],
                    arguments: [CommonSpecs.root("The folder.")]
                ),
                CommandSpec(
                    name: "recovery-key",
                    summary: "Make a new recovery key of an encrypted folder; the old one ends.",
                    options: [CommonSpecs.passwordFile("the folder's password")],
                    arguments: [CommonSpecs.root("The folder.")]
                ),
            ],
            usual: "ls"
        ),
        done: { context in
            let drive = try await context.drive()
            switch context.parsed.command.last {
            case "add": try await add(drive, context)
            case "edit": try await edit(drive, context)
            case "rm": try await remove(drive, context)
            case "password": try await changePassword(drive, context)
            case "recover": try await recover(drive, context)
            case "recovery-key": try await newKey(drive, context)
            default: try await list(drive, context)
            }
        }
    )

    private static let member = OptionSpec(
        "member",
        short: "m",
        value: "ACCOUNT[:RIGHTS]",
        isRepeatable: true,
        completion: .dynamic("member"),
        help: "Who is in it; rights are r, rw or rwd, all when left out."
    )
    private static let shared = OptionSpec("shared", help: "A shared folder, also with one member.")
    private static let pool = OptionSpec(
        "pool",
        value: "POOL",
        completion: .dynamic("pool"),
        help: "Where it lies."
    )
    private static let partition = OptionSpec(
        "partition",
        value: "NAME",
        completion: .dynamic("partition"),
        help: "Where in the pool it lies."
    )

    // MARK: Doing

    private static func add(_ drive: Drive, _ context: CommandContext) async throws {
        let people = try await Members(drive)
        var members = try self.members(context, people)
        if members.isEmpty {
            let own = try await drive.userID()
            members = [FolderMember(userID: own, canRead: true, canWrite: true, canDelete: true)]
        }
        let isEncrypted = context.parsed.flag("encrypted")
        let isShared = context.parsed.flag("shared") || members.count > 1
        let place = try await place(drive, context)
        let name = context.argument(0)
        let password =
            isEncrypted
            ? try context.password(
                of: .folder,
                Phrase("新文件夹的密码：", "Password of the new folder: "),
                isNew: true
            ) : nil
        let made = try await drive.call(
            CreateFolder(
                name: name,
                mode: isShared ? .shared : .private,
                poolName: place.pool,
                partitionName: place.partition,
                members: members,
                password: password
            )
        )
        context.output.object { writer in
            writer.key("id")
            writer.int(made.id ?? 0)
            writer.key("name")
            writer.string(name)
            writer.key("encrypted")
            writer.bool(isEncrypted)
            writer.key("shared")
            writer.bool(isShared)
            if let key = made.recoveryKey {
                writer.key("recovery_key")
                writer.string(key)
            }
        }
        context.output.say(Phrase("已创建文件夹 \(name)", "The folder \(name) is made."))
        if let key = made.recoveryKey { tell(key, context) }
    }

    private static func edit(_ drive: Drive, _ context: CommandContext) async throws {
        let id = try await id(drive, context)
        let now = try await drive.call(FolderByID(id))
        var change = EditFolder(
            id,
            name: context.parsed.value("name") ?? now.name,
            mode: now.mode,
            poolName: context.parsed.value("pool") ?? now.poolName,
            partitionName: context.parsed.value("partition") ?? now.partitionName,
            members: now.members
        )
        if !context.parsed.values("member").isEmpty {
            change.members = try members(context, try await Members(drive))
            // One member makes no folder private that was shared: others may have shares in it.
            if change.members.count > 1 { change.mode = .shared }
        }
        if context.parsed.flag("shared") { change.mode = .shared }
        let started = try await drive.call(change)
        try await TaskWaiter(drive, context.output).wait(for: started.taskID)
        context.done(Phrase("已修改文件夹", "The folder \(change.name) is changed."), "changed", .int(Int64(id)))
    }

    private static func remove(_ drive: Drive, _ context: CommandContext) async throws {
        let id = try await id(drive, context)
        let name = context.output.name(context.argument(0))
        try context.confirm(
            Phrase("删除文件夹 \(name) 及其全部内容？", "Delete the folder \(name) with everything in it?")
        )
        let started = try await drive.call(DeleteFolder(id))
        try await TaskWaiter(drive, context.output).wait(for: started.taskID)
        context.done(Phrase("已删除文件夹 \(name)", "The folder \(name) is deleted."), "deleted", .int(Int64(id)))
    }

    private static func changePassword(_ drive: Drive, _ context: CommandContext) async throws {
        let id = try await id(drive, context)
        let old = try context.password(
            of: .folder,
            Phrase("当前密码：", "Present password: "),
            option: "old-password-file"
        )
        let new = try context.password(of: .folder, Phrase("新密码：", "New password: "), isNew: true)
        try await drive.call(ChangeFolderPassword(id, oldPassword: old, newPassword: new))
        try await context.homes.forget(drive: drive, root: id)
        context.done(Phrase("密码已修改", "The password is changed."), "changed", .int(Int64(id)))
    }

    private static func recover(_ drive: Drive, _ context: CommandContext) async throws {
        let id = try await id(drive, context)
        let key = try context.password(of: .folder, Phrase("恢复密钥：", "Recovery key: "), option: "key-file")
        let new = try context.password(of: .folder, Phrase("新密码：", "New password: "), isNew: true)
        let made = try await drive.call(RecoverFolder(id, recoveryKey: key, newPassword: new))
        try await context.homes.forget(drive: drive, root: id)
        context.output.object {
            $0.key("recovery_key"); $0.string(made.recoveryKey)
        }
        context.output.say(Phrase("密码已修改", "The password is changed."))
        tell(made.recoveryKey, context)
    }

    private static func newKey(_ drive: Drive, _ context: CommandContext) async throws {
        let id = try await id(drive, context)
        let password = try context.password(of: .folder, Phrase("文件夹密码：", "Password of the folder: "))
        let made = try await drive.call(MakeRecoveryKey(id, password: password))
        context.output.object {
            $0.key("recovery_key"); $0.string(made.recoveryKey)
        }
        tell(made.recoveryKey, context)
    }

    private static func tell(_ key: String, _ context: CommandContext) {
        context.output.line(key)
        context.output.note(
            Phrase(
                "以上是恢复密钥，只显示这一次：请妥善保存。",
                "This is the recovery key. It is shown once: keep it where you find it without this computer."
            )
        )
    }

    // MARK: Reading

    /// The number of the folder that the first argument names; folders that the account only manages count too.
    private static func id(_ drive: Drive, _ context: CommandContext) async throws(CommandError) -> Int {
        var text = context.argument(0)
        if text.hasSuffix("/"), text.count > 1 { text.removeLast() }
        do {
            let item = try await context.remote(text)
            if let id = item.path.rootID, item.path.components.isEmpty { return id }
        } catch  where error.exit == .notFound {
            let found = try await drive.call(ListFolders()).list.filter {
                Array($0.name.utf8) == Array(text.utf8)
            }
            if found.count == 1, let folder = found.first { return folder.id }
            throw error
        }
        throw CommandError(.usage, "“\(text)”不是顶层文件夹", "'\(text)' is no folder at the top")
    }

    private static func members(
        _ context: CommandContext,
        _ people: Members
    ) throws(CommandError) -> [FolderMember] {
        var members: [FolderMember] = []
        for text in context.parsed.values("member") {
            var name = text
            var rights = "rwd"
            if let colon = text.lastIndex(of: ":"),
                ["r", "rw", "rwd", "rd"].contains(text[text.index(after: colon)...])
            {
                name = String(text[..<colon])
                rights = String(text[text.index(after: colon)...])
            }
            members.append(
                FolderMember(
                    userID: try people.member(name).id,
                    canRead: true,
                    canWrite: rights.contains("w"),
                    canDelete: rights.contains("d")
                )
            )
        }
        return members
    }

    /// Pool and partition: as given, else the home's standard place.
    private static func place(
        _ drive: Drive,
        _ context: CommandContext
    ) async throws(CommandError) -> (pool: String, partition: String) {
        if let pool = context.parsed.value("pool") {
            return (pool, context.parsed.value("partition") ?? "_default_")
        }
        let settings = try? await drive.call(Settings())
        let pool = settings?.poolName ?? ""
        let partition = context.parsed.value("partition") ?? settings?.partitionName ?? ""
        return (pool.isEmpty ? "_default_" : pool, partition.isEmpty ? "_default_" : partition)
    }

    // MARK: List

    private static func list(_ drive: Drive, _ context: CommandContext) async throws {
        let folders = try await drive.call(ListFolders()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for folder in folders {
                writer.beginObject()
                writer.key("id")
                writer.int(folder.id)
                writer.key("name")
                writer.string(folder.name)
                writer.key("shared")
                writer.bool(folder.mode == .shared)
                writer.key("encrypted")
                writer.bool(folder.isEncrypted)
                writer.key("members")
                writer.string(folder.persons)
                writer.key("place")
                writer.string(folder.placeName)
                writer.key("status")
                writer.string(folder.taskStatus)
                writer.key("task_id")
                writer.string(folder.taskID)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([
            ("ID", .right), ("NAME", .left), ("KIND", .left), ("MEMBERS", .left), ("PLACE", .left),
        ])
        for folder in folders {
            let kind =
                (folder.mode == .shared ? "shared" : "private") + (folder.isEncrypted ? ", encrypted" : "")
            let note = folder.taskStatus.isEmpty ? "" : " (\(folder.taskStatus))"
            table.add([
                String(folder.id), context.output.name(folder.name) + note, kind,
                context.output.name(folder.persons),
                folder.placeName,
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }
}
