import HearthDrive
import HearthHTTP
import HearthWire

/// What a token has unlocked, and locking it again before its time.
struct UnlockRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on(
            [.v1],
            .get,
            "/unlocks",
            access: .token,
            name: "listUnlocks",
            "List the encrypted folders that are open",
            list
        )
            + on(
                [.v1],
                .delete,
                "/unlocks",
                access: .token,
                name: "lockAll",
                "Lock every encrypted folder",
                lockAll
            )
            + on(
                [.v1],
                .delete,
                "/unlocks/{id:int}",
                access: .token,
                name: "lock",
                "Lock an encrypted folder",
                lock
            )
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let unlocks = try await drive.unlocks(of: try request.caller())
        return Reply.data { writer in
            writer.beginObject()
            writer.key("list")
            writer.beginArray()
            for (unlock, name) in unlocks {
                writer.beginObject()
                writer.key("root_id")
                writer.int(unlock.root)
                writer.key("path")
                writer.string("/s/\(unlock.root)")
                writer.key("name")
                writer.string(name)
                writer.key("since")
                writer.int(unlock.since)
                writer.key("until")
                writer.int(unlock.until)
                writer.endObject()
            }
            writer.endArray()
            writer.key("pager")
            WirePager(page: 0, pageSize: 0, totalRows: Int64(unlocks.count)).write(to: &writer)
            writer.endObject()
        }
    }

    private func lockAll(_ request: HTTPRequest) async throws -> HTTPResponse {
        drive.vaults.lock(nil, of: try request.caller(), everywhere: try Self.everywhere(request))
        return Reply.empty()
    }

    private func lock(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        // A folder that is not open, or not there at all, is locked already.
        if let id = Int(exactly: try request.parameters.int("id")) {
            drive.vaults.lock(id, of: caller, everywhere: try Self.everywhere(request))
        }
        return Reply.empty()
    }

    private static func everywhere(_ request: HTTPRequest) throws -> Bool {
        switch request.query.first("everywhere") {
        case nil, "", "false", "0": false
        case "true", "1": true
        default: throw DriveError(.illegalParameter, argument: "everywhere")
        }
    }
}
