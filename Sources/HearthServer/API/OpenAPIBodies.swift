import HearthWire

/// What routes with a body read, for the description; a test sends each of them.
struct OpenAPIBodies {
    /// Media type of the body.
    let mediaType: String
    private let properties: [(name: String, type: String)]
    private let required: [String]

    /// The body of a route by its name; nil for routes without one.
    static func body(of name: String) -> OpenAPIBodies? { table[name] }

    /// Writes the schema, exactly one value.
    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("type")
        writer.string(mediaType == "application/octet-stream" ? "string" : "object")
        if !properties.isEmpty {
            writer.key("properties")
            writer.beginObject()
            for property in properties {
                writer.key(dynamic: property.name)
                writer.beginObject()
                writer.key("type")
                writer.string(property.type)
                if property.type == "array" {
                    writer.key("items")
                    writer.beginObject()
                    writer.key("type")
                    writer.string("string")
                    writer.endObject()
                }
                writer.endObject()
            }
            writer.endObject()
        }
        if !required.isEmpty {
            writer.key("required")
            writer.beginArray()
            for name in required { writer.string(name) }
            writer.endArray()
        }
        writer.endObject()
    }

    private static func json(_ properties: [(String, String)], required: [String]) -> OpenAPIBodies {
        OpenAPIBodies(mediaType: "application/json", properties: properties, required: required)
    }

    private static let table: [String: OpenAPIBodies] = [
        "signIn": json(
            [("account_name", "string"), ("password", "string"), ("client", "string")],
            required: ["account_name", "password"]
        ),
        "setUp": json(
            [
                ("token", "string"), ("account_name", "string"), ("password", "string"),
                ("nickname", "string"),
            ],
            required: ["token", "account_name", "password"]
        ),
        "addUser": json(
            [("account_name", "string"), ("password", "string"), ("nickname", "string")],
            required: ["account_name", "password"]
        ),
        "setPassword": json(
            [("old_password", "string"), ("new_password", "string")],
            required: ["old_password", "new_password"]
        ),
        "renameResource": json([("name", "string")], required: ["name"]),
        "transferResources": json(
            [
                ("action", "string"), ("destination", "string"), ("sources", "array"),
                ("on_conflict", "string"),
            ],
            required: ["action", "destination", "sources"]
        ),
        "deleteResources": json([("paths", "array")], required: ["paths"]),
        "createUpload": json(
            [
                ("path", "string"), ("size", "integer"), ("mod_time", "integer"), ("on_conflict", "string"),
                ("identification", "string"),
            ],
            required: ["path"]
        ),
        "completeUpload": json([("sha256", "string"), ("size", "integer")], required: []),
        "putChunk": OpenAPIBodies(mediaType: "application/octet-stream", properties: [], required: []),
        "postResource": OpenAPIBodies(
            mediaType: "multipart/form-data",
            properties: [
                ("action", "string"), ("hash", "string"), ("total_size", "integer"),
                ("chunk_number", "integer"),
                ("chunk_size", "integer"), ("total_chunks", "integer"), ("is_auto_rename", "string"),
                ("identification", "string"), ("mod_time", "integer"), ("on_conflict", "string"),
                ("uploadfile", "string"),
            ],
            required: []
        ),
    ]
}
