import HearthHTTP
import HearthWire

/// Writes routes as OpenAPI operation objects, and notes which shared responses they point at.
struct OperationWriter {
    /// Failures with one code, which many routes have in common.
    private(set) var shared: [String: SharedFailure] = [:]

    /// A response of the components.
    struct SharedFailure: Sendable {
        let status: Int
        let code: WireCode
    }

    /// Appends the members of the object.
    mutating func write(_ route: Route, to writer: inout JSONWriter) {
        writer.member("operationId", route.name)
        writer.member("summary", route.summary)
        guard let (area, operation) = APIDescription.find(route.name) else {
            // A test fails before this is ever released.
            writer.object("responses") { _ in }
            return
        }
        writer.members("tags", [area.name])
        if !operation.details.isEmpty { writer.member("description", operation.details) }
        writer.key("parameters")
        writer.beginArray()
        for parameter in operation.parameters { Self.write(parameter, to: &writer) }
        writer.beginObject()
        writer.member("$ref", "#/components/parameters/AcceptLanguage")
        writer.endObject()
        writer.endArray()
        if let body = operation.body { Self.write(body, to: &writer) }
        Self.writeSecurity(of: route.access, to: &writer)
        writer.key("responses")
        writer.beginObject()
        for reply in operation.replies { Self.write(reply, to: &writer) }
        for (status, codes) in Self.failures(of: operation, route.access) {
            writeFailure(status, codes, to: &writer)
        }
        writer.endObject()
    }

    private mutating func writeFailure(_ status: Int, _ codes: [WireCode], to writer: inout JSONWriter) {
        writer.key(dynamic: String(status))
        writer.beginObject()
        if codes.count == 1 {
            let name = "Code\(codes[0].rawValue)Status\(status)"
            shared[name] = SharedFailure(status: status, code: codes[0])
            writer.member("$ref", "#/components/responses/" + name)
        } else {
            Self.writeFailure(status, codes, to: &writer)
        }
        writer.endObject()
    }

    /// Appends the responses that the operations written so far point at.
    func writeShared(to writer: inout JSONWriter) {
        for (name, failure) in shared.sorted(by: { $0.key < $1.key }) {
            writer.object(name) { Self.writeFailure(failure.status, [failure.code], to: &$0) }
        }
    }

    /// Appends a parameter object.
    static func write(_ parameter: ParameterDescription, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("name", parameter.name)
        writer.member("in", parameter.place.rawValue)
        writer.member("description", parameter.meaning)
        if parameter.isRequired { writer.member("required", true) }
        writer.key("schema")
        parameter.schema.write(to: &writer)
        writer.endObject()
    }

    private static func write(_ body: BodyDescription, to writer: inout JSONWriter) {
        writer.object("requestBody") { writer in
            writer.member("required", body.isRequired)
            write(body.contents, to: &writer)
        }
    }

    private static func write(_ contents: [(type: String, schema: Shape)], to writer: inout JSONWriter) {
        writer.object("content") { writer in
            for (type, schema) in contents {
                writer.object(type) { writer in
                    writer.key("schema")
                    schema.write(to: &writer)
                }
            }
        }
    }

    private static func write(_ reply: ReplyDescription, to writer: inout JSONWriter) {
        writer.object(String(reply.status)) { writer in
            writer.member("description", reply.meaning)
            write(reply.headers, to: &writer)
            if !reply.contents.isEmpty { write(reply.contents, to: &writer) }
        }
    }

    private static func write(_ headers: [HeaderDescription], to writer: inout JSONWriter) {
        guard !headers.isEmpty else { return }
        writer.object("headers") { writer in
            for header in headers {
                writer.object(header.name) { writer in
                    if let component = header.component {
                        writer.member("$ref", "#/components/headers/" + component)
                    } else {
                        write(header, to: &writer)
                    }
                }
            }
        }
    }

    /// Appends the members of a header object.
    static func write(_ header: HeaderDescription, to writer: inout JSONWriter) {
        writer.member("description", header.meaning)
        if header.isRequired { writer.member("required", true) }
        writer.key("schema")
        header.schema.write(to: &writer)
    }

    // MARK: Access

    private static func writeSecurity(of access: RouteAccess?, to writer: inout JSONWriter) {
        var schemes = ["scopeToken", "hubToken"]
        var roles: [String] = []
        switch access {
        case .open, nil: schemes = []
        case .download: schemes.append("queryToken")
        case .media: schemes += ["queryToken", "mediaCookie"]
        case .session: roles = ["session"]
        case .owner, .operatorOnly: roles = ["owner"]
        default: break
        }
        writer.key("security")
        writer.beginArray()
        for scheme in schemes {
            writer.beginObject()
            writer.members(scheme, roles)
            writer.endObject()
        }
        writer.endArray()
    }

    // MARK: Failures

    private static func writeFailure(_ status: Int, _ codes: [WireCode], to writer: inout JSONWriter) {
        let lines = codes.map { "- \($0.rawValue): \($0.reason(.english))" }
        writer.member("description", lines.joined(separator: "\n"))
        write(headers(status), to: &writer)
        writer.object("content") { writer in
            writer.object("application/json") { writer in
                writer.object("schema") { write(codes, &$0) }
            }
        }
    }

    private static func write(_ codes: [WireCode], _ writer: inout JSONWriter) {
        writer.member("$ref", "#/components/schemas/Failure")
        writer.object("properties") { writer in
            writer.object("status") { writer in
                writer.key("enum")
                writer.array(codes.map(\.rawValue))
            }
        }
    }

    private static func headers(_ status: Int) -> [HeaderDescription] {
        switch status {
        case 429, 503: HeaderDescription.json + [.retryAfter]
        case 416: HeaderDescription.json + [DownloadOperations.unsatisfied]
        default: HeaderDescription.json
        }
    }

    /// Codes by status, both ascending.
    private static func failures(
        of operation: OperationDescription,
        _ access: RouteAccess?
    ) -> [(status: Int, codes: [WireCode])] {
        var found: [Int: Set<Int>] = [:]
        for code in operation.codes + ImpliedCodes.of(access, body: operation.body) {
            found[StatusTable.status(of: code), default: []].insert(code.rawValue)
        }
        for own in operation.ownStatuses + ImpliedCodes.ownStatuses {
            found[own.status, default: []].insert(own.code.rawValue)
        }
        let statuses = found.keys.sorted()
        return statuses.map { status in
            (status, (found[status] ?? []).sorted().map { WireCode(rawValue: $0) })
        }
    }
}
