import HearthDrive
import HearthHTTP
import HearthWire

/// Several files and directories as one ZIP or tar, written while it is sent.
struct ArchiveRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on(
            [.v1],
            .get,
            "/archive",
            access: .media,
            name: "archive",
            "Download several as one archive",
            direct
        )
            + on(
                [.v1],
                .post,
                "/archives",
                access: .read,
                name: "createArchive",
                "Get an address for an archive",
                create
            )
            // The id is the secret: browsers download from an address, and cannot send a token with it.
            + on(
                [.v1],
                .get,
                "/archives/{id}",
                access: .open,
                name: "archiveByID",
                "Download an archive",
                fetch
            )
    }

    private func direct(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let paths = try request.query.all.filter { $0.name.elementsEqual("path".utf8) }.map {
            try ResourcePath(bytes: $0.value)
        }
        let wanted = try ArchiveRequest(
            paths: paths,
            format: request.query.first("format"),
            name: request.query.first("name")
        )
        return Self.reply(try await drive.archives.open(wanted, caller))
    }

    private func create(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        guard let paths = body["paths"]?.array else { throw DriveError(.badRequest, argument: "paths") }
        let wanted = try ArchiveRequest(
            paths: try paths.map { try $0.resourcePath() },
            format: try body.optionalText("format"),
            name: try body.optionalText("name")
        )
        let ticket = try await drive.archives.issue(wanted, caller)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("archive_id")
            writer.string(ticket.id)
            writer.key("url")
            writer.string("\(APIBase.v1.rawValue)/archives/\(ticket.id)")
            writer.key("expires")
            writer.int(ticket.expires)
            writer.endObject()
        }
    }

    private func fetch(_ request: HTTPRequest) async throws -> HTTPResponse {
        Self.reply(try await drive.archives.open(ticket: try request.parameters.text("id")))
    }

    private static func reply(_ archive: ArchiveStream) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            headers: HTTPFields([
                ("Content-Type", archive.contentType),
                ("Content-Disposition", Disposition.text(archive.name, isInline: false)),
                ("Content-Security-Policy", MediaHeaders.attachmentPolicy),
                ("X-Content-Type-Options", "nosniff"),
                ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cache-Control", "private, no-store"),
                ("Accept-Ranges", "none"),
            ]),
            body: .stream(length: archive.length) { writer in
                try await archive.write { try await writer.write($0) }
            }
        )
    }
}
