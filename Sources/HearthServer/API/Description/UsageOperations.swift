import HearthWire

/// Use of storage.
enum UsageOperations {
    static let area = APIDescription.Area(
        name: "usage",
        meaning: "How much lies in whose folders. The owner sees all members, others themselves.",
        operations: [usage]
    )

    private static let sum: [Field] = [
        Field("bytes", .bytes, "Sizes of their files; of encrypted folders those of the ciphertext."),
        Field("files", .int(0, unit: .items), "How many files."),
    ]

    private static let usage = OperationDescription(
        "usage",
        """
        The folders are counted when somebody asks, and again after five minutes. The reply does not wait: it tells the \
        last count, and whether one is running.
        """,
        reply: .data([
            Field(
                "list",
                .list(
                    .object(
                        [
                            Field("user_id", .id, "The member."),
                            Field("nickname", .text, "The name that others see."),
                        ] + sum
                    )
                ),
                "Members by number, each with the personal folder and the private ones; 0 before the first count."
            ),
            Field(
                "shared",
                .object(sum).orNull,
                "The family's folder and those of several members; null but for the owner."
            ),
            Field(
                "folders",
                .list(.object([Field("id", .id, "The folder.")] + sum)),
                "The first-level folders that the caller may see, as far as they are counted."
            ),
            Field("counted", .time, "When the last count ended; 0 before the first."),
            Field("is_counting", .bool, "Whether a count is running: ask again."),
        ])
    )
}
