import HearthWire

/// Everything that a caller of one route must know beside its method, path and access.
struct OperationDescription: Sendable {
    /// The route's name.
    let route: String
    /// What it does beyond the route's one-line summary; may be empty.
    let details: String
    /// Parameters in path, query and header; tokens are security schemes and not named here.
    var parameters: [ParameterDescription] = []
    /// What it reads; nil for nothing.
    var body: BodyDescription?
    /// Its successes, one a status.
    let replies: [ReplyDescription]
    /// The codes it raises beside those that its access and body imply.
    var codes: [WireCode] = []
    /// Codes with a status that is not the table's: HTTP itself defines it.
    var ownStatuses: [OwnStatus] = []

    /// A code that comes with a status of its own.
    struct OwnStatus: Sendable {
        let status: Int
        let code: WireCode
    }

    /// A route with one kind of success.
    init(
        _ route: String,
        _ details: String,
        _ parameters: [ParameterDescription] = [],
        body: BodyDescription? = nil,
        reply: ReplyDescription,
        codes: [WireCode] = []
    ) {
        self.route = route
        self.details = details
        self.parameters = parameters
        self.body = body
        self.replies = [reply]
        self.codes = codes
    }

    /// A route with several kinds of success.
    init(
        _ route: String,
        _ details: String,
        _ parameters: [ParameterDescription] = [],
        body: BodyDescription? = nil,
        replies: [ReplyDescription],
        codes: [WireCode] = []
    ) {
        self.route = route
        self.details = details
        self.parameters = parameters
        self.body = body
        self.replies = replies
        self.codes = codes
    }
}

/// One parameter.
struct ParameterDescription: Sendable {
    /// Where it stands.
    enum Place: String, Sendable {
        case path, query, header
    }

    let place: Place
    let name: String
    let schema: Shape
    let meaning: String
    var isRequired: Bool { place == .path || isDemanded }
    private let isDemanded: Bool

    private init(_ place: Place, _ name: String, _ schema: Shape, _ meaning: String, demanded: Bool = false) {
        self.place = place
        self.name = name
        self.schema = schema
        self.meaning = meaning
        isDemanded = demanded
    }

    /// A part of the path.
    static func path(_ name: String, _ schema: Shape, _ meaning: String) -> ParameterDescription {
        ParameterDescription(.path, name, schema, meaning)
    }

    /// A query item that may be left out.
    static func query(_ name: String, _ schema: Shape, _ meaning: String) -> ParameterDescription {
        ParameterDescription(.query, name, schema, meaning)
    }

    /// A query item that must be there.
    static func demanded(_ name: String, _ schema: Shape, _ meaning: String) -> ParameterDescription {
        ParameterDescription(.query, name, schema, meaning, demanded: true)
    }

    /// A header field that may be left out.
    static func header(_ name: String, _ schema: Shape, _ meaning: String) -> ParameterDescription {
        ParameterDescription(.header, name, schema, meaning)
    }
}

/// What a route reads.
struct BodyDescription: Sendable {
    /// Media types with what they hold, the usual one first.
    let contents: [(type: String, schema: Shape)]
    /// Whether a request without a body is refused.
    let isRequired: Bool
    /// Whether a media type that is not among ``contents`` is refused with 90006.
    let checksType: Bool

    /// A JSON object; what may be left out may be null too.
    static func json(_ fields: [Field]) -> BodyDescription { json(Shape.object(fields)) }

    /// A JSON object that may be missing: every field has a default.
    static func optionalJSON(_ fields: [Field]) -> BodyDescription {
        BodyDescription(
            contents: [("application/json", withNulls(.object(fields)))],
            isRequired: false,
            checksType: false
        )
    }

    /// A JSON value of another shape.
    static func json(_ schema: Shape) -> BodyDescription {
        BodyDescription(
            contents: [("application/json", withNulls(schema))],
            isRequired: true,
            checksType: false
        )
    }

    /// Members that may be left out may be null.
    private static func withNulls(_ schema: Shape) -> Shape {
        var schema = schema
        schema.alternatives = schema.alternatives.map(withNulls)
        schema.element = schema.element.map(withNulls)
        schema.fields = schema.fields.map { field in
            let inner = withNulls(field.schema)
            return field.isRequired
                ? Field(field.name, inner, field.meaning) : .maybe(field.name, inner.orNull, field.meaning)
        }
        return schema
    }

    /// A form, in either encoding.
    static func form(_ fields: [Field], file: Field) -> BodyDescription {
        BodyDescription(
            contents: [
                ("multipart/form-data", .object(fields + [file])),
                ("application/x-www-form-urlencoded", .object(fields)),
            ],
            isRequired: false,
            checksType: true
        )
    }

    /// Raw bytes.
    static let bytes = BodyDescription(
        contents: [("application/octet-stream", .binary)],
        isRequired: true,
        checksType: false
    )
}
