import HearthArguments
import HearthClient
import HearthWire

/// `hearth area`: the homes that this computer knows.
enum AreaCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "area",
            aliases: ["home"],
            summary: "List the homes that this computer knows, and choose the current one.",
            group: ClientCommands.Group.homes,
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List the homes; * marks the current one."
                ),
                CommandSpec(name: "use", summary: "Make a home the current one.", arguments: [area]),
                CommandSpec(
                    name: "rename",
                    summary: "Call a home something else in front of paths.",
                    arguments: [area, ArgumentSpec("NEW-NAME", help: "Letters, digits, '-', '_' and '.'.")]
                ),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Forget a home and its token, without a word to its server; see logout.",
                    arguments: [area]
                ),
            ],
            usual: "ls"
        ),
        done: { context in
            let areas = try context.homes.areas
            let name = context.argument(0)
            switch context.parsed.command.last {
            case "use":
                let area = try await areas.use(name)
                context.output.object { write(area, isCurrent: true, to: &$0) }
                context.output.say(Phrase("当前家庭：\(area.alias)", "\(area.alias) is the current home now."))
            case "rename":
                let area = try await areas.rename(name, to: context.argument(1))
                let isCurrent = try await areas.current?.id == area.id
                context.output.object { write(area, isCurrent: isCurrent, to: &$0) }
                context.output.say(Phrase("已改名为 \(area.alias)", "It is called \(area.alias) now."))
            case "rm":
                let area = try await areas.remove(name)
                context.done(
                    Phrase("已移除 \(area.alias)", "\(area.alias) is forgotten."),
                    "removed",
                    .string(area.alias)
                )
            default: try await list(areas, context)
            }
        }
    )

    private static let area = ArgumentSpec("AREA", completion: .dynamic("area"), help: "The home.")

    private static func list(_ manager: AreaManager, _ context: CommandContext) async throws {
        let areas = try await manager.areas
        let current = try await manager.current?.id
        var hasToken: Set<String> = []
        for area in areas where try await manager.token(of: area.id) != nil { hasToken.insert(area.id) }
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for area in areas {
                writer.beginObject()
                write(area, isCurrent: area.id == current, to: &writer)
                writer.key("signed_in")
                writer.bool(hasToken.contains(area.id))
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([
            ("", .left), ("AREA", .left), ("ACCOUNT", .left), ("ADDRESS", .left), ("HOME", .left),
        ])
        for area in areas {
            let note = hasToken.contains(area.id) ? "" : context.output.text("（需要登录）", " (sign in)")
            table.add([
                area.id == current ? "*" : "", area.alias, context.output.name(area.accountName),
                (area.lanURL ?? "") + note, context.output.name(area.name),
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }

    /// The members of a home, without secrets.
    static func write(_ area: Area, isCurrent: Bool, to writer: inout JSONWriter) {
        writer.key("area")
        writer.string(area.alias)
        writer.key("id")
        writer.string(area.id)
        writer.key("name")
        writer.string(area.name)
        writer.key("url")
        writer.string(area.lanURL ?? "")
        writer.key("account")
        writer.string(area.accountName)
        writer.key("user_id")
        writer.int(area.userID)
        writer.key("owner")
        writer.bool(area.isOwner)
        writer.key("current")
        writer.bool(isCurrent)
        switch area.trust {
        case .system: break
        case .authorities:
            writer.key("trust")
            writer.string("ca")
        case .pinned(let key), .pinnedUnder(_, let key):
            writer.key("trust")
            writer.string("fingerprint")
            writer.key("fingerprint")
            writer.string(key.description)
        }
    }
}
