import HearthHTTP
import HearthWire

/// `GET /api/v1/openapi.json`: an OpenAPI 3.1 description made from the table that the router uses.
enum OpenAPI {
    /// The route that serves a finished document.
    static func route(serving document: [UInt8]) -> Route {
        Route(
            .get,
            APIBase.v1.rawValue + "/openapi.json",
            access: .open,
            name: "openapi",
            summary: "This description"
        ) { _ in
            HTTPResponse(
                status: 200,
                headers: HTTPFields([("Content-Type", "application/json"), ("Cache-Control", "no-cache")]),
                body: .bytes(document)
            )
        }
    }

    /// Describes every route below `/api/v1`.
    static func document(for routes: [Route], version: String) -> [UInt8] {
        var paths: [(path: String, routes: [Route])] = []
        for route in routes where route.pattern.hasPrefix(APIBase.v1.rawValue + "/") {
            let path = template(route.pattern)
            if let index = paths.firstIndex(where: { $0.path == path }) {
                paths[index].routes.append(route)
            } else {
                paths.append((path, [route]))
            }
        }
        var writer = JSONWriter(capacity: 16 << 10)
        writer.beginObject()
        text("openapi", "3.1.0", &writer)
        object("info", &writer) { writer in
            text("title", "Hearth", &writer)
            text("version", version, &writer)
            text("description", "A family's own cloud drive.", &writer)
        }
        object("paths", &writer) { writer in
            for (path, routes) in paths {
                object(dynamic: path, &writer) { writer in
                    for route in routes {
                        object(dynamic: route.method.rawValue.lowercased(), &writer) { operation(route, &$0) }
                    }
                }
            }
        }
        object("components", &writer) { components(&$0) }
        writer.endObject()
        return writer.bytes
    }

    private static func operation(_ route: Route, _ writer: inout JSONWriter) {
        text("operationId", route.name, &writer)
        text("summary", route.summary, &writer)
        let names = parameters(of: route.pattern)
        if !names.isEmpty {
            writer.key("parameters")
            writer.beginArray()
            for (name, isInteger) in names {
                writer.beginObject()
                text("name", name, &writer)
                text("in", "path", &writer)
                writer.key("required")
                writer.bool(true)
                object("schema", &writer) { text("type", isInteger ? "integer" : "string", &$0) }
                writer.endObject()
            }
            writer.endArray()
        }
        if let body = OpenAPIBodies.body(of: route.name) {
            object("requestBody", &writer) { writer in
                object("content", &writer) { writer in
                    object(dynamic: body.mediaType, &writer) { writer in
                        writer.key("schema")
                        body.write(to: &writer)
                    }
                }
            }
        }
        if let access = route.access, access != .open, access != .operatorOnly {
            writer.key("security")
            writer.beginArray()
            writer.beginObject()
            writer.key("token")
            writer.beginArray()
            writer.endArray()
            writer.endObject()
            writer.endArray()
        }
        object("responses", &writer) { writer in
            for status in ["200", "default"] {
                object(dynamic: status, &writer) { writer in
                    text(
                        "description",
                        status == "200" ? "Success" : "A failure with a code and a text",
                        &writer
                    )
                    if route.name == "download", status == "200" { return }
                    object("content", &writer) { writer in
                        object("application/json", &writer) { writer in
                            object("schema", &writer) { text("$ref", "#/components/schemas/Envelope", &$0) }
                        }
                    }
                }
            }
        }
    }

    private static func components(_ writer: inout JSONWriter) {
        object("securitySchemes", &writer) { writer in
            object("token", &writer) { writer in
                text("type", "apiKey", &writer)
                text("in", "header", &writer)
                text("name", "scope-token", &writer)
            }
        }
        object("schemas", &writer) { writer in
            object("Envelope", &writer) { writer in
                text("type", "object", &writer)
                object("properties", &writer) { writer in
                    object("status", &writer) { text("type", "integer", &$0) }
                    object("reason", &writer) { text("type", "string", &$0) }
                    object("data", &writer) { _ in }
                }
                writer.key("required")
                writer.beginArray()
                writer.string("status")
                writer.string("reason")
                writer.endArray()
            }
        }
    }

    /// `/a/{id:int}/{path*}` as OpenAPI writes it: `/a/{id}/{path}`.
    private static func template(_ pattern: String) -> String {
        String(
            pattern.filter { $0 != "*" }.split(separator: "/").reduce("") { path, piece in
                guard piece.hasPrefix("{"), let colon = piece.firstIndex(of: ":") else {
                    return path + "/" + piece
                }
                return path + "/" + piece[..<colon] + "}"
            }
        )
    }

    private static func parameters(of pattern: String) -> [(name: String, isInteger: Bool)] {
        pattern.split(separator: "/").compactMap { piece in
            guard piece.hasPrefix("{"), piece.hasSuffix("}") else { return nil }
            let inner = piece.dropFirst().dropLast()
            if inner.hasSuffix(":int") { return (String(inner.dropLast(4)), true) }
            return (String(inner.filter { $0 != "*" }), false)
        }
    }

    private static func text(_ key: StaticString, _ value: String, _ writer: inout JSONWriter) {
        writer.key(key)
        writer.string(value)
    }

    private static func object(
        _ key: StaticString,
        _ writer: inout JSONWriter,
        _ body: (inout JSONWriter) -> Void
    ) {
        writer.key(key)
        writer.beginObject()
        body(&writer)
        writer.endObject()
    }

    private static func object(
        dynamic key: String,
        _ writer: inout JSONWriter,
        _ body: (inout JSONWriter) -> Void
    ) {
        writer.key(dynamic: key)
        writer.beginObject()
        body(&writer)
        writer.endObject()
    }
}
