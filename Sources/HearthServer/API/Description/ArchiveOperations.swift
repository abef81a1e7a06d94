import HearthWire

/// Several files as one download.
enum ArchiveOperations {
    static let area = APIDescription.Area(
        name: "archives",
        meaning: """
            Files and whole directories as one ZIP or tar, written while it is sent. When a file cannot be read or changes \
            meanwhile, the connection is cut: an archive that ends properly is whole.
            """,
        operations: [direct, create, fetch]
    )

    private static let format = Shape.oneOf(words: ["zip", "tar"])
    private static let formatMeaning =
        "`zip` by default; nothing is compressed. `tar` keeps every name byte by byte."
    private static let name = Shape.text(nil, 255)
    private static let nameMeaning = """
        What the download is called, with or without its ending. By default the only entry's name, or that of the directory \
        that holds all of them.
        """
    private static let codes: [WireCode] =
        ImpliedCodes.path + [.illegalParameter, .forbiddenCharacter, .noSpace]

    private static let direct = OperationDescription(
        "archive",
        "Needs read on every path; all of them are checked before the first byte is sent.",
        [
            .demanded("path", .list(ResourceComponents.path, atLeast: 1), "What to put in; may be repeated."),
            .query("format", format, formatMeaning),
            .query("name", name, nameMeaning),
            ResourceOperations.password,
        ],
        reply: archive,
        codes: codes
    )

    private static let create = OperationDescription(
        "createArchive",
        "Gives an address that works without a token, for programs that can only open an address. Needs read on every path.",
        [ResourceOperations.password],
        body: .json([
            Field("paths", .list(.component("PathReference"), atLeast: 1), "What to put in."),
            .maybe("format", format, formatMeaning),
            .maybe("name", name, nameMeaning),
        ]),
        reply: .data([
            Field("archive_id", .text(43, 43), "The secret that stands in the address."),
            Field("url", .text(matching: "^/api/v1/archives/"), "The address below this server's."),
            Field("expires", .time, "When it ends; earlier if the session that made it ends."),
        ]),
        codes: codes
    )

    private static let fetch = OperationDescription(
        "archiveByID",
        "Whoever knows the address gets the archive, as often as he likes, with the rights that its maker has then, "
            + "and what is encrypted of it only while its maker's token has it unlocked.",
        [.path("id", .text(1, nil), "The archive's id.")],
        reply: archive,
        codes: codes
    )

    private static let archive = ReplyDescription(
        status: 200,
        meaning: "The archive",
        contents: [("application/zip", .binary), ("application/x-tar", .binary)],
        headers: [
            HeaderDescription(
                "Content-Disposition",
                .text,
                "An attachment with its name, also as `filename*`."
            ),
            HeaderDescription("Content-Security-Policy", .text, "A sandbox: content never acts as the app."),
            HeaderDescription(
                "Cross-Origin-Resource-Policy",
                .oneOf(words: ["same-origin"]),
                "Not for other sites."
            ),
            HeaderDescription("Cache-Control", .text, "`private, no-store`."),
            HeaderDescription(
                "X-Content-Type-Options",
                .oneOf(words: ["nosniff"]),
                "The type is as it says."
            ),
            HeaderDescription(
                "Accept-Ranges",
                .oneOf(words: ["none"]),
                "An archive comes from its beginning."
            ),
        ]
    )
}
