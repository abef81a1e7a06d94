import HearthWire

/// Sharing directories with other members.
enum ShareOperations {
    static let area = APIDescription.Area(
        name: "shares",
        meaning:
            "Directories that members share with each other. What one shares is never more than one may oneself.",
        operations: [list, share, given, change, end]
    )

    static let components: [Components.Component] = [
        Components.Component(
            "ReceivedShare",
            "A folder that somebody shares with the caller.",
            [
                Field("id", .id, "The root's number."),
                Field("name", .text, "Its name."),
                Field("path", ResourceComponents.path, "`/s/{id}`."),
                Field("from_user", .text, "Who shares it; empty for the family folder and managed folders."),
                Field("read", .flag, "The caller may read."),
                Field("write", .flag, "The caller may create, change and share."),
                Field("deleted", .flag, "The caller may delete."),
                Field("is_family_path", .flag, "Whether this is the family folder."),
                Field(
                    "share_id",
                    .int(0),
                    "What `DELETE /api/v1/shares/{id}` takes to leave it; 0 where one cannot leave."
                ),
            ]
        ),
        Components.Component(
            "GivenShare",
            "A directory that somebody has from the caller, or from others out of a folder that the caller manages.",
            [
                Field("id", .id, "The share's number."),
                Field("root_id", .id, "The number of the root that it is for its receiver."),
                Field("name", .text, "The directory's name."),
                Field("path", .text, "The directory's path as the caller sees it."),
                .maybe(
                    "href",
                    ResourceComponents.href,
                    "The percent-encoded path, where a name is not UTF-8."
                ),
                Field(
                    "to_user",
                    .object([
                        Field("id", .id, "The member's number."), Field("nickname", .text, "His name."),
                    ]),
                    "With whom."
                ),
                Field(
                    "granted_by",
                    .object([
                        Field("id", .id, "The member's number."), Field("nickname", .text, "His name."),
                    ]),
                    "By whom."
                ),
                Field("read", .flag, "He may read."),
                Field("write", .flag, "He may create, change and share."),
                Field("deleted", .flag, "He may delete."),
                Field("created", .time, "Since when."),
            ]
        ),
    ]

    private static let id = ParameterDescription.path("id", .int(), "A share's number.")
    /// 0, 1, or a boolean: clients differ.
    static let flagIn = Shape.anyOf([.flag, .bool])

    private static let list = OperationDescription(
        "listShares",
        "The family folder, managed shared folders, then directories that others share; the family folder is made on the first call.",
        [ResourceOperations.page, ResourceOperations.pageSize],
        reply: .list(.component("ReceivedShare")),
        codes: [.partitionUnavailable, .folderNameTaken, .resourceNotFound, .forbidden, .noSpace]
    )

    private static let share = OperationDescription(
        "share",
        """
        Needs write on the directory, and every right that is given. Write and delete imply read. Sharing again \
        replaces what the caller gave before.
        """,
        body: .json([
            Field("to_users", .list(.id, atLeast: 1), "Members' numbers."),
            Field("paths", .list(.component("PathReference"), atLeast: 1), "Directories."),
            .maybe("read", flagIn, "They may read."),
            .maybe("write", flagIn, "They may create, change and share."),
            .maybe("deleted", flagIn, "They may delete."),
            .maybe("from_user", .text, "Ignored; the caller's own nickname is shown."),
        ]),
        reply: .empty,
        codes: ImpliedCodes.path + [
            .cannotShareWithSelf, .userNotFound, .illegalParameter, .noShareRight, .encryptedNotShared,
            .onlyDirectoriesShared,
        ]
    )

    private static let given = OperationDescription(
        "listGivenShares",
        "What the caller shares, and what others share with others out of folders that the caller manages: the own "
            + "personal folder, the managed folders that one made, for the owner of the drive all managed folders and "
            + "the family's.",
        [ResourceOperations.page, ResourceOperations.pageSize],
        reply: .list(.component("GivenShare"))
    )

    private static let change = OperationDescription(
        "changeShare",
        "By who gave it or who manages the folder: in a personal folder its owner alone, in others who made it and the "
            + "owner of the drive. Not by the receiver. What is left out stays.",
        [id],
        body: .json([
            .maybe("read", flagIn, "He may read."),
            .maybe("write", flagIn, "He may create, change and share."),
            .maybe("deleted", flagIn, "He may delete."),
        ]),
        reply: .data([Field("share", .component("GivenShare"), "The share as it is now.")]),
        codes: [.shareNotFound, .illegalParameter, .noShareRight]
    )

    private static let end = OperationDescription(
        "endShare",
        "By the same, or by the receiver, who leaves the folder.",
        [id],
        reply: .empty,
        codes: [.shareNotFound]
    )
}
