import HearthArguments
import HearthClient
import HearthWire

/// `hearth partition`: parts of pools, from afar.
enum PartitionCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "partition",
            summary: "Manage partitions: the parts of pools that folders lie on.",
            group: ClientCommands.Group.managing,
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List partitions.",
                    arguments: [
                        ArgumentSpec(
                            "POOL",
                            isOptional: true,
                            completion: .dynamic("pool"),
                            help: "Of this pool only."
                        )
                    ]
                ),
                CommandSpec(
                    name: "add",
                    summary: "Add a partition to a pool.",
                    arguments: [PoolCommand.pool, ArgumentSpec("NAME", help: "What it is called."), size]
                ),
                CommandSpec(
                    name: "edit",
                    summary: "Give a partition another name or a larger limit.",
                    options: [
                        OptionSpec("name", value: "NAME", help: "The new name."),
                        OptionSpec(
                            "size",
                            value: "SIZE",
                            help: "The new limit, such as 500GB; never smaller than before."
                        ),
                    ],
                    arguments: [PoolCommand.pool, partition]
                ),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Remove a partition with the folders on it.",
                    options: [CommonSpecs.yes],
                    arguments: [PoolCommand.pool, partition]
                ),
            ],
            usual: "ls"
        ),
        done: { context in
            let drive = try await context.drive()
            let (pool, name) = (context.argument(0), context.argument(1))
            switch context.parsed.command.last {
            case "add":
                let size = try megabytes(context.argument(2))
                let started = try await drive.call(
                    CreatePartition(name, poolName: pool, capacity: size, unit: .megabytes)
                )
                try await TaskWaiter(drive, context.output).wait(for: started.taskID)
                context.done(
                    Phrase("已添加分区 \(name)", "The partition \(name) is added."),
                    "added",
                    .string(name)
                )
            case "edit": try await edit(pool, name, drive, context)
            case "rm":
                try context.confirm(
                    Phrase("移除分区 \(name) 及其全部文件夹？", "Remove the partition \(name) with all folders on it?")
                )
                let started = try await drive.call(DeletePartition(name, poolName: pool))
                try await TaskWaiter(drive, context.output).wait(for: started.taskID)
                context.done(
                    Phrase("已移除分区 \(name)", "The partition \(name) is removed."),
                    "removed",
                    .string(name)
                )
            default: try await list(drive, context)
            }
        }
    )

    private static let partition = ArgumentSpec(
        "NAME",
        completion: .dynamic("partition"),
        help: "The partition."
    )
    private static let size = ArgumentSpec("SIZE", help: "Such as 500GB, 800MB or 1.5TB; 1 GB is 1024 MB.")

    private static func edit(
        _ pool: String,
        _ name: String,
        _ drive: Drive,
        _ context: CommandContext
    ) async throws {
        let newName = context.parsed.value("name")
        let newSize = context.parsed.value("size")
        guard newName != nil || newSize != nil else {
            throw CommandError(.usage, "没有要修改的内容", "nothing to change; give --name or --size")
        }
        let now = try await drive.call(PoolByName(pool)).partitions.first { $0.name == name }
        guard let now else {
            throw CommandError(ClientError(.server(code: .partitionUnavailable, reason: "")))
        }
        let size = try newSize.map(megabytes) ?? now.capacity >> 20
        let started = try await drive.call(
            EditPartition(name, newName: newName ?? name, poolName: pool, capacity: size, unit: .megabytes)
        )
        try await TaskWaiter(drive, context.output).wait(for: started.taskID)
        context.done(
            Phrase("已修改分区 \(newName ?? name)", "The partition \(newName ?? name) is changed."),
            "changed",
            .string(newName ?? name)
        )
    }

    /// A size such as `500GB` as whole mebibytes.
    static func megabytes(_ text: String) throws(CommandError) -> Int64 {
        guard let bytes = Amount.parse(text), bytes >= 1 << 20 else {
            throw CommandError(
                .usage,
                "“\(text)”不是大小，例如 500GB、800MB 或 1.5TB",
                "'\(text)' is no size; sizes look like 500GB, 800MB or 1.5TB"
            )
        }
        return bytes >> 20
    }

    private static func list(_ drive: Drive, _ context: CommandContext) async throws {
        var pools = try await drive.call(ListPools()).list
        if let name = context.parsed.positional(0) {
            pools = pools.filter { $0.name == name }
            guard !pools.isEmpty else {
                throw CommandError(ClientError(.server(code: .poolNotFound, reason: "")))
            }
        }
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for pool in pools {
                for partition in pool.partitions { write(partition, of: pool.name, to: &writer) }
            }
            writer.endArray()
        }
        var table = TextTable([
            ("POOL", .left), ("PARTITION", .left), ("SIZE", .right), ("USED", .right), ("STATUS", .left),
        ])
        for pool in pools {
            for partition in pool.partitions {
                table.add([
                    pool.name, partition.name, Amount.bytes(partition.capacity), Amount.bytes(partition.used),
                    partition.taskStatus,
                ])
            }
        }
        for line in table.lines() { context.output.line(line) }
    }

    static func write(_ partition: Partition, of pool: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("pool")
        writer.string(pool)
        writer.key("name")
        writer.string(partition.name)
        writer.key("capacity")
        writer.int(partition.capacity)
        writer.key("used")
        writer.int(partition.used)
        writer.key("status")
        writer.string(partition.taskStatus)
        writer.key("task_id")
        writer.string(partition.taskID)
        writer.endObject()
    }
}
