import HearthArguments
import HearthClient
import HearthWire

/// `hearth share`: folders for other members.
enum ShareCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "share",
            summary: "Share folders with other members.",
            group: ClientCommands.Group.files,
            subcommands: [
                CommandSpec(
                    name: "add",
                    summary: "Share a folder, for reading unless more is given.",
                    discussion: "Sharing again replaces the rights that you gave before.",
                    options: [
                        OptionSpec("write", short: "w", help: "They may create and change."),
                        OptionSpec("delete", short: "d", help: "They may delete."),
                    ],
                    arguments: [
                        CommonSpecs.remote("The folder."),
                        ArgumentSpec(
                            "MEMBER",
                            isRepeated: true,
                            completion: .dynamic("member"),
                            help: "An account's name."
                        ),
                    ]
                ),
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List what you share, and what is shared out of folders that you manage.",
                    options: [OptionSpec("received", help: "What others share with you instead.")]
                ),
                CommandSpec(
                    name: "edit",
                    summary: "Change the rights of a share; what is not given stays.",
                    options: [
                        OptionSpec("write", choices: ["yes", "no"], help: "May create and change."),
                        OptionSpec("delete", choices: ["yes", "no"], help: "May delete."),
                    ],
                    arguments: [share]
                ),
                CommandSpec(
                    name: "end",
                    aliases: ["rm"],
                    summary: "End a share, or leave one that others share with you.",
                    arguments: [
                        ArgumentSpec(
                            "SHARE",
                            completion: .dynamic("remote"),
                            help: "Its number, as ls shows it, or a folder."
                        ),
                        ArgumentSpec(
                            "MEMBER",
                            isOptional: true,
                            isRepeated: true,
                            completion: .dynamic("member"),
                            help: "With whom a folder is no longer shared; everybody when left out."
                        ),
                    ]
                ),
            ],
            usual: "ls"
        )
    ) { context in
        switch context.parsed.command.last {
        case "add": try await add(context)
        case "edit": try await edit(context)
        case "end": return try await end(context)
        default: try await list(context)
        }
        return .done
    }

    private static let share = ArgumentSpec(
        "SHARE",
        completion: .dynamic("share"),
        help: "Its number, as ls shows it."
    )

    private static func add(_ context: CommandContext) async throws {
        let item = try await context.remote(context.argument(0))
        let members = try await Members(item.drive)
        var ids: [Int] = []
        for name in context.parsed.positionals.dropFirst() { ids.append(try members.member(name).id) }
        let (canWrite, canDelete) = (context.parsed.flag("write"), context.parsed.flag("delete"))
        try await item.drive.call(
            ShareDirectories(
                [item.path],
                userIDs: ids,
                canRead: true,
                canWrite: canWrite,
                canDelete: canDelete
            )
        )
        context.output.say(Phrase("已共享 \(item.name.text)", "\(item.name.text) is shared now."))
        context.output.object { writer in
            writer.key("shared")
            writer.string(item.name.text)
            writer.key("path")
            writer.string(item.path.text)
            writer.key("members")
            writer.array(ids)
            writer.key("can_write")
            writer.bool(canWrite)
            writer.key("can_delete")
            writer.bool(canDelete)
        }
    }

    private static func edit(_ context: CommandContext) async throws {
        let drive = try await context.drive()
        let change = ChangeShare(
            try number(context.argument(0)),
            canWrite: context.parsed.value("write").map { $0 == "yes" },
            canDelete: context.parsed.value("delete").map { $0 == "yes" }
        )
        guard change.canWrite != nil || change.canDelete != nil else {
            throw CommandError(.usage, "没有要修改的内容", "nothing to change; give --write or --delete")
        }
        let share = try await drive.call(change).share
        context.output.object { write(share, to: &$0) }
        context.output.say(Phrase("已修改", "\(share.name): \(rights(share)) for \(share.toUser.nickname)."))
    }

    private static func end(_ context: CommandContext) async throws -> ExitCode {
        let text = context.argument(0)
        if Int(text) != nil {
            let drive = try await context.drive()
            try await drive.call(EndShare(try number(text)))
            ended([Int(text) ?? 0], context)
            return .done
        }
        let item = try await context.remote(text)
        // A folder that somebody shares with this account is left; one of its own is no longer shared.
        if item.path.components.isEmpty,
            let root = try await item.drive.roots().root(numbered: item.path.rootID ?? 0),
            root.shareID > 0
        {
            try await item.drive.call(EndShare(root.shareID))
            ended([root.shareID], context)
            return .done
        }
        let names = context.parsed.positionals.dropFirst()
        let members = names.isEmpty ? nil : try await Members(item.drive)
        var ids: Set<Int> = []
        for name in names { if let id = try members?.member(name).id { ids.insert(id) } }
        let shares = try await item.drive.call(ListGivenShares()).list.filter { share in
            let path = share.href.flatMap { RemotePath(href: $0) } ?? RemotePath(share.path)
            return path == item.path && (ids.isEmpty || ids.contains(share.toUser.id))
        }
        guard !shares.isEmpty else {
            throw CommandError(.notFound, "“\(text)”没有共享", "'\(text)' is not shared")
        }
        var batch = Batch(context)
        for share in shares {
            try await batch.perform("\(share.id)") { try await item.drive.call(EndShare(share.id)) }
        }
        ended(shares.map(\.id), context)
        return batch.finish()
    }

    private static func ended(_ ids: [Int], _ context: CommandContext) {
        context.output.object { writer in
            writer.key("ended")
            writer.array(ids)
        }
        context.output.say(
            Phrase(
                "已结束 \(ids.count) 个共享",
                ids.count == 1 ? "The share has ended." : "\(ids.count) shares have ended."
            )
        )
    }

    private static func number(_ text: String) throws(CommandError) -> Int {
        guard let number = Int(text), number > 0 else {
            throw CommandError(.usage, "“\(text)”不是编号", "'\(text)' is no number; see 'hearth share ls'")
        }
        return number
    }

    // MARK: Lists

    private static func list(_ context: CommandContext) async throws {
        let drive = try await context.drive()
        if context.parsed.flag("received") { return try await received(drive, context) }
        let shares = try await drive.call(ListGivenShares()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for share in shares {
                writer.beginObject()
                write(share, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([
            ("ID", .right), ("FOLDER", .left), ("FOR", .left), ("RIGHTS", .left), ("BY", .left),
        ])
        for share in shares {
            let path = share.href.flatMap { RemotePath(href: $0) } ?? RemotePath(share.path)
            let remote = if let path { await drive.text(path) } else { share.name }
            table.add([
                String(share.id), context.output.name(remote), context.output.name(share.toUser.nickname),
                rights(share),
                context.output.name(share.grantedBy.nickname),
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }

    private static func received(_ drive: Drive, _ context: CommandContext) async throws {
        let roots = try await drive.roots()
        let shares = roots.roots.filter { $0.kind == .received }
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for root in shares {
                writer.beginObject()
                writer.key("share_id")
                writer.int(root.shareID)
                writer.key("shared_by")
                writer.string(root.from)
                writer.entryMembers(root.resource, remote: roots.label(of: root))
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("ID", .right), ("FOLDER", .left), ("BY", .left), ("RIGHTS", .left)])
        for root in shares {
            table.add([
                String(root.shareID), context.output.name(roots.label(of: root)),
                context.output.name(root.from),
                root.resource.rightsText,
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }

    private static func rights(_ share: GivenShare) -> String {
        (share.canRead ? "r" : "-") + (share.canWrite ? "w" : "-") + (share.canDelete ? "d" : "-")
    }

    private static func write(_ share: GivenShare, to writer: inout JSONWriter) {
        writer.key("id")
        writer.int(share.id)
        writer.key("name")
        writer.string(share.name)
        writer.key("path")
        writer.string(share.path)
        writer.key("member")
        writer.string(share.toUser.nickname)
        writer.key("member_id")
        writer.int(share.toUser.id)
        writer.key("by")
        writer.string(share.grantedBy.nickname)
        writer.key("by_id")
        writer.int(share.grantedBy.id)
        writer.key("can_read")
        writer.bool(share.canRead)
        writer.key("can_write")
        writer.bool(share.canWrite)
        writer.key("can_delete")
        writer.bool(share.canDelete)
        writer.key("created")
        writer.int(share.created)
    }
}
