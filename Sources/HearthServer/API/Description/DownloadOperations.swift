import HearthWire

/// Getting bytes back.
enum DownloadOperations {
    static let area = APIDescription.Area(
        name: "downloads",
        meaning: "File contents, with ranges and validators (RFC 9110).",
        operations: [download, checksum]
    )

    /// The length, for a range that lies outside.
    static let unsatisfied = HeaderDescription(
        "Content-Range",
        .text(matching: "^bytes \\*/[0-9]+$"),
        "The file's length."
    )

    private static let rangePattern = "^bytes=([0-9]+-[0-9]*|-[0-9]+)(, ?([0-9]+-[0-9]*|-[0-9]+))*$"

    private static let download: OperationDescription = {
        var operation = OperationDescription(
            "download",
            """
            Needs read. Directories are refused with 10005. What a browser could run is sent as an attachment. Of an \
            encrypted folder damage that shows only later cuts the connection.
            """,
            [
                ResourceOperations.path,
                .header("Range", .text(matching: rangePattern).like("bytes=0-1023"), "Parts of the file."),
                .header("If-Range", .text, "An ETag or date; the whole file is sent when it changed since."),
                .header("If-Match", .text, "Sends only a file with one of these ETags."),
                .header("If-None-Match", .text, "Sends nothing (304) when the file has one of these ETags."),
                .header(
                    "If-Modified-Since",
                    .text,
                    "Sends nothing (304) when the file did not change since."
                ),
                .header("If-Unmodified-Since", .text, "Sends only a file that did not change since."),
                ResourceOperations.password,
            ],
            replies: [whole, part, unchanged],
            codes: ImpliedCodes.path + [.preconditionFailed]
        )
        operation.ownStatuses = [OperationDescription.OwnStatus(status: 416, code: .illegalParameter)]
        return operation
    }()

    private static let checksum = OperationDescription(
        "checksum",
        """
        Needs read. A hash that is not known is taken by reading the file, once for everybody who asks. What takes \
        longer than 10 s is answered with 202; the same question finds the same work, which ends when nobody has \
        asked for a minute. `etag` names the version that was read.
        """,
        [ResourceOperations.password],
        body: .json(
            .anyOf([
                .object([Field("path", ResourceComponents.path, "The file.")]),
                .object([
                    Field(
                        "href",
                        ResourceComponents.href,
                        "The same percent-encoded, for names that are not UTF-8."
                    )
                ]),
            ])
        ),
        replies: [
            .data(
                .object([
                    Field("sha256", .text(matching: "^[0-9a-f]{64}$"), "SHA-256 of the whole file."),
                    Field("size", .bytes, "Its length."),
                    Field("etag", .text(matching: "^(W/)?\".+\"$"), "As a download would have it."),
                ])
            ),
            ReplyDescription.data(
                .object([
                    Field("bytes_done", .bytes, "Read so far."),
                    Field("bytes_total", .bytes, "To be read."),
                ]),
                status: 202,
                "The file is being read: ask again"
            ).with([HeaderDescription("Retry-After", .text(matching: "^[0-9]+$"), "Seconds to wait.")]),
        ],
        codes: ImpliedCodes.path
    )

    private static let validators: [HeaderDescription] = [
        HeaderDescription("ETag", .text(matching: "^(W/)?\".+\"$"), "Strong, but for 2 s after a change."),
        HeaderDescription("Last-Modified", .text, "When the content changed last."),
        HeaderDescription("Accept-Ranges", .oneOf(words: ["bytes"]), "Ranges are served."),
        HeaderDescription(
            "Cache-Control",
            .text,
            "`private, no-cache`: may be kept, and must be asked about. `private, no-store` for encrypted folders."
        ),
        HeaderDescription("X-Content-Type-Options", .oneOf(words: ["nosniff"]), "The type is as it says."),
    ]

    private static let content: [HeaderDescription] =
        validators + [
            HeaderDescription(
                "Content-Disposition",
                .text,
                "The name, also as `filename*`; inline or attachment."
            ),
            HeaderDescription("Content-Security-Policy", .text, "A sandbox: content never acts as the app."),
            HeaderDescription(
                "Cross-Origin-Resource-Policy",
                .oneOf(words: ["same-origin"]),
                "Not for other sites."
            ),
            HeaderDescription(
                "Repr-Digest",
                .text,
                "SHA-256 of the whole file (RFC 9530), when it is known.",
                always: false
            ),
        ]

    private static let whole = ReplyDescription(
        status: 200,
        meaning: "The file",
        contents: [("*/*", .binary)],
        headers: content
    )

    private static let part = ReplyDescription(
        status: 206,
        meaning: "The ranges asked for; more than one as `multipart/byteranges`",
        contents: [("*/*", .binary)],
        headers: content + [
            HeaderDescription("Content-Range", .text, "Which part it is, when it is one.", always: false)
        ]
    )

    private static let unchanged = ReplyDescription(
        status: 304,
        meaning: "The client's copy is up to date",
        contents: [],
        headers: validators
    )
}
