import HearthWire

/// Listing, making, renaming, copying, moving, deleting.
enum ResourceOperations {
    static let area = APIDescription.Area(
        name: "resources",
        meaning: "Files and directories below the caller's roots.",
        operations: [list, make, rename, transfer, delete, backups]
    )

    // MARK: Shared parameters

    static let path = ParameterDescription.path(
        "path",
        .text(matching: "^/?s/[1-9]").like("s/12/a.mov"),
        OpenAPIText.path
    )
    static let password = ParameterDescription.header(
        "pwd",
        .text,
        "The password of the encrypted folder that the path belongs to; unlocks it for this token."
    )
    static let page = ParameterDescription.query("page", .int(0), "The page, from 1. 0 is the first.")
    static let pageSize = ParameterDescription.query(
        "page_size",
        .int(0, 1_000, unit: .rows),
        "Rows of a page. 0 is 30 inside a root and everything elsewhere; more than 1 000 is 1 000."
    )
    static let conflict = ParameterDescription.query("on_conflict", conflictWords, conflictMeaning)
    static let ifMatch = ParameterDescription.header(
        "If-Match",
        .text.like("\"5d41402abc4b2a76\""),
        "With `on_conflict=replace`: replaces only what has one of these ETags, 90005 otherwise."
    )
    static let modified = ParameterDescription.header(
        "X-OC-Mtime",
        .text(matching: "^-?[0-9]{1,12}(\\.[0-9]*)?$").like("1650000000"),
        "The modification time that the file shall carry, in seconds since 1970; a fraction is dropped."
    )

    static let conflictWords = Shape.oneOf(words: ["rename", "fail", "replace", "skip"])
    static let conflictMeaning = """
        What to do when the name is taken: `rename` takes a free name, `fail` refuses, `replace` swaps the content, \
        `skip` leaves what is there. The same bytes under the same name are success whatever is chosen.
        """

    static let prefer = ParameterDescription.header(
        "Prefer",
        .text.like("respond-async"),
        "`respond-async`: answers 202 at once, and a task does the work. Everything is checked before all the same. "
            + "Not followed where an encrypted folder is concerned."
    )
    static let ifNoneMatch = ParameterDescription.header(
        "If-None-Match",
        .text,
        "Sends nothing (304) when it still has one of these ETags."
    )

    // MARK: Routes

    private static let list = OperationDescription(
        "listResources",
        """
        Without a path (`/`): the caller's own folders; the personal folder is made on the first call. With a path: a \
        directory, directories first, names in natural order. Recursive with `type=1`; then descendants stand before \
        the directory they lie in.
        """,
        [
            .path(
                "path",
                .text.like("s/12/holiday"),
                OpenAPIText.path + " `/` alone is the list of own folders."
            ),
            .query("type", .oneOf([0, 1]), "0 one level, 1 everything below as one flat list."),
            page, pageSize,
            .query(
                "sort",
                .oneOf(words: ["name", "mtime", "size", "type"]),
                "What the rows are sorted by; `name` by default."
            ),
            .query("order", .oneOf(words: ["asc", "desc"]), "The direction; `asc` by default."),
            .query("name", .text, "Only names that contain this, without regard to case. Not with `type=1`."),
            .query(
                "limit",
                .int(1, 1_000, unit: .rows),
                "Rows of a page that goes on with `cursor`; stands instead of `page` and `page_size`. Not with `type=1`."
            ),
            .query(
                "cursor",
                .text,
                "The `cursor` of the page before, with the same path, `sort`, `order` and `name`. Not with `type=1`."
            ),
            .query(
                "excerpt",
                .oneOf(words: ["1", "0", "true", "false"]),
                "Whether texts tell their first lines; those not known yet are there the next time. Not with `type=1`."
            ),
            ifNoneMatch, password,
        ],
        replies: [
            .list(
                .component("Resource"),
                and: [
                    .maybe(
                        "damaged",
                        .int(0, unit: .items),
                        "Of encrypted folders: how many entries of this directory have lost their names. They are in no list. "
                            + "With `type=1`: of all directories, and how many of these cannot be read."
                    )
                ]
            ).with([
                HeaderDescription(
                    "ETag",
                    .text(matching: "^W/\"[^\"]+\"$"),
                    "The list's tag, weak; none with `type=1`.",
                    always: false
                )
            ]),
            .unchanged,
        ],
        codes: ImpliedCodes.path + [.illegalParameter, .destinationNotDirectory]
    )

    private static let make = OperationDescription(
        "postResource",
        """
        Without `action`: makes the directory that the path names. `upload` takes a whole file in one request, `chunk` \
        one part of it, `merge` puts the parts together: the old door, for clients that know the hash beforehand. \
        Fields may stand before or after the file; before is cheaper. Missing parents are made.
        """,
        [path, conflict, modified, ifMatch, password],
        body: .form(formFields, file: .maybe("uploadfile", .binary, "The bytes, for `upload` and `chunk`.")),
        reply: .data([
            Field(
                "resource",
                .component("Resource"),
                "What was made; all zero and empty while chunks are outstanding."
            ),
            Field(
                "chunks",
                .list(.component("Chunk")),
                "For `chunk`: everything stored of this hash. Empty otherwise."
            ),
        ]),
        codes: ImpliedCodes.creation + [
            .illegalParameter, .noFileChosen, .hashMismatch, .chunksIncomplete, .fileTooLarge,
            .uploadFieldsMissing,
            .preconditionFailed,
        ]
    )

    private static let formFields: [Field] = [
        .maybe(
            "action",
            .oneOf(words: ["", "upload", "chunk", "merge"]),
            "What to do; empty makes a directory."
        ),
        .maybe(
            "hash",
            .text(matching: "^[0-9a-fA-F]{64}(-[0-9A-Za-z]{1,32})?$"),
            "SHA-256 of the whole file in hex; a suffix behind `-` tells simultaneous uploads apart."
        ),
        .maybe("total_size", .bytes, "Length of the whole file."),
        .maybe("chunk_number", .int(1), "Number of this chunk, from 1."),
        .maybe("chunk_size", .bytes, "Length of this chunk: 8 MiB, the last one less."),
        .maybe("total_chunks", .int(0, unit: .chunks), "How many chunks the file has."),
        .maybe(
            "is_auto_rename",
            .oneOf(words: ["true", "false", "1", "0"]),
            "For a directory whose name is taken: take a free one."
        ),
        .maybe("identification", .text(nil, 1_024), "The backup identity of the file on the sending device."),
        .maybe("mod_time", .time, "The modification time that the file shall carry."),
        .maybe("on_conflict", conflictWords, conflictMeaning),
    ]

    private static let rename = OperationDescription(
        "renameResource",
        "Needs write. First-level folders are renamed in folder management (10023 here).",
        [path, password],
        body: .json([
            Field(
                "name",
                .text(1, 255),
                "The new last component: at most 255 bytes, no `/`, no control characters."
            )
        ]),
        reply: .data([Field("resource", .component("Resource"), "The renamed entry.")]),
        codes: ImpliedCodes.creation
    )

    private static let transfer = OperationDescription(
        "transferResources",
        """
        Needs write on the destination, and delete on the sources of a move. All sources are checked before the first \
        is touched. The work goes on when the client hangs up; the same request again attaches to it. A share that \
        cannot follow a moved directory ends, and the reply names it. Nothing leaves an encrypted folder (10024); what \
        goes into one is encrypted while it is copied.
        """,
        [conflict, ifMatch, prefer, password],
        body: .json(
            .anyOf([
                .object([action, destination, sources] + transferOptions),
                .object([action, destination] + wholeDirectory + transferOptions),
            ])
        ),
        replies: [
            .data([
                Field(
                    "resources",
                    .list(.component("Resource")),
                    "The new entries, in the order of the sources."
                ),
                Field("count", .int(0, unit: .items), "How many sources were copied or moved."),
                Field(
                    "ended_shares",
                    .list(.object(endedShare)),
                    "Shares that ended, because a directory moved away."
                ),
            ]),
            .accepted,
        ],
        codes: transferCodes
    )

    private static let action = Field("action", .oneOf(words: ["copy", "move"]), "What to do.")
    private static let destination = Field(
        "destination",
        .component("PathReference"),
        "The directory to copy or move into."
    )
    private static let sources = Field(
        "sources",
        .list(.component("PathReference"), atLeast: 1),
        "What to copy or move."
    )
    private static let endedShare: [Field] = [
        Field("id", .id, "The number of the root that it was."), Field("name", .text, "Its name."),
    ]

    private static let transferOptions: [Field] = [
        .maybe("on_conflict", conflictWords, conflictMeaning + " Without it: 10001."),
        .maybe(
            "destination_pwd",
            .password,
            "The password of the destination, when it is encrypted and not unlocked; `pwd` counts without it."
        ),
    ]

    /// A selection that is too large to be named.
    private static let wholeDirectory: [Field] = [
        Field(
            "parent",
            .component("PathReference"),
            "A directory: everything in it is meant. `If-Match` must hold its list's ETag."
        ),
        Field("all", .bool, "true."),
        .maybe("except", .list(.text), "Names of entries that are not meant."),
    ]

    private static let transferCodes: [WireCode] =
        ImpliedCodes.path + [
            .illegalParameter, .destinationNameTaken, .nameInUse, .alreadyThere, .destinationNotDirectory,
            .sharedStaysInside,
            .noMoveRight, .noWriteRight, .staysInVault, .destinationInsideSource, .sourceBusy,
            .destinationBusy,
            .destinationFull, .noSpace, .forbiddenCharacter, .encryptedNotShared, .preconditionFailed,
        ]

    private static let delete = OperationDescription(
        "deleteResources",
        "Needs delete. All paths are checked before the first is removed.",
        [
            .header(
                "If-Match",
                .text,
                "With `parent`: the ETag of its list; 90005 when entries came or went since."
            ),
            prefer, password,
        ],
        body: .json(
            .anyOf([
                .object([
                    Field("paths", .list(.component("PathReference")), "What to delete; none is a success.")
                ]),
                .object(wholeDirectory),
            ])
        ),
        replies: [.empty, .accepted],
        codes: ImpliedCodes.path + [
            .illegalParameter, .noDeleteRight, .sourceBusy, .destinationNotDirectory, .preconditionFailed,
            .noWriteRight,
            .forbiddenCharacter,
        ]
    )

    private static let backups = OperationDescription(
        "backups",
        "",
        reply: .data([
            Field("identifications", .list(.text), "Identities of all files that the caller backed up."),
            Field(
                "private_file_id",
                .id,
                "The root number of the caller's personal folder, where backups go."
            ),
        ]),
        codes: [.partitionUnavailable, .folderNameTaken, .resourceNotFound, .forbidden, .noSpace]
    )
}
