import HearthDrive
import HearthHTTP
import HearthWire

/// The hub's routes that disk clients call (wangpan-api, 6.1); we are hub and drive in one.
struct HubRoutes: RouteGroup {
    let drive: Drive
    let version: String
    let callbackOrigins: [String]

    var routes: [Route] {
        hubRoutes
            + on(
                [.v1],
                .get,
                "/scopes/callbacks",
                access: .session,
                name: "callbackOrigins",
                "Where else a scope token may be taken",
                callbacks
            )
    }

    private var hubRoutes: [Route] {
        route(.post, "/oauth/access_token", .open, "accessToken", "Sign in as a hub client", accessToken)
            + route(.get, "/users", .token, "listUsers", "List the members", users)
            + route(.get, "/users/{id:int}", .token, "user", "One member", user)
            + route(.get, "/scopes", .token, "scopes", "What a scope token may be for", scopes)
            + route(.post, "/scopes/token", .open, "scopeToken", "Make a scope token", scopeToken)
            + route(.get, "/areas", .token, "area", "The home", area)
            + route(.get, "/areas/{id}", .token, "areaByID", "The home, by id", areaByID)
            + route(.post, "/check", .open, "checkToken", "Whether a token is valid here", check)
            + route(.get, "/check", .open, "checkHub", "What hub this is", hub)
            + route(.get, "/extensions", .token, "extensions", "Installed plugins", extensions)
            + route(
                .post,
                "/verification/code",
                .owner,
                "verificationCode",
                "A one-time code for another service",
                verificationCode
            )
    }

    /// One route on `/api`, on our own base, and on the `/api/v{version}` of newer hubs.
    private func route(
        _ method: HTTPMethod,
        _ path: String,
        _ access: RouteAccess,
        _ name: String,
        _ summary: String,
        _ handler: @escaping Route.Handler
    ) -> [Route] {
        on([.hub, .v1], method, path, access: access, name: name, summary, handler)
            + on([.hub], method, "/{version}" + path, access: access, name: name, summary) { request in
                try HubVersion.check(request.parameters.text("version"))
                return try await handler(request)
            }
    }

    private func accessToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        let fields = try await request.fields()
        if fields["grant_type"] == "refresh_token" { return try await refreshed(fields) }
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
        return Self.tokenReply(issued.token, expiresIn: issued.expiresIn, of: issued.user)
    }

    /// Tokens live on while they are used, so there is nothing to refresh; the same token serves.
    private func refreshed(_ fields: [String: String]) async throws -> HTTPResponse {
        guard let token = fields["refresh_token"] else { throw DriveError(.badRequest) }
        do {
            let caller = try await drive.sessions.caller(token: token)
            guard caller.kind == .session else { throw DriveError(.refreshTokenExpired) }
            return Self.tokenReply(token, expiresIn: drive.sessions.lifetime, of: caller.user)
        } catch let error as DriveError where error.code == .unauthorized {
            throw DriveError(.refreshTokenExpired, cause: error)
        }
    }

    private static func tokenReply(_ token: String, expiresIn: Int64, of user: User) -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("token_info")
            writer.beginObject()
            for (name, exp) in [("access_token", "access_token_exp"), ("refresh_token", "refresh_token_exp")]
                as [(StaticString, StaticString)]
            {
                writer.key(name)
                writer.string(token)
                writer.key(exp)
                writer.int(expiresIn)
            }
            writer.endObject()
            writer.key("user_info")
            user.writeWithOwner(to: &writer)
            writer.endObject()
        }
    }

    /// Everybody for our own clients; hub clients use the list to choose people, so they get those who can be chosen.
    private func users(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let isOwn = request.base == .v1
        let users = try await drive.members.list().filter { isOwn || $0.state == .active }
        return Reply.data { writer in
            writer.beginObject()
            writer.key("is_owner")
            writer.bool(caller.user.isOwner)
            writer.key("user_count")
            writer.int(users.count)
            writer.key("users")
            writer.beginArray()
            for user in users { user.write(to: &writer) }
            writer.endArray()
            writer.endObject()
        }
    }

    private func user(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try request.caller()
        let id = Int(try request.parameters.int("id"))
        guard id >= 1 else { throw DriveError(.userNotFound) }
        let member = try await drive.members.member(id)
        let area = drive.area
        return Reply.data { writer in
            member.write(to: &writer) { writer in
                writer.key("is_self")
                writer.bool(member.user.id == caller.user.id)
                writer.key("area")
                area.write(to: &writer)
                writer.key("department_infos")
                writer.beginArray()
                writer.endArray()
            }
        }
    }

    /// A service that was let in by a code cannot ask again by itself, so its token lasts six times as long.
    private static let longerByCode: Int64 = 6

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

    /// What the web app holds an address against before it asks whether a token may go there.
    private func callbacks(_ request: HTTPRequest) async throws -> HTTPResponse {
        Reply.data { writer in
            writer.beginObject()
            writer.key("origins")
            writer.beginArray()
            for origin in callbackOrigins { writer.string(origin) }
            writer.endArray()
            writer.endObject()
        }
    }

    /// Only for the caller himself: with a full session, or with a code that the owner made; a scope token mints no
    /// other.
    private func scopeToken(_ request: HTTPRequest) async throws -> HTTPResponse {
        let caller = try? request.caller()
        let code = request.headers["verification-code"].flatMap { $0.isEmpty ? nil : $0 }
        guard caller?.kind == .session || code != nil else { throw DriveError(.invalidCredentials) }
        let body = try await request.jsonObject()
        guard let scopes = body["scopes"]?.stringArray, !scopes.isEmpty,
            scopes.allSatisfy({ scope in Self.scopeNames.contains { $0.name == scope } })
        else { throw DriveError(.badRequest) }
        let user: User
        var lifetime = drive.sessions.lifetime
        if let caller, caller.kind == .session {
            user = caller.user
        } else {
            user = try await drive.verificationCodes.redeem(code ?? "", address: request.peer.text)
            lifetime *= Self.longerByCode
        }
        if let other = body["sa_user_id"], !other.isNull, other.int != 0, other.int != Int64(user.id) {
            throw DriveError(.invalidCredentials)
        }
        let issued = try await drive.sessions.issue(
            to: user,
            kind: .scope,
            client: try body.optionalText("client") ?? request.headers["User-Agent"] ?? "disk client",
            scopes: scopes.joined(separator: ","),
            lifetime: lifetime
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

    private func verificationCode(_ request: HTTPRequest) async throws -> HTTPResponse {
        let code = try drive.verificationCodes.make(for: try request.caller().user.id)
        return Reply.data { writer in
            writer.beginObject()
            writer.key("code")
            writer.string(code)
            writer.key("expires_in")
            writer.int(VerificationCodes.lifetime)
            writer.endObject()
        }
    }
}

/// The version in `/api/v{version}/…`.
enum HubVersion {
    /// Refuses what we do not speak.
    ///
    /// - Throws: 4 for another version than 1 and 2, whatever stands behind the first dot; 3 for what is no version.
    static func check(_ text: String) throws {
        let numbers = text.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
        guard text.utf8.first == UInt8(ascii: "v"), text.utf8.count <= 16,
            numbers.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(isDigit) })
        else { throw DriveError(.notFound) }
        guard let major = numbers.first.flatMap({ Int($0) }), (1...2).contains(major) else {
            throw DriveError(.incompatibleVersion)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
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
