import HearthHTTP
import HearthWire

/// `GET /api/v1/openapi.json`: an OpenAPI 3.1 description made from the table that the router uses.
///
/// Methods, paths, access and summaries come from the routes, everything else from ``APIDescription`` by the
/// route's name.
enum OpenAPI {
    /// The route that serves the description of the others and of itself.
    static func route(describing routes: [Route], version: String) -> Route {
        let own = Route(
            .get,
            APIBase.v1.rawValue + "/openapi.json",
            access: .open,
            name: "openapi",
            summary: "This description"
        ) { _ in
            throw HTTPError(.notFound, "stands for the route in its own description")
        }
        return Route(.get, own.pattern, access: own.access, name: own.name, summary: own.summary) { _ in
            // Made anew each time: it is asked for rarely, and kept it would cost its size for ever.
            HTTPResponse(
                status: 200,
                headers: HTTPFields([
                    ("Content-Type", "application/json; charset=utf-8"), ("Cache-Control", "no-cache"),
                    ("X-Content-Type-Options", "nosniff"),
                ]),
                body: .bytes(document(for: routes + [own], version: version))
            )
        }
    }

    /// Describes every route below `/api/v1`.
    static func document(for routes: [Route], version: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256 << 10)
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.object("info") { writer in
            writer.member("title", "Hearth")
            writer.member("version", version)
            writer.member("summary", "A family's own cloud drive.")
            writer.member("description", OpenAPIText.introduction)
        }
        writer.key("servers")
        writer.beginArray()
        writer.beginObject()
        writer.member("url", "/")
        writer.endObject()
        writer.endArray()
        writeTags(&writer)
        var operations = OperationWriter()
        writer.object("paths") { writePaths(routes, &operations, &$0) }
        writer.object("components") { writer in
            Components.write(to: &writer)
            writer.object("responses") { operations.writeShared(to: &$0) }
        }
        writer.endObject()
        return writer.bytes
    }

    private static func writeTags(_ writer: inout JSONWriter) {
        writer.key("tags")
        writer.beginArray()
        for area in APIDescription.areas {
            writer.beginObject()
            writer.member("name", area.name)
            writer.member("description", area.meaning)
            writer.endObject()
        }
        writer.endArray()
    }

    private static func writePaths(
        _ routes: [Route],
        _ operations: inout OperationWriter,
        _ writer: inout JSONWriter
    ) {
        var paths: [(path: String, routes: [Route])] = []
        for route in routes where route.pattern.hasPrefix(APIBase.v1.rawValue + "/") {
            let path = template(route.pattern)
            if let index = paths.firstIndex(where: { $0.path == path }) {
                paths[index].routes.append(route)
            } else {
                paths.append((path, [route]))
            }
        }
        for (path, routes) in paths {
            writer.object(path) { writer in
                for route in routes {
                    writer.object(route.method.rawValue.lowercased()) {
                        operations.write(route, to: &$0)
                    }
                }
            }
        }
    }

    /// `/a/{id:int}/{path*}` as OpenAPI writes it: `/a/{id}/{path}`.
    private static func template(_ pattern: String) -> String {
        pattern.split(separator: "/").reduce(into: "") { path, piece in
            path += "/" + piece.replacing(":int}", with: "}").replacing("*}", with: "}")
        }
    }
}
