import HearthArguments
import HearthClient
import HearthWire

/// `hearth pool`: disks, from afar.
enum PoolCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "pool",
            summary: "Manage pools: the disks of a home.",
            discussion: """
                With --data DIR the commands work on a data directory of this computer instead, also without a sign-in. \
                Partitions are managed by 'hearth partition'.
                """,
            group: ClientCommands.Group.managing,
            subcommands: [
                CommandSpec(name: "ls", aliases: ["list"], summary: "List pools and partitions."),
                CommandSpec(
                    name: "add",
                    summary: "Make a directory of the server, or an idle disk, a pool.",
                    options: [
                        OptionSpec("disk", value: "DISK", help: "An idle disk instead of a directory.")
                    ],
                    arguments: [
                        ArgumentSpec("NAME", help: "What it is called."),
                        ArgumentSpec(
                            "PATH",
                            isOptional: true,
                            help: "A directory on the server's computer, absolute."
                        ),
                    ]
                ),
                CommandSpec(name: "disks", summary: "List idle disks of the server."),
                CommandSpec(
                    name: "rename",
                    summary: "Give a pool another name.",
                    arguments: [pool, ArgumentSpec("NEW-NAME", help: "The new name.")]
                ),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Remove a pool with its partitions and the folders on them.",
                    options: [CommonSpecs.yes],
                    arguments: [pool]
                ),
            ],
            usual: "ls"
        ),
        done: { context in
            let drive = try await context.drive()
            let name = context.argument(0)
            switch context.parsed.command.last {
            case "add": try await add(name, drive, context)
            case "disks": try await disks(drive, context)
            case "rename":
                try await drive.call(RenamePool(name, newName: context.argument(1)))
                context.done(
                    Phrase("已重命名", "The pool is called \(context.argument(1)) now."),
                    "renamed",
                    .string(context.argument(1))
                )
            case "rm":
                try context.confirm(
                    Phrase("移除存储池 \(name) 及其全部文件夹？", "Remove the pool \(name) with all folders on it?")
                )
                let started = try await drive.call(DeletePool(name))
                try await TaskWaiter(drive, context.output).wait(for: started.taskID)
                context.done(
                    Phrase("已移除存储池 \(name)", "The pool \(name) is removed."),
                    "removed",
                    .string(name)
                )
            default: show(try await drive.call(ListPools()).list, context)
            }
        }
    )

    static let pool = ArgumentSpec("POOL", completion: .dynamic("pool"), help: "The pool.")

    private static func add(_ name: String, _ drive: Drive, _ context: CommandContext) async throws {
        switch (context.parsed.positional(1), context.parsed.value("disk")) {
        case (let path?, nil): _ = try await drive.call(AddDirectoryPool(name, directory: path))
        case (nil, let disk?): try await drive.call(CreatePool(name, diskName: disk))
        default: throw CommandError(.usage, "请指定目录或 --disk", "give either a directory or --disk")
        }
        context.done(Phrase("已添加存储池 \(name)", "The pool \(name) is added."), "added", .string(name))
    }

    private static func disks(_ drive: Drive, _ context: CommandContext) async throws {
        let disks = try await drive.call(ListDisks()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for disk in disks {
                writer.beginObject()
                writer.key("name")
                writer.string(disk.name)
                writer.key("capacity")
                writer.int(disk.capacity)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([("DISK", .left), ("SIZE", .right)])
        for disk in disks { table.add([disk.name, Amount.bytes(disk.capacity)]) }
        for line in table.lines() { context.output.line(line) }
    }

    private static func show(_ pools: [Pool], _ context: CommandContext) {
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for pool in pools {
                writer.beginObject()
                writer.key("name")
                writer.string(pool.name)
                writer.key("capacity")
                writer.int(pool.capacity)
                writer.key("used")
                writer.int(pool.used)
                writer.key("status")
                writer.string(pool.taskStatus)
                writer.key("task_id")
                writer.string(pool.taskID)
                writer.key("partitions")
                writer.beginArray()
                for partition in pool.partitions {
                    PartitionCommand.write(partition, of: pool.name, to: &writer)
                }
                writer.endArray()
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([
            ("POOL", .left), ("PARTITION", .left), ("SIZE", .right), ("USED", .right), ("STATUS", .left),
        ])
        for pool in pools {
            table.add([pool.name, "", Amount.bytes(pool.capacity), Amount.bytes(pool.used), pool.taskStatus])
            for partition in pool.partitions {
                table.add([
                    "", partition.name, Amount.bytes(partition.capacity), Amount.bytes(partition.used),
                    partition.taskStatus,
                ])
            }
        }
        for line in table.lines() { context.output.line(line) }
    }
}
