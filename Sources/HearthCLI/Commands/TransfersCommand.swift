import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth transfers`: the queue.
enum TransfersCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "transfers",
            summary: "Look at the queue of transfers, and steer it.",
            discussion: """
                put and get take what is done off the queue themselves; what was interrupted or failed stays. Pausing \
                and removing also reach transfers that another process is at, within a second. Without a command the queue \
                is listed.
                """,
            group: ClientCommands.Group.copies,
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List the queue, or what belongs to a folder.",
                    options: [OptionSpec("failed", help: "Only what failed.")],
                    arguments: [
                        ArgumentSpec(
                            "ID",
                            isOptional: true,
                            completion: .dynamic("transfer"),
                            help: "A folder's number."
                        )
                    ]
                ),
                CommandSpec(
                    name: "run",
                    summary: "Move what waits, until nothing is left.",
                    options: CommonSpecs.transfer,
                    arguments: [ids]
                ),
                CommandSpec(name: "pause", summary: "Pause transfers.", options: [all], arguments: [ids]),
                CommandSpec(
                    name: "resume",
                    summary: "Let paused transfers wait for their turn again.",
                    options: [all],
                    arguments: [ids]
                ),
                CommandSpec(
                    name: "retry",
                    summary: "Let failed transfers wait for their turn again; all without a number.",
                    arguments: [ids]
                ),
                CommandSpec(
                    name: "ignore",
                    summary: "Take the failed files of a folder off its list.",
                    arguments: [
                        ArgumentSpec(
                            "ID",
                            isRepeated: true,
                            completion: .dynamic("transfer"),
                            help: "Its number, as ls shows it."
                        )
                    ]
                ),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Remove transfers with what they left unfinished; finished files stay.",
                    options: [all],
                    arguments: [ids]
                ),
                CommandSpec(
                    name: "clear",
                    summary: "Take finished transfers off the list; no file is touched.",
                    options: [OptionSpec("failed", help: "Failed ones too.")]
                ),
            ],
            usual: "ls"
        )
    ) { context in
        let verb = context.parsed.command.last ?? "ls"
        let engine = try await context.engine(
            verb == "run" ? TransferOptions(context).configuration : TransferConfiguration()
        )
        switch verb {
        case "ls":
            try await list(engine, context)
            return .done
        case "run": return try await run(engine, context)
        case "clear":
            var count = try await engine.clearFinished()
            if context.parsed.flag("failed") {
                for record in try await records(engine, [.failed]) {
                    try await engine.remove(record.id)
                    count += 1
                }
            }
            context.done(
                Phrase("已清除 \(count) 项", "\(count) are off the list."),
                "cleared",
                .int(Int64(count))
            )
            return .done
        default: return try await steer(verb, engine, context)
        }
    }

    private static let ids = ArgumentSpec(
        "ID",
        isOptional: true,
        isRepeated: true,
        completion: .dynamic("transfer"),
        help: "Its number, as ls shows it."
    )
    private static let all = OptionSpec("all", short: "a", help: "All of them.")

    /// What stands at the top of the queue in some states.
    private static func records(
        _ engine: TransferEngine,
        _ statuses: Set<TransferStatus>?
    ) async throws(TransferError) -> [TransferRecord] {
        var filter = TransferFilter(statuses: statuses)
        var records: [TransferRecord] = []
        while true {
            let page = try await engine.records(filter)
            records += page
            guard page.count == filter.limit, let last = page.last else { return records }
            filter.after = last.id
        }
    }

    private static func numbers(_ context: CommandContext) throws(CommandError) -> [TransferID] {
        var ids: [TransferID] = []
        for text in context.parsed.positionals {
            guard let number = Int64(text), number > 0 else {
                throw CommandError(
                    .usage,
                    "“\(text)”不是编号",
                    "'\(text)' is no number; see 'hearth transfers ls'"
                )
            }
            ids.append(TransferID(rawValue: number))
        }
        return ids
    }

    private static func steer(
        _ verb: String,
        _ engine: TransferEngine,
        _ context: CommandContext
    ) async throws -> ExitCode {
        var ids = try numbers(context)
        if ids.isEmpty {
            guard context.parsed.flag("all") || verb == "retry" else {
                throw CommandError(.usage, "请指定编号或 --all", "say which ones, or --all")
            }
            let statuses: Set<TransferStatus>? =
                switch verb {
                case "pause": [.waiting, .running, .preparing]
                case "resume": [.paused]
                case "retry": [.failed]
                default: nil
                }
            ids = try await records(engine, statuses).map(\.id)
        }
        var batch = Batch(context)
        for id in ids {
            try await batch.perform("\(id)") {
                switch verb {
                case "pause": try await engine.pause(id)
                case "resume": try await engine.resume(id)
                case "retry": try await engine.retry(id)
                case "ignore": try await engine.ignoreFailures(id)
                default: try await engine.remove(id)
                }
            }
        }
        let code = batch.finish()
        context.output.object { writer in
            writer.key("done")
            writer.int(batch.done)
        }
        guard batch.done > 0 else { return code }
        let waits = verb == "resume" || verb == "retry"
        context.output.say(
            Phrase(
                "已处理 \(batch.done) 项" + (waits ? "，用 hearth transfers run 继续" : ""),
                "\(batch.done) \(past(verb))." + (waits ? " 'hearth transfers run' moves what waits." : "")
            )
        )
        return code
    }

    private static func past(_ verb: String) -> String {
        switch verb {
        case "pause": "paused"
        case "resume", "retry": "queued again"
        case "ignore": "settled"
        default: "removed"
        }
    }

    private static func run(_ engine: TransferEngine, _ context: CommandContext) async throws -> ExitCode {
        let ids = try numbers(context)
        // What seems to be running may be of a process that died.
        let left: Set<TransferStatus> = [.waiting, .preparing, .running]
        let chosen = ids.isEmpty ? try await records(engine, left).map(\.id) : ids
        var orders: [TransferRun.Order] = []
        for id in chosen {
            guard let record = try await engine.store.record(id) else {
                throw CommandError(.notFound, "没有编号 \(id)", "there is no transfer \(id)")
            }
            orders.append(
                TransferRun.Order(
                    id: id,
                    local: record.local.description,
                    remote: record.remote?.text ?? record.displayName,
                    direction: record.direction
                )
            )
        }
        // What another process is at is taken off the queue there.
        return try await TransferRun(context, engine).run(orders, isOurs: false)
    }

    // MARK: List

    private static func list(_ engine: TransferEngine, _ context: CommandContext) async throws {
        var rows: [TransferRecord]
        if let id = try numbers(context).first {
            guard try await engine.store.record(id) != nil else {
                throw CommandError(.notFound, "没有编号 \(id)", "there is no transfer \(id)")
            }
            rows = []
            var after: TransferID?
            while true {
                let page = try await engine.children(of: id, after: after)
                rows += page
                guard page.count == 1_000, let last = page.last else { break }
                after = last.id
            }
        } else {
            rows = try await records(engine, nil)
        }
        if context.parsed.flag("failed") { rows = rows.filter { $0.status == .failed } }
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for row in rows { write(row, to: &writer) }
            writer.endArray()
        }
        var table = TextTable([
            ("ID", .right), ("", .left), ("STATUS", .left), ("DONE", .right), ("SIZE", .right),
            ("LOCAL", .left), ("REMOTE", .left),
        ])
        for row in rows {
            let share = row.size.map { $0 > 0 ? "\(row.transferred * 100 / $0)%" : "" } ?? ""
            let count = row.children.total > 0 ? "\(row.children.finished)/\(row.children.total)" : share
            let why = row.error.map { ": " + $0.text(context.language) } ?? ""
            table.add([
                "\(row.id)", row.direction == .upload ? "up" : "down", row.status.word + why, count,
                row.size.map(Amount.bytes) ?? "",
                // Orders that were made together have a name and no place.
                context.output.name(row.kind == .group ? row.displayName : row.local.description),
                context.output.name(row.kind == .group ? "" : row.remote?.text ?? ""),
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }

    private static func write(_ row: TransferRecord, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("id")
        writer.int(row.id.rawValue)
        writer.key("direction")
        writer.string(row.direction == .upload ? "upload" : "download")
        writer.key("type")
        writer.string(row.kind == .folder ? "folder" : (row.kind == .group ? "group" : "file"))
        writer.key("status")
        writer.string(row.status.word)
        writer.key("area")
        writer.string(row.area)
        if row.kind == .group {
            writer.key("name")
            writer.string(row.displayName)
        }
        writer.key("local")
        writer.string(row.local.description)
        writer.key("path")
        writer.string(row.kind == .group ? "" : row.remote?.text ?? "")
        writer.key("size")
        if let size = row.size { writer.int(size) } else { writer.null() }
        writer.key("transferred")
        writer.int(row.transferred)
        writer.key("speed")
        writer.int(row.speed)
        writer.key("files")
        writer.int(row.children.total)
        writer.key("finished")
        writer.int(row.children.finished)
        writer.key("failed")
        writer.int(row.children.failed)
        writer.key("created")
        writer.int(row.created)
        writer.key("updated")
        writer.int(row.updated)
        if let error = row.error {
            writer.key("error")
            writer.string(error.commandError.exit.word)
            writer.key("message")
            writer.string(error.text(.english))
        }
        writer.endObject()
    }
}
