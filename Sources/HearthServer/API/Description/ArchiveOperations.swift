import HearthWire

/// Whole selections as one archive.
enum ArchiveOperations {
    static let area = APIDescription.Area(
        name: "archives",
        meaning: "Several files and directories as one ZIP or tar, made while it is sent.",
        operations: [direct, create, byID]
    )

    private static let format = Shape.oneOf(words: ["zip", "tar"])
    private static let formatMeaning = "`zip` (the default; with ZIP64, stored, UTF-8 names) or `tar`."
    private static let fileName = Shape.text(1, 255)
    private static let nameMeaning = "The archive's file name; made from the selection by default."

    private static let codes: [WireCode] =
        ImpliedCodes.path + [.illegalParameter, .forbiddenCharacter, .noSpace]

    private static let direct = OperationDescription(
        "archive",
        "Needs read. The connection is cut when a file fails or changes in the middle: what is complete ends well.",
        [
            .demanded(
                "path",
                .list(.text(matching: "^/s/[1-9]"), atLeast: 1),
                "What goes in; may stand several times."
            ),
            .query("format", format, formatMeaning),
            .query("name", fileName, nameMeaning),
        ],
        reply: archive,
        codes: codes
    )

    private static let create = OperationDescription(
        "createArchive",
        "For selections that do not fit a URL, and for browsers: the address needs no token and lives 10 minutes.",
        body: .json([
            Field("paths", .list(.component("PathReference"), atLeast: 1), "What goes in."),
            .maybe("format", format, formatMeaning),
            .maybe("name", fileName, nameMeaning),
        ]),
        reply: .data([
            Field("archive_id", .text(1, nil), "Names it."),
            Field("url", .text(matching: "^/"), "Where it is fetched with a plain GET."),
            Field("expires", .time, "Until when."),
        ]),
        codes: codes
    )

    private static let byID = OperationDescription(
        "archiveByID",
        "With the rights that its maker has now; ends with his session.",
        [.path("id", .text(1, nil), "The `archive_id`.")],
        reply: archive,
        codes: codes + [.unauthorized]
    )

    private static let archive = ReplyDescription(
        status: 200,
        meaning: "The archive",
        contents: [("application/zip", .binary), ("application/x-tar", .binary)],
        headers: [
            HeaderDescription("Content-Disposition", .text, "An attachment, with its name."),
            HeaderDescription(
                "X-Content-Type-Options",
                .oneOf(words: ["nosniff"]),
                "The type is as it says."
            ),
        ]
    )
}
