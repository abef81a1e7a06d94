import HearthWire

/// The server about itself.
enum ServiceOperations {
    static let area = APIDescription.Area(
        name: "service",
        meaning: "The server about itself.",
        operations: [health, openapi]
    )

    private static let health = OperationDescription(
        "health",
        "",
        reply: .data([
            Field("health", .oneOf(words: ["ok"]), "It works."),
            Field("version", .text, "The server's version."),
        ])
    )

    private static let openapi = OperationDescription(
        "openapi",
        "",
        reply: ReplyDescription(
            status: 200,
            meaning: "An OpenAPI 3.1 document",
            contents: [("application/json", Shape(kind: .object, isOpen: true))],
            headers: HeaderDescription.json
        )
    )
}
