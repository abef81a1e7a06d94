import HearthDrive
import HearthWire

/// Long work: looking at it, trying again, dropping it.
enum TaskOperations {
    static let area = APIDescription.Area(
        name: "tasks",
        meaning: """
            Long work that goes on in the background and survives a restart. Members see their own tasks and those \
            of folders that they made, the owner all of them.
            """,
        operations: [list, task, retry, dismiss]
    )

    static let components: [Components.Component] = [
        Components.Component(
            "Task",
            "A piece of long work.",
            [
                Field("task_id", .text(1, nil), "Its id: the topic, `_`, and what it is about."),
                Field("topic", .oneOf(words: TaskTopic.allCases.map(\.rawValue)), "What kind of work it is."),
                Field(
                    "state",
                    .oneOf(words: ["queued", "running", "failed", "done"]),
                    "Where it stands. A done task is forgotten after an hour."
                ),
                Field(
                    "state_code",
                    .oneOf([0, 1, 3]),
                    "The same as a number: 0 failed, 1 queued or running, 3 done."
                ),
                Field("status", .text, "`{topic}_{0 or 1}` as lists show it; empty when it is done."),
                Field(
                    "subject",
                    .text,
                    "What it is about: a folder's id, `pool/partition`, a pool's name, a member's id."
                ),
                Field("user_id", .id, "Who asked for it."),
                Field("created", .time, "When it was asked for."),
                Field("updated", .time, "When it was written last."),
                Field("bytes_done", .bytes, "Work done."),
                Field("bytes_total", .bytes, "Work expected; 0 while it is not known."),
                Field("items_done", .int(0, unit: .items), "Files and directories done."),
                Field(
                    "items_total",
                    .int(0, unit: .items),
                    "Files and directories expected; 0 while it is not known."
                ),
                Field("code", .int(0), "Why it failed; 0 unless it did."),
                Field("reason", .text, "The same for people; empty unless it failed."),
                Field(
                    "result",
                    .anything,
                    """
                    What came of it, by topic, and null before: copies and moves give `resources` (the first 1 000 \
                    with `name`, `path` and perhaps `href`), `count` and `ended_shares`; deletions give `count`.
                    """
                ),
            ]
        )
    ]

    static let started: [Field] = [Field("task_id", .text(1, nil), "The task that does it.")]
    /// Set by lists that show what happens to their rows.
    static let marks: [Field] = [
        Field(
            "status",
            .text,
            "`{topic}_1` while a task is at work on it, `{topic}_0` after it failed; empty without one."
        ),
        Field("task_id", .text, "That task; empty without one."),
    ]

    private static let id = ParameterDescription.path("id", .text(1, nil), "The `task_id` of a task.")

    private static let list = OperationDescription(
        "listTasks",
        "What is queued, running or failed, and what was done within the last hour, in the order in which it was asked for.",
        reply: .list(.component("Task"))
    )

    private static let task = OperationDescription(
        "task",
        "A done task is found for an hour.",
        [id],
        reply: .data(.component("Task")),
        codes: [.taskNotFound]
    )

    private static let retry = OperationDescription(
        "retryTask",
        "Queues a failed task again; others are refused with 70001.",
        [id],
        reply: .empty,
        codes: [.taskNotFound, .taskState]
    )

    private static let dismiss = OperationDescription(
        "dismissTask",
        "Forgets a failed task, or cancels one that has not begun; others are refused with 70001.",
        [id],
        reply: .empty,
        codes: [.taskNotFound, .taskState]
    )
}
