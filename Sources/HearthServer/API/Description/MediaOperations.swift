import HearthWire

/// Small pictures of files, and what is known of them.
enum MediaOperations {
    static let area = APIDescription.Area(
        name: "media",
        meaning: """
            Small pictures of pictures, clips, documents and sounds with a cover, and what is known of such files. They are \
            made when they are first asked for, in a process of their own that can do nothing else.
            """,
        operations: [details, thumbnail, classic]
    )

    private static let details = OperationDescription(
        "details",
        """
        The entry as a list shows it, with its rights. `media` is found out when it is first asked for; what takes longer \
        than 3 s is told the next time. A text has its first lines in `excerpt`.
        """,
        [ResourceOperations.path, ResourceOperations.password],
        reply: .data([
            Field("resource", .component("Resource"), "The entry."),
            .maybe("etag", .text(matching: "^(W/)?\".+\"$"), "Of a file: as a download has it."),
            .maybe("sha256", .text(matching: "^[0-9a-f]{64}$"), "SHA-256 of a file, where it is known."),
            .maybe("media", .component("Media"), "What a picture, clip, sound or text is."),
        ]),
        codes: ImpliedCodes.path
    )

    private static let thumbnail = OperationDescription(
        "thumbnail",
        """
        Needs read. 404 with 10000 when there is none of this file, or no such file. The `thumbnail_url` of lists is \
        such an address.
        """,
        [
            .demanded("path", ResourceComponents.path, "The file; percent-encoded bytes, not only UTF-8."),
            .query(
                "size",
                .oneOf([256, 1_280]),
                "The longer side in pixels, 256 by default; smaller pictures keep their size."
            ),
            .query(
                "format",
                .oneOf(words: ["webp", "jpeg"]),
                "How it is written; by default WebP, JPEG when `Accept` does not take that."
            ),
            .query(
                "animated",
                .oneOf(words: ["true", "false", "1", "0"]),
                "All frames of an animated picture, in WebP; with size 256 only."
            ),
            .query(
                "missing",
                .oneOf(words: ["refuse", "empty"]),
                """
                What is answered when there is no picture of a file that is there, or none now: 404 or 503 by default, \
                204 with `empty`, for pages whose browser would call each of them an error.
                """
            ),
            .query("v", .text, "Means nothing: lists change it with the content."),
            .header("Accept", .text.like("image/webp"), "Which of the formats the client takes."),
            ResourceOperations.ifNoneMatch, ifMatch, ResourceOperations.password,
        ],
        replies: [picture(["image/webp", "image/jpeg"]), unchanged, nothing],
        codes: ImpliedCodes.path + [.illegalParameter, .preconditionFailed]
    )

    private static let classic = OperationDescription(
        "classicThumbnail",
        """
        100 × 100 pixels, for clients of the older API. 404 with 10000 unless the caller may read a file with this content; \
        nothing of encrypted folders is found here.
        """,
        [
            .path("ab", .text(matching: "^[0-9a-f]{2}$"), "The first two digits of the hash."),
            .path("cd", .text(matching: "^[0-9a-f]{2}$"), "The next two."),
            .path("name", .text(matching: "^[0-9a-f]{64}\\.png$"), "SHA-256 of the file, and `.png`."),
            ResourceOperations.ifNoneMatch, ifMatch,
        ],
        replies: [picture(["image/png"]), unchanged],
        codes: [.resourceNotFound, .preconditionFailed]
    )

    private static let ifMatch = ParameterDescription.header(
        "If-Match",
        .text,
        "Sends only a picture with one of these ETags."
    )

    private static let validators: [HeaderDescription] = [
        HeaderDescription("ETag", .text(matching: "^\".+\"$"), "Strong."),
        HeaderDescription(
            "Cache-Control",
            .text,
            "`private, no-cache`: may be kept, and must be asked about. `private, no-store` for encrypted folders."
        ),
        HeaderDescription("Vary", .oneOf(words: ["Accept"]), "The format follows it."),
        HeaderDescription("X-Content-Type-Options", .oneOf(words: ["nosniff"]), "The type is as it says."),
        HeaderDescription(
            "Cross-Origin-Resource-Policy",
            .oneOf(words: ["same-origin"]),
            "Not for other sites."
        ),
    ]

    private static func picture(_ types: [String]) -> ReplyDescription {
        ReplyDescription(
            status: 200,
            meaning: "The picture",
            contents: types.map { ($0, .binary) },
            headers: validators
        )
    }

    private static let unchanged = ReplyDescription(
        status: 304,
        meaning: "The client's copy is up to date",
        contents: [],
        headers: validators
    )

    private static let nothing = ReplyDescription(
        status: 204,
        meaning: "There is no picture of it, and `missing=empty` was asked for",
        contents: [],
        headers: []
    )

    static let components: [Components.Component] = [
        Components.Component(
            "Media",
            "What is known of a picture, clip, sound or text; only what is known is there.",
            [
                Field(
                    "kind",
                    .oneOf(words: WireMedia.Kind.allCases.map(\.rawValue)),
                    "What it is by its bytes; a document counts as the picture of its first page."
                ),
                .maybe("width", .int(1), "Pixels across, as it is shown."),
                .maybe("height", .int(1), "Pixels down, as it is shown."),
                .maybe("duration", Shape(kind: .number, unit: .seconds), "How long it runs."),
                .maybe(
                    "taken",
                    .text.like("2022-04-15T05:20:00+02:00"),
                    "When it was taken; without an offset where the file does not say one."
                ),
                .maybe("frames", .int(1), "Frames of an animated picture, pages of a document."),
            ]
        )
    ]
}
