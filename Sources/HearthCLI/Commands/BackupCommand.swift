import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth backup`: keeps at a home what was ever in a folder.
enum BackupCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "backup",
            summary: "Keep at a home whatever was in a folder of this computer.",
            discussion: """
                One-way: nothing is deleted or overwritten at the home. A file counts as there when the home has its \
                content, by SHA-256: what was renamed or moved, on either side, is not sent again, and a changed file \
                comes beside its older version. Files that are unchanged since the last run are not read.
                """,
            group: ClientCommands.Group.copies,
            subcommands: [
                CommandSpec(
                    name: "add",
                    summary: "Back a folder up from now on.",
                    options: [
                        OptionSpec(
                            "to",
                            value: "PATH",
                            completion: .dynamic("remote"),
                            help: "The folder at the home. Needed."
                        ),
                        OptionSpec(
                            "type",
                            choices: BackupKind.allCases.map(\.rawValue),
                            isRepeatable: true,
                            help: "Only files of this kind, told by their names' endings; may be repeated."
                        ),
                    ],
                    arguments: [
                        ArgumentSpec("DIR", completion: .directory, help: "The folder of this computer.")
                    ],
                    examples: [
                        ExampleSpec(
                            "hearth backup add ~/DCIM --to '~/Phone' --type photo --type video",
                            "Pictures and films."
                        )
                    ]
                ),
                CommandSpec(name: "ls", aliases: ["list"], summary: "List the backups of this computer."),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "End a backup; files stay where they are.",
                    arguments: [id]
                ),
                CommandSpec(
                    name: "run",
                    summary: "Send what a home does not have yet.",
                    options: [
                        OptionSpec(
                            "watch",
                            short: "w",
                            help: "Stay, and send what comes as soon as it is written."
                        ),
                        OptionSpec(
                            "every",
                            value: "TIME",
                            help: "With --watch, look at everything this often: 30m, 6h, 1d. Default: 1h"
                        ),
                    ] + CommonSpecs.transfer,
                    arguments: [
                        ArgumentSpec(
                            "ID",
                            isOptional: true,
                            isRepeated: true,
                            help: "Backups, as ls shows them; all when left out."
                        )
                    ]
                ),
                CommandSpec(name: "status", summary: "Tell how the last runs ended."),
                CommandSpec(
                    name: "install",
                    summary:
                        "Let backups run whenever you are signed in to this computer, as a systemd user service.",
                    options: [
                        OptionSpec("every", value: "TIME", help: "Look at everything this often. Default: 1h")
                    ]
                ),
                CommandSpec(name: "uninstall", summary: "Take that service away."),
            ]
        )
    ) { context in
        do {
            switch context.parsed.command.last {
            case "add": return try await add(context)
            case "rm": return try await remove(context)
            case "run": return try await BackupRunning(context).run()
            case "status": return try await BackupListing.status(context)
            case "install": return try await BackupInstalling.install(context)
            case "uninstall": return try await BackupInstalling.uninstall(context)
            default: return try await BackupListing.list(context)
            }
        } catch let error as TransferError {
            throw MirrorTalk.error(error)
        }
    }

    private static let id = ArgumentSpec("ID", help: "Its number, as ls shows it.")

    /// The backups of this computer.
    static func store(_ context: CommandContext) async throws -> BackupStore {
        let homes = try context.homes
        try await homes.prepare()
        return try BackupStore(path: homes.paths.state + "/backups.sqlite")
    }

    private static func add(_ context: CommandContext) async throws -> ExitCode {
        let place = try LocalPlace(context.argument(0))
        guard try LocalEntry.at(place.path).kind == .folder else {
            throw CommandError(.usage, "\(place.text)：不是文件夹", "\(place.text): not a folder")
        }
        guard let to = context.parsed.value("to") else {
            throw CommandError(.usage, "请用 --to 指定目标", "say with --to where it goes, as in --to '~/Phone'")
        }
        let item = try await context.remote(to)
        guard let root = item.path.rootID else {
            throw CommandError(.usage, "目标必须在某个文件夹中", "the target lies in a folder: see 'hearth ls'")
        }
        if item.drive.area.alias.contains("://") {
            throw CommandError(
                .signInNeeded,
                "请先登录",
                "sign in first: a backup goes on when this command has ended"
            )
        }
        if try await item.drive.entry(at: item.path)?.kind == .file {
            throw CommandError(.clash, "\(to)：是文件", "\(to): this is a file")
        }
        let known = try await item.drive.roots().root(numbered: root)
        if let known, !known.canWrite {
            throw CommandError(.noRight, "\(to)：没有写权限", "\(to): you may not write there")
        }
        let set = BackupSet(
            area: item.drive.area.id,
            local: place.source,
            remote: item.path,
            label: await item.drive.text(item.path),
            kinds: Set(context.parsed.values("type").compactMap { BackupKind(rawValue: $0) }),
            isEncrypted: known?.isEncrypted ?? false
        )
        let kept = try await store(context).add(set)
        context.output.object { writer in BackupListing.write(kept, item.drive.area.alias, to: &writer) }
        let (local, remote) = (context.output.name(kept.local.description), context.output.name(kept.label))
        context.output.say(
            Phrase(
                "备份 \(kept.id)：\(local) -> \(remote)；用 hearth backup run 开始",
                "Backup \(kept.id): \(local) -> \(remote). 'hearth backup run' begins."
            )
        )
        return .done
    }

    private static func remove(_ context: CommandContext) async throws -> ExitCode {
        let store = try await store(context)
        let text = context.argument(0)
        guard let id = Int64(text), try await store.remove(id) else { throw unknown(text) }
        context.done(
            Phrase("已结束备份 \(id)", "Backup \(id) has ended; files stay where they are."),
            "removed",
            .int(id)
        )
        return .done
    }

    static func unknown(_ text: String) -> CommandError {
        CommandError(.notFound, "没有备份 \(text)", "there is no backup \(text); see 'hearth backup ls'")
    }
}
