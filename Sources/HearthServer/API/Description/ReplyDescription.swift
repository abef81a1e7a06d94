/// One kind of success.
struct ReplyDescription: Sendable {
    /// The status.
    let status: Int
    /// When it is given.
    let meaning: String
    /// Media types with what they hold; none for an answer without a body.
    let contents: [(type: String, schema: Shape)]
    /// Header fields worth knowing.
    let headers: [HeaderDescription]

    /// An envelope around `data`.
    static func data(_ data: Shape, status: Int = 200, _ meaning: String = "Success") -> ReplyDescription {
        ReplyDescription(
            status: status,
            meaning: meaning,
            contents: [("application/json", envelope(data))],
            headers: HeaderDescription.json
        )
    }

    /// An envelope around an object.
    static func data(_ fields: [Field]) -> ReplyDescription { data(.object(fields)) }

    /// An envelope around `{}`.
    static let empty = data(.empty)

    /// An envelope around a page of a list; `more` are members beside `list` and `pager`.
    static func list(_ element: Shape, and more: [Field] = []) -> ReplyDescription {
        data(.object(page(element) + more))
    }

    /// The same with more header fields.
    func with(_ more: [HeaderDescription]) -> ReplyDescription {
        ReplyDescription(status: status, meaning: meaning, contents: contents, headers: headers + more)
    }

    /// The client's copy is up to date.
    static let unchanged = ReplyDescription(
        status: 304,
        meaning: "The client's copy is up to date",
        contents: [],
        headers: [HeaderDescription("ETag", .text, "The tag that both have.")]
    )

    /// 202: a task does it.
    static let accepted = ReplyDescription.data(
        .object(TaskOperations.started),
        status: 202,
        "With `Prefer: respond-async`: a task does it"
    ).with([
        HeaderDescription(
            "Preference-Applied",
            .oneOf(words: ["respond-async"]),
            "The preference was followed."
        )
    ])

    /// The members of a list's data.
    static func page(_ element: Shape) -> [Field] {
        [
            Field("list", .list(element), "The rows of this page; never null."),
            Field("pager", .component("Pager"), "Where the page lies."),
        ]
    }

    /// The envelope of a success.
    static func envelope(_ data: Shape) -> Shape {
        .object([
            Field("status", .oneOf([0]), "0: success."),
            Field("reason", .text, "For people; never empty."),
            Field("data", data, "The answer."),
        ])
    }
}

/// A header field of a response.
struct HeaderDescription: Sendable {
    let name: String
    let schema: Shape
    let meaning: String
    let isRequired: Bool
    /// The name under which the document's components hold it; nil writes it out.
    let component: String?

    init(
        _ name: String,
        _ schema: Shape,
        _ meaning: String,
        always: Bool = true,
        component: String? = nil
    ) {
        self.name = name
        self.schema = schema
        self.meaning = meaning
        isRequired = always
        self.component = component
    }

    /// What every JSON answer carries.
    static let json: [HeaderDescription] = [
        HeaderDescription(
            "Cache-Control",
            .text,
            "Whether the answer may be kept.",
            component: "CacheControl"
        ),
        HeaderDescription(
            "X-Content-Type-Options",
            .oneOf(words: ["nosniff"]),
            "The type is as it says.",
            component: "ContentTypeOptions"
        ),
    ]

    /// All that stand in the components.
    static let shared: [HeaderDescription] = json + [retryAfter]

    /// When to come back.
    static let retryAfter = HeaderDescription(
        "Retry-After",
        .seconds,
        "After how many seconds another attempt makes sense.",
        always: false,
        component: "RetryAfter"
    )
}
