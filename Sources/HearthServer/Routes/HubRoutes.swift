import HearthDrive
import HearthHTTP
import HearthWire

/// The hub's routes that disk clients call (wangpan-api, 6.1); we are hub and drive in one.
struct HubRoutes: RouteGroup {
    let drive: Drive
    let version: String

    private static let bases: [APIBase] = [.hub, .v1]

    var routes: [Route] {
        on(
            [.hub],
            .post,
            "/oauth/access_token",
            access: .open,
            name: "accessToken",
            "Sign in as a hub client",
            accessToken
        )
            + on(Self.bases, .get, "/users", access: .token, name: "listUsers", "List the members", users)
            + on(Self.bases, .get, "/users/{id:int}", access: .token, name: "user", "One member", user)
            + on(
                [.hub],
                .get,
                "/scopes",
                access: .token,
                name: "scopes",
                "What a scope token may be for",
                scopes
            )
            + on(
                [.hub],
                .post,
                "/scopes/token",
                access: .open,
                name: "scopeToken",
                "Make a scope token",
                scopeToken
            )
            + on(Self.bases, .get, "/areas", access: .token, name: "area", "The home", area)
            + on([.hub], .get, "/areas/{id}", access: .token, name: "areaByID", "The home, by id", areaByID)
            + on(
                [.hub],
                .post,
                "/check",
                access: .open,
                name: "checkToken",
                "Whether a token is valid here",
                check
            )
            + on([.hub], .get, "/check", access: .open, name: "checkHub", "What hub this is", hub)
            + on(
                [.hub],
                .get,
                "/extensions",
                access: .token,
                name: "extensions",
                "Installed plugins",
                extensions
            )
    }

    private func accessToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        let fields = try await request.fields()
        guard fields["grant_type"] == "password" else {
            throw DriveError(.badRequest, argument: "grant_type")
        }
        guard let name = fields["account_name"], let password = fields["password"] else {
            throw DriveError(.badRequest)
        }
        let issued = try await drive.people.signIn(
            accountName: name,
            password: password,
            client: fields["client_id"] ?? request.headers["User-Agent"] ?? "hub client",
            address: request.peer.text
        )
        return Reply.data { writer in
            writer.beginObject()
            writer.key("token_info")
            writer.beginObject()
            writer.key("access_token")
            writer.string(issued.token)
            writer.key("access_token_exp")
            writer.int(issued.expiresIn)
            // Tokens live on while they are used, so there is nothing to refresh; the same token serves.
            writer.key("refresh_token")
            writer.string(issued.token)
            writer.key("refresh_token_exp")
            writer.int(issued.expiresIn)
            writer.endObject()
            writer.key("user_info")
            issued.user.writeWithOwner(to: &writer)
            writer.endObject()
        }
    }

    private func users(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let users = try await drive.people.list()
        return Reply.data { writer in
            writer.beginObject()
            writer.key("is_owner")
            writer.bool(caller.user.isOwner)
            writer.key("user_count")
            writer.int(users.count)
            writer.key("users")
            writer.beginArray()
            for user in users { user.writeWithOwner(to: &writer) }
            writer.endArray()
            writer.endObject()
        }
    }

    private func user(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        guard id >= 1 else { throw DriveError(.userNotFound) }
        let user = try await drive.people.user(id)
        let area = drive.area
        return Reply.data { writer in
            user.write(to: &writer) { writer in
                writer.key("is_owner")
                writer.bool(user.isOwner)
                writer.key("is_self")
                writer.bool(user.id == caller.user.id)
                writer.key("area")
                area.write(to: &writer)
                writer.key("department_infos")
                writer.beginArray()
                writer.endArray()
            }
        }
    }

    private static let scopeNames: [(name: String, chinese: String, english: String)] = [
        ("user", "用户的登录状态", "Sign-in state of the user"),
        ("area", "家庭或公司的信息", "Information about the home or company"),
    ]

    private func scopes(_ request: HTTPRequest) async throws -> HTTPResponse {
        let language = WireLanguage(acceptLanguage: request.headers["Accept-Language"])
        return Reply.data { writer in
            writer.beginObject()
            writer.key("scopes")
            writer.beginArray()
            for scope in Self.scopeNames {
                writer.beginObject()
                writer.key("name")
                writer.string(scope.name)
                writer.key("description")
                writer.string(language == .chinese ? scope.chinese : scope.english)
                writer.endObject()
            }
            writer.endArray()
            writer.endObject()
        }
    }

    /// Only for the caller himself, and only with a full session: a scope token mints no other.
    private func scopeToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard let caller = try? request.caller(), caller.kind == .session else {
            throw DriveError(.invalidCredentials)
        }
        let body = try await request.jsonObject()
        if let other = body["sa_user_id"], !other.isNull, other.int != 0, other.int != Int64(caller.user.id) {
            throw DriveError(.invalidCredentials)
        }
        guard let scopes = body["scopes"]?.stringArray, !scopes.isEmpty,
            scopes.allSatisfy({ scope in Self.scopeNames.contains { $0.name == scope } })
        else { throw DriveError(.badRequest) }
        let issued = try await drive.sessions.issue(
            to: caller.user,
            kind: .scope,
            client: request.headers["User-Agent"] ?? "disk client",
            scopes: scopes.joined(separator: ",")
        )
        return Reply.data { writer in
            writer.beginObject()
            writer.key("scope_token")
            writer.beginObject()
            writer.key("token")
            writer.string(issued.token)
            writer.key("expires_in")
            writer.int(issued.expiresIn)
            writer.endObject()
            writer.endObject()
        }
    }

    private func area(_ request: HTTPRequest) async throws -> HTTPResponse {
        let area = drive.area
        return Reply.data { area.write(to: &$0) }
    }

    private func areaByID(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard try request.parameters.text("id") == drive.area.id else { throw DriveError(.areaNotFound) }
        return try await area(request)
    }

    private func check(_ request: HTTPRequest) async throws -> HTTPResponse {
        let isAllowed = (try? request.caller()) != nil
        return Reply.data { writer in
            writer.beginObject()
            writer.key("access_allow")
            writer.bool(isAllowed)
            writer.endObject()
        }
    }

    private func hub(_ request: HTTPRequest) async throws -> HTTPResponse {
        let isBound = try await drive.people.hasOwner()
        return Reply.data { writer in
            writer.beginObject()
            writer.key("is_bind")
            writer.bool(isBound)
            for key in ["revision", "version", "min_version"] as [StaticString] {
                writer.key(key)
                writer.string(version)
            }
            writer.endObject()
        }
    }

    private func extensions(_ request: HTTPRequest) async throws -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("extension_names")
            writer.beginArray()
            writer.string("wangpan")
            writer.endArray()
            writer.endObject()
        }
    }
}

extension HTTPRequest {
    /// Text fields from a JSON object or a form, whichever was sent.
    fileprivate func fields() async throws -> [String: String] {
        let type = headers["Content-Type"] ?? ""
        var fields: [String: String] = [:]
        if type.contains("form") {
            let reader = try FormReader(request: self)
            while let part = try await reader.next() { fields[part.name] = try await part.text() }
        } else {
            for (name, value) in try await jsonObject().object ?? [:] { fields[name] = value.string }
        }
        return fields
    }
}
