import HearthArguments
import HearthClient
import HearthWire

/// `hearth member`: the people of a home, from afar.
enum MemberCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "member",
            summary: "Manage the people of a home.",
            group: ClientCommands.Group.managing,
            subcommands: [
                CommandSpec(name: "ls", aliases: ["list"], summary: "List the members."),
                CommandSpec(
                    name: "add",
                    summary: "Add a member with a first password.",
                    options: [CommonSpecs.passwordFile("the first password"), nickname],
                    arguments: [ArgumentSpec("NAME", help: "The account's name.")]
                ),
                CommandSpec(
                    name: "invite",
                    summary: "Print a link by which one person can make an account.",
                    options: [
                        nickname,
                        OptionSpec(
                            "days",
                            value: "NUMBER",
                            help: "How long the link works, at most 30. Default: 7"
                        ),
                    ]
                ),
                CommandSpec(name: "invitations", summary: "List the invitations."),
                CommandSpec(
                    name: "revoke",
                    summary: "Withdraw an invitation.",
                    arguments: [ArgumentSpec("ID", help: "Its number, as invitations shows it.")]
                ),
                CommandSpec(
                    name: "edit",
                    summary: "Give a member other names.",
                    options: [
                        OptionSpec("account-name", value: "NAME", help: "The new name for signing in."),
                        nickname,
                    ],
                    arguments: [member]
                ),
                CommandSpec(
                    name: "passwd",
                    summary: "Set a member's password; the member is signed out everywhere.",
                    options: [CommonSpecs.passwordFile("the new password")],
                    arguments: [member]
                ),
                CommandSpec(
                    name: "disable",
                    summary: "Close an account: signed out everywhere, files stay.",
                    arguments: [member]
                ),
                CommandSpec(name: "enable", summary: "Open a disabled account again.", arguments: [member]),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Remove a member; the home's settings say what becomes of the files.",
                    options: [CommonSpecs.yes],
                    arguments: [member]
                ),
                CommandSpec(
                    name: "owner",
                    summary: "Hand the home to a member; you stay as a member.",
                    options: [CommonSpecs.passwordFile("your own password"), CommonSpecs.yes],
                    arguments: [member]
                ),
            ],
            usual: "ls"
        ),
        done: { context in
            let drive = try await context.drive()
            switch context.parsed.command.last {
            case "add": try await add(drive, context)
            case "invite": try await invite(drive, context)
            case "invitations": try await invitations(drive, context)
            case "revoke":
                guard let id = Int(context.argument(0)) else {
                    throw CommandError(.usage, "ID 必须是数字", "'\(context.argument(0))' is no number")
                }
                try await drive.call(RevokeInvitation(id))
                context.done(Phrase("已撤回", "The invitation is withdrawn."), "revoked", .int(Int64(id)))
            case "edit", "disable", "enable": try await edit(drive, context)
            case "passwd": try await setPassword(drive, context)
            case "rm": try await remove(drive, context)
            case "owner": try await makeOwner(drive, context)
            default: show(try await drive.call(ListMembers()).members, context)
            }
        }
    )

    private static let member = ArgumentSpec(
        "MEMBER",
        completion: .dynamic("member"),
        help: "An account's name."
    )
    private static let nickname = OptionSpec("nickname", value: "NAME", help: "The name that others see.")

    private static func add(_ drive: Drive, _ context: CommandContext) async throws {
        let password = try context.password(
            of: .account,
            Phrase("新成员的密码：", "First password of the member: "),
            isNew: true
        )
        let added = try await drive.call(
            AddMember(
                accountName: context.argument(0),
                password: password,
                nickname: context.parsed.value("nickname")
            )
        )
        report(added, Phrase("已添加 \(added.accountName)", "\(added.accountName) is a member now."), context)
    }

    private static func edit(_ drive: Drive, _ context: CommandContext) async throws {
        let found = try await Members(drive).member(context.argument(0))
        var change = EditMember(
            found.id,
            nickname: context.parsed.value("nickname"),
            accountName: context.parsed.value("account-name")
        )
        switch context.parsed.command.last {
        case "disable": change.isDisabled = true
        case "enable": change.isDisabled = false
        default:
            guard change.nickname != nil || change.accountName != nil else {
                throw CommandError(.usage, "没有要修改的内容", "nothing to change; give --nickname or --account-name")
            }
        }
        let changed = try await drive.call(change)
        let words =
            switch change.isDisabled {
            case true?:
                Phrase(
                    "已停用 \(changed.accountName)",
                    "\(changed.accountName) cannot sign in any more; all files stay."
                )
            case false?: Phrase("已启用 \(changed.accountName)", "\(changed.accountName) can sign in again.")
            case nil:
                Phrase(
                    "已修改 \(changed.accountName)",
                    "\(changed.accountName) is shown as \(changed.nickname)."
                )
            }
        report(changed, words, context)
    }

    private static func setPassword(_ drive: Drive, _ context: CommandContext) async throws {
        let found = try await Members(drive).member(context.argument(0))
        let password = try context.password(of: .account, Phrase("新密码：", "New password: "), isNew: true)
        try await drive.call(SetPassword(found.id, newPassword: password))
        report(
            found,
            Phrase("已设置新密码", "\(found.accountName) has a new password and is signed out everywhere."),
            context
        )
    }

    private static func remove(_ drive: Drive, _ context: CommandContext) async throws {
        let found = try await Members(drive).member(context.argument(0))
        try context.confirm(Phrase("移除成员 \(found.accountName)？", "Remove the member \(found.accountName)?"))
        let started = try await drive.call(RemoveMember(found.id))
        try await TaskWaiter(drive, context.output).wait(for: started.taskID)
        report(found, Phrase("已移除 \(found.accountName)", "\(found.accountName) is removed."), context)
    }

    private static func makeOwner(_ drive: Drive, _ context: CommandContext) async throws {
        let found = try await Members(drive).member(context.argument(0))
        try context.confirm(Phrase("把家庭交给 \(found.accountName)？", "Hand the home to \(found.accountName)?"))
        let password = try context.password(of: .account, Phrase("你的密码：", "Your own password: "))
        let owner = try await drive.call(TransferOwnership(found.id, password: password))
        report(
            owner,
            Phrase("\(owner.accountName) 现在是拥有者", "\(owner.accountName) owns the home now."),
            context
        )
    }

    private static func invite(_ drive: Drive, _ context: CommandContext) async throws {
        let days = try context.number("days", in: 1...30) ?? 7
        let made = try await drive.call(
            Invite(nickname: context.parsed.value("nickname"), expiresIn: days * 86_400)
        )
        context.output.object { writer in
            write(made, to: &writer)
            writer.key("code")
            writer.string(made.code ?? "")
            writer.key("url")
            writer.string(made.url ?? "")
        }
        context.output.line(made.url ?? made.code ?? "")
        context.output.note(
            Phrase(
                "有效期至 \(LocalTime.short(made.expires))",
                "It works once, until \(LocalTime.short(made.expires))."
            )
        )
    }

    // MARK: Lists

    private static func invitations(_ drive: Drive, _ context: CommandContext) async throws {
        let list = try await drive.call(ListInvitations()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for invitation in list {
                writer.beginObject()
                write(invitation, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("ID", .right), ("FOR", .left), ("STATE", .left), ("UNTIL", .left)])
        for invitation in list {
            let until = LocalTime.short(invitation.expires)
            table.add([
                String(invitation.id), context.output.name(invitation.nickname), invitation.state, until,
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }

    private static func show(_ members: [Member], _ context: CommandContext) {
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for member in members {
                writer.beginObject()
                write(member, to: &writer)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("ID", .right), ("ACCOUNT", .left), ("NICKNAME", .left), ("ROLE", .left)])
        for member in members {
            let names = [context.output.name(member.accountName), context.output.name(member.nickname)]
            table.add([String(member.id)] + names + [role(member)])
        }
        for line in table.lines() { context.output.line(line) }
    }

    private static func report(_ member: Member, _ words: Phrase, _ context: CommandContext) {
        context.output.object { write(member, to: &$0) }
        context.output.say(words)
    }

    private static func role(_ member: Member) -> String {
        if member.isOwner { return "owner" }
        if member.isDisabled { return "disabled" }
        return member.state.isEmpty || member.state == "active" ? "member" : member.state
    }

    private static func write(_ member: Member, to writer: inout JSONWriter) {
        writer.key("id")
        writer.int(member.id)
        writer.key("account")
        writer.string(member.accountName)
        writer.key("nickname")
        writer.string(member.nickname)
        writer.key("role")
        writer.string(role(member))
        writer.key("owner")
        writer.bool(member.isOwner)
        writer.key("disabled")
        writer.bool(member.isDisabled)
    }

    private static func write(_ invitation: Invitation, to writer: inout JSONWriter) {
        writer.key("id")
        writer.int(invitation.id)
        writer.key("nickname")
        writer.string(invitation.nickname)
        writer.key("state")
        writer.string(invitation.state)
        writer.key("created")
        writer.int(invitation.created)
        writer.key("expires")
        writer.int(invitation.expires)
    }
}
