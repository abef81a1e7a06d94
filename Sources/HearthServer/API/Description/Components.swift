import HearthWire

/// The shared parts of the description.
enum Components {
    /// A named schema.
    struct Component: Sendable {
        let name: String
        let meaning: String
        let schema: Shape

        init(_ name: String, _ meaning: String, _ fields: [Field]) {
            self.name = name
            self.meaning = meaning
            schema = .object(fields)
        }

        init(_ name: String, _ meaning: String, schema: Shape) {
            self.name = name
            self.meaning = meaning
            self.schema = schema
        }
    }

    static let all: [Component] =
        general + ResourceComponents.all + MediaOperations.components + PeopleComponents.all
        + TaskOperations.components
        + ShareOperations.components + FolderOperations.components + PoolOperations.components

    private static let general: [Component] = [
        Component(
            "Failure",
            "The envelope of a failure: a code and its text.",
            [
                Field("status", .int(1), "The code; the response lists which."),
                Field("reason", .text(1, nil), "What happened and what can be done about it, for people."),
                .maybe("data", .anything, "What is known all the same; there only where a route says so."),
            ]
        ),
        Component(
            "Pager",
            "Where a page lies in its list.",
            [
                Field("page", .int(0), "The page number that was used, from 1; 0 when none was asked for."),
                Field(
                    "page_size",
                    .int(0, unit: .rows),
                    "The rows of a page that were used; 0 is everything."
                ),
                Field("total_rows", .int(0, unit: .rows), "All rows of the list."),
                Field("has_more", .bool, "Whether rows follow this page."),
                .maybe(
                    "cursor",
                    .text,
                    "What asks for the next page, where the list was asked for with `limit`."
                ),
            ]
        ),
    ]

    /// Appends the members of the components object.
    static func write(to writer: inout JSONWriter) {
        writer.object("securitySchemes") { writer in
            scheme("scopeToken", "header", "scope-token", OpenAPIText.scopeToken, &writer)
            scheme("hubToken", "header", "smart-assistant-token", OpenAPIText.hubToken, &writer)
            scheme("queryToken", "query", "scope-token", OpenAPIText.queryToken, &writer)
            scheme("mediaCookie", "cookie", MediaCookie.name, OpenAPIText.mediaCookie, &writer)
        }
        writer.object("parameters") { writer in
            writer.key("AcceptLanguage")
            OperationWriter.write(
                .header(
                    "Accept-Language",
                    .text.like("zh-CN"),
                    "The language of `reason`: Chinese or English."
                ),
                to: &writer
            )
        }
        writer.object("headers") { writer in
            for header in HeaderDescription.shared {
                guard let component = header.component else { continue }
                writer.object(component) { OperationWriter.write(header, to: &$0) }
            }
        }
        writer.object("schemas") { writer in
            for component in all {
                writer.key(dynamic: component.name)
                component.schema.write(to: &writer, meaning: component.meaning)
            }
        }
    }

    private static func scheme(
        _ key: String,
        _ place: String,
        _ name: String,
        _ meaning: String,
        _ writer: inout JSONWriter
    ) {
        writer.object(key) { writer in
            writer.member("type", "apiKey")
            writer.member("in", place)
            writer.member("name", name)
            writer.member("description", meaning)
        }
    }
}
