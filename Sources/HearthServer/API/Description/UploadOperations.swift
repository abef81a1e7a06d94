import HearthWire

/// Uploads in parts: the new door and the questions of the old one.
enum UploadOperations {
    static let area = APIDescription.Area(
        name: "uploads",
        meaning: "Uploads in parts, hashed while sending; they survive restarts for 7 days.",
        operations: [create, upload, putChunk, complete, cancel, known, drop]
    )

    private static let id = ParameterDescription.path(
        "id",
        .text(1, 64),
        "The `upload_id` of an upload of the caller's."
    )
    private static let hash = Shape.text(matching: "^[0-9a-fA-F]{64}(-[0-9A-Za-z]{1,32})?$")

    private static let create = OperationDescription(
        "createUpload",
        "Needs write at the path. The space is reserved when the size is told. At most 64 unfinished uploads each.",
        [ResourceOperations.modified, ResourceOperations.password],
        body: .json(.anyOf([.object([pathField] + createFields), .object([hrefField] + createFields)])),
        reply: .data(.component("Upload")),
        codes: ImpliedCodes.creation + [.illegalParameter, .fileTooLarge]
    )

    private static let pathField = Field("path", ResourceComponents.path, "Where the file shall be.")
    private static let hrefField = Field(
        "href",
        ResourceComponents.href,
        "The same percent-encoded, for names that are not UTF-8."
    )
    private static let createFields: [Field] = [
        .maybe("size", .bytes, "Length of the file."),
        .maybe(
            "mod_time",
            .int(-1_099_511_627_775, 1_099_511_627_775, unit: .unixSeconds),
            "The modification time that the file shall carry."
        ),
        .maybe("on_conflict", ResourceOperations.conflictWords, ResourceOperations.conflictMeaning),
        .maybe("identification", .text(nil, 1_024), "The backup identity of the file on the sending device."),
    ]

    private static let upload = OperationDescription(
        "upload",
        "",
        [id, ResourceOperations.password],
        reply: .data(.component("Upload")),
        codes: ImpliedCodes.path + [.notFound, .noWriteRight]
    )

    private static let putChunk = OperationDescription(
        "putChunk",
        """
        Chunk n holds the bytes from (n − 1) × `chunk_size` on. Any order, several at once. A chunk that is there \
        already is read and dropped. Answered when the bytes are safe.
        """,
        [
            id, .path("n", .int(1, 2_147_483_647), "The number of the chunk, from 1."),
            .header(
                "Prefer",
                .text.like("return=minimal"),
                "`return=minimal` lists this chunk alone: for files of many chunks (RFC 7240, section 4.2)."
            ),
            ResourceOperations.password,
        ],
        body: .bytes,
        reply: ReplyDescription.data([
            Field("chunks", .list(.component("Chunk")), "Everything stored of this upload.")
        ]).with([
            HeaderDescription(
                "Preference-Applied",
                .oneOf(words: ["return=minimal"]),
                "The preference was followed.",
                always: false
            )
        ]),
        codes: ImpliedCodes.creation + [.notFound, .chunksIncomplete, .hashMismatch, .fileTooLarge]
    )

    private static let complete = OperationDescription(
        "completeUpload",
        "Puts the file in its place. Finishing twice gives the same answer for 7 days.",
        [id, ResourceOperations.ifMatch, ResourceOperations.password],
        body: .optionalJSON([
            .maybe(
                "sha256",
                .text(matching: "^[0-9a-fA-F]{64}$"),
                "SHA-256 of the whole file; checked when it is given."
            ),
            .maybe("size", .bytes, "Length of the whole file; checked when it is given."),
            .maybe(
                "on_conflict",
                ResourceOperations.conflictWords,
                ResourceOperations.conflictMeaning + " In place of what was said at the beginning."
            ),
        ]),
        reply: .data([
            Field("resource", .component("Resource"), "The file; its name may differ from the one asked for.")
        ]),
        codes: ImpliedCodes.creation + [
            .notFound, .illegalParameter, .chunksIncomplete, .hashMismatch, .fileTooLarge,
            .preconditionFailed,
        ]
    )

    private static let cancel = OperationDescription(
        "cancelUpload",
        "Chunks and reservation go. A finished upload is only forgotten: its file stays.",
        [id, ResourceOperations.password],
        reply: .empty,
        codes: ImpliedCodes.path + [.notFound, .noWriteRight, .chunksIncomplete]
    )

    private static let known = OperationDescription(
        "knownChunks",
        """
        Without `path` the chunks are listed only when exactly one unfinished upload of this hash exists; those into \
        encrypted folders count while the token has them unlocked. An unknown hash has no chunks.
        """,
        [
            .path("hash", hash, "SHA-256 of the whole file, with the suffix if there is one."),
            .query("path", ResourceComponents.path, "Where the file shall be."),
            ResourceOperations.password,
        ],
        reply: .data([Field("chunks", .list(.component("Chunk")), "What is safely stored.")]),
        codes: ImpliedCodes.path + [.illegalParameter, .uploadFieldsMissing, .noWriteRight]
    )

    private static let drop = OperationDescription(
        "dropUpload",
        "The old door's way to cancel; nothing to drop is success.",
        [
            .path(
                "path",
                .text(matching: "^/?s/[1-9]"),
                "Destination path of the file, directly followed by the whole hash."
            ), ResourceOperations.password,
        ],
        reply: .empty,
        codes: ImpliedCodes.path + [
            .illegalParameter, .uploadFieldsMissing, .noWriteRight, .chunksIncomplete, .forbiddenCharacter,
        ]
    )
}
