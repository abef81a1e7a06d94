import HearthDrive
import HearthHTTP
import HearthWire

/// Where folders are made, and what becomes of those of a member who leaves (wangpan-api, 5.9).
struct SettingsRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        everywhere(.get, "/settings", access: .token, name: "settings", "The settings of folders", settings)
            + everywhere(
                .post,
                "/settings",
                old: .token,
                v1: .session,
                name: "changeSettings",
                "Replace the settings of folders",
                change
            )
    }

    private func settings(_ request: HTTPRequest) async throws -> HTTPResponse {
        let settings = try await drive.folders.settings()
        return Reply.data { writer in
            writer.beginObject()
            writer.key("pool_name")
            writer.string(settings.pool)
            writer.key("partition_name")
            writer.string(settings.partition)
            writer.key("is_auto_del")
            writer.flag(settings.isAutoDelete)
            writer.endObject()
        }
    }

    private func change(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let body = try await request.jsonObject()
        let settings = FolderSettings(
            pool: try Self.text("pool_name", body),
            partition: try Self.text("partition_name", body),
            isAutoDelete: try body.looseFlag("is_auto_del") ?? false
        )
        try await drive.folders.change(settings, caller)
        return Reply.empty()
    }

    /// Missing is empty, which the domain refuses in its turn.
    private static func text(_ name: String, _ body: JSONValue) throws -> String {
        guard let value = body[name], !value.isNull else { return "" }
        guard let text = value.string else { throw DriveError(.badRequest, argument: name) }
        return text
    }
}
