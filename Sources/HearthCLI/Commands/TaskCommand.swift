import HearthArguments
import HearthClient
import HearthWire

/// `hearth task`: long work of the server.
enum TaskCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "task",
            summary: "Look at long work of the server, try it again, or drop it.",
            group: ClientCommands.Group.managing,
            subcommands: [
                CommandSpec(
                    name: "ls",
                    aliases: ["list"],
                    summary: "List what is queued, running, failed, or was done within the hour."
                ),
                CommandSpec(name: "wait", summary: "Wait until a task has ended.", arguments: [task]),
                CommandSpec(name: "retry", summary: "Queue a failed task again.", arguments: [task]),
                CommandSpec(
                    name: "rm",
                    aliases: ["remove"],
                    summary: "Forget a failed task.",
                    arguments: [task]
                ),
                CommandSpec(name: "cancel", summary: "Cancel a task that has not begun.", arguments: [task]),
            ],
            usual: "ls"
        ),
        done: { context in
            let drive = try await context.drive()
            let id = context.argument(0)
            switch context.parsed.command.last {
            case "retry":
                try await drive.call(RetryTask(id))
                context.done(Phrase("已重新排队", "The task is queued again."), "queued", .string(id))
            case "rm", "cancel":
                try await drive.call(DismissTask(id))
                context.done(Phrase("已移除任务", "The task is gone."), "removed", .string(id))
            case "wait":
                let ended = try await TaskWaiter(drive, context.output).wait(for: id)
                context.done(Phrase("任务已完成", "The task is done."), "done", .string(ended?.id ?? id))
            default: try await list(drive, context)
            }
        }
    )

    private static let task = ArgumentSpec(
        "TASK",
        completion: .dynamic("task"),
        help: "Its id, as ls shows it."
    )

    private static func list(_ drive: Drive, _ context: CommandContext) async throws {
        let tasks = try await drive.call(ListTasks()).list
        context.output.object { writer in
            writer.key("list")
            writer.beginArray()
            for task in tasks {
                writer.beginObject()
                writer.key("task_id")
                writer.string(task.id)
                writer.key("topic")
                writer.string(task.topic)
                writer.key("state")
                writer.string(task.state)
                writer.key("subject")
                writer.string(task.subject)
                writer.key("user_id")
                writer.int(task.userID)
                writer.key("created")
                writer.int(task.created)
                writer.key("updated")
                writer.int(task.updated)
                writer.key("bytes_done")
                writer.int(task.bytesDone)
                writer.key("bytes_total")
                writer.int(task.bytesTotal)
                writer.key("items_done")
                writer.int(task.itemsDone)
                writer.key("items_total")
                writer.int(task.itemsTotal)
                writer.key("code")
                writer.int(task.code)
                writer.key("reason")
                writer.string(task.reason)
                writer.endObject()
            }
            writer.endArray()
        }
        var table = TextTable([
            ("TASK", .left), ("STATE", .left), ("DONE", .right), ("SINCE", .left), ("", .left),
        ])
        for task in tasks {
            let share = task.bytesTotal > 0 ? "\(task.bytesDone * 100 / task.bytesTotal)%" : ""
            table.add([
                context.output.name(task.id), task.state, share, LocalTime.short(task.created), task.reason,
            ])
        }
        for line in table.lines() { context.output.line(line) }
    }
}
