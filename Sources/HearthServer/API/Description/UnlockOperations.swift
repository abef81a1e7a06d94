import HearthWire

/// What of encrypted folders is open.
enum UnlockOperations {
    static let area = APIDescription.Area(
        name: "unlocks",
        meaning: """
            An encrypted folder opens for one token, by `PATCH /folders/{path}` or a `pwd` header on any request, for at \
            most 72 hours from the entry of the password. Until then, after it, and after a restart every route that \
            names something in it answers 20009.
            """,
        operations: [list, lockAll, lock]
    )

    private static let everywhere = ParameterDescription.query(
        "everywhere",
        .bool,
        "true locks it for all tokens of the same member."
    )

    private static let list = OperationDescription(
        "listUnlocks",
        "Those of the token that asks.",
        reply: .list(
            .object([
                Field("root_id", .id, "The folder's number."),
                Field("path", .text, "`/s/{root_id}`."),
                Field("name", .text, "The folder's name."),
                Field("since", .time, "When the password was entered."),
                Field("until", .time, "When it has to be entered again; using the folder does not move it."),
            ])
        )
    )

    private static let lockAll = OperationDescription(
        "lockAll",
        "The keys of folders that no other token has open are wiped.",
        [everywhere],
        reply: .empty,
        codes: [.illegalParameter]
    )

    private static let lock = OperationDescription(
        "lock",
        "Quiet for a folder that is not open. Its keys are wiped unless another token has it open.",
        [.path("id", .int(), "A folder's number."), everywhere],
        reply: .empty,
        codes: [.illegalParameter]
    )
}
