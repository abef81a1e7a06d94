import HearthDrive
import HearthHTTP
import HearthWire

/// Sign-in, set-up and the list of signed-in clients, for our own clients.
struct SessionRoutes: RouteGroup {
    let drive: Drive

    var routes: [Route] {
        on([.v1], .post, "/sessions", access: .open, name: "signIn", "Sign in", signIn)
            + on(
                [.v1],
                .get,
                "/sessions",
                access: .session,
                name: "listSessions",
                "List signed-in clients",
                list
            )
            + on([.v1], .delete, "/sessions", access: .session, name: "signOut", "Sign out", signOut)
            + on(
                [.v1],
                .delete,
                "/sessions/{id:int}",
                access: .session,
                name: "revokeSession",
                "Sign another client out",
                revoke
            )
            + on(
                [.v1],
                .post,
                "/sessions/media",
                access: .session,
                name: "mediaCookie",
                "Set the media cookie anew",
                media
            )
            + on(
                [.v1],
                .post,
                "/setup",
                access: .open,
                name: "setUp",
                "Create the owner with the one-time link",
                setUp
            )
    }

    private func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        guard try await drive.people.hasOwner() else { throw DriveError(.notSetUp) }
        let issued = try await drive.people.signIn(
            accountName: try body.text("account_name"),
            password: try body.text("password"),
            client: try body.optionalText("client") ?? request.headers["User-Agent"] ?? "",
            address: request.peer.text
        )
        return try await Self.reply(issued, to: request, drive)
    }

    private func setUp(_ request: HTTPRequest) async throws -> HTTPResponse {
        let body = try await request.jsonObject()
        let area = try body.optionalText("area_name")
        // Before the account: a name that is refused must not use the link up.
        if let area { try Area.check(name: area) }
        let issued = try await drive.people.setUp(
            token: try body.text("token"),
            accountName: try body.text("account_name"),
            password: try body.text("password"),
            nickname: try body.optionalText("nickname"),
            client: try body.optionalText("client") ?? "set-up page"
        )
        if let area { try await drive.renameArea(to: area) }
        return try await Self.reply(issued, to: request, drive)
    }

    /// What every way of signing in answers.
    static func reply(
        _ issued: IssuedToken,
        to request: HTTPRequest,
        _ drive: Drive
    ) async throws -> HTTPResponse {
        var response = Reply.data { writer in
            writer.beginObject()
            writer.key("token")
            writer.string(issued.token)
            writer.key("expires_in")
            writer.int(issued.expiresIn)
            writer.key("user")
            issued.user.writeWithOwner(to: &writer)
            writer.endObject()
        }
        if MediaCookie.suits(request) {
            try await MediaCookie.add(
                to: &response,
                session: issued.sessionID,
                user: issued.user.id,
                request,
                drive.sessions
            )
        }
        return response
    }

    /// For apps that kept their token and lost the cookie, or whose session is older than cookies.
    private func media(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        var response = Reply.empty()
        try await MediaCookie.add(
            to: &response,
            session: caller.sessionID,
            user: caller.user.id,
            request,
            drive.sessions
        )
        return response
    }

    private func list(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let sessions = try await drive.sessions.list(of: caller.user.id).map { info in
            WireSession(
                id: info.id,
                client: info.client,
                created: info.created,
                lastUsed: info.lastUsed,
                expires: info.expires,
                current: info.id == caller.sessionID
            )
        }
        let pager = WirePager(page: 0, pageSize: 0, totalRows: Int64(sessions.count))
        return Reply.json(Envelope.list(sessions, pager: pager))
    }

    private func signOut(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        return try await end(caller.sessionID, for: caller, request)
    }

    private func revoke(_ request: HTTPRequest) async throws -> HTTPResponse {
        try await end(Int(try request.parameters.int("id")), for: try request.caller(), request)
    }

    private func end(_ id: Int, for caller: Caller, _ request: HTTPRequest) async throws -> HTTPResponse {
        try await drive.sessions.revoke(id, of: caller.user.id)
        var response = Reply.empty()
        if id == caller.sessionID { MediaCookie.remove(from: &response, request) }
        return response
    }
}
