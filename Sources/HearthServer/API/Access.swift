import HearthDrive
import HearthHTTP
import HearthWire

/// What a route needs; a route that declares nothing does not start.
///
/// Rights on a root are declared here and checked by the domain, on the same handle that the operation then uses.
extension RouteAccess {
    /// Anybody.
    static let open = RouteAccess(name: "open")
    /// A valid token of either kind.
    static let token = RouteAccess(name: "token")
    /// A full session; a scope token is not enough.
    static let session = RouteAccess(name: "session")
    /// The owner's full session.
    static let owner = RouteAccess(name: "owner")
    /// The owner's token of either kind, on the old bases alone: the disk apps, which have scope tokens only, manage
    /// pools there (docs/decisions/0015).
    static let driveOwner = RouteAccess(name: "driveOwner")
    /// A token, and read on the root that the path names.
    static let read = RouteAccess(name: "read")
    /// The same; the token may stand in the query, for players and `<img>`.
    static let download = RouteAccess(name: "download")
    /// The same; the media cookie will do too (docs/decisions/0029).
    ///
    /// Only for GET below `/api/v1`.
    static let media = RouteAccess(name: "media")
    /// A token, and write on the root that the path names.
    static let write = RouteAccess(name: "write")
    /// A token, and delete on the roots that the body names.
    static let delete = RouteAccess(name: "delete")
    /// A request from this machine, or the owner's token.
    static let operatorOnly = RouteAccess(name: "operator")
}

/// Where the authoriser leaves the caller.
enum CallerKey: RequestStorageKey {
    typealias Value = Caller
}

extension HTTPRequest {
    /// Who asks.
    ///
    /// - Throws: 10016 where the route lets strangers in and there is none.
    func caller() throws -> Caller {
        guard let caller = storage[CallerKey.self] else { throw DriveError(.unauthorized) }
        return caller
    }

    /// The token of a request: one of three headers, and in the query only where that is allowed.
    fileprivate func token(allowsQuery: Bool) -> String? {
        if let token = headers["scope-token"] ?? headers["smart-assistant-token"], !token.isEmpty {
            return token
        }
        if let token = bearerToken { return token }
        guard allowsQuery, method == .get || method == .head else { return nil }
        return query.first("scope-token")
    }

    /// The token of `Authorization: Bearer` (RFC 6750, section 2.1).
    ///
    /// No browser sends one by itself, as it does cookies and passwords of `Basic`, so that other sites cannot act with
    /// it any more than with a header of our own.
    private var bearerToken: String? {
        guard let value = headers["Authorization"], let space = value.firstIndex(of: " "),
            equalsIgnoringASCIICase(String(value[..<space]), "Bearer")
        else { return nil }
        let token = value[space...].drop { $0 == " " }
        return token.isEmpty ? nil : String(token)
    }

    /// The password of an encrypted folder.
    ///
    /// A header, and in the query only where the token may stand there, since players and `<img>` can set no headers.
    /// The access log shows neither.
    fileprivate func presentedPassword(allowsQuery: Bool) -> PresentedPassword {
        var password = headers["pwd"]
        if password == nil, allowsQuery, method == .get || method == .head { password = query.first("pwd") }
        return PresentedPassword(password: password, address: peer.text)
    }
}

/// Finds the caller behind a token and checks what the route declares.
struct Authorizer: Sendable {
    let sessions: SessionStore

    /// Runs before the handler, and so before any body is read.
    func authorize(_ request: inout HTTPRequest, _ route: Route) async throws {
        guard let access = route.access else { throw DriveError(.forbidden) }
        if access == .open {
            request.storage[CallerKey.self] = try? await caller(of: request, access)
            return
        }
        if access == .operatorOnly, request.peer.isLoopback { return }
        let caller = try await caller(of: request, access)
        switch access {
        case .owner, .operatorOnly: try caller.requireOwner()
        case .driveOwner: if !caller.user.isOwner { throw DriveError(.ownerOnly) }
        case .session: try caller.requireSession()
        default: break
        }
        request.storage[CallerKey.self] = caller
    }

    private func caller(of request: HTTPRequest, _ access: RouteAccess) async throws -> Caller {
        let allowsQuery = access == .download || access == .media
        // A token that does not hold is refused, whatever the cookie says: the client believes to be somebody else.
        if let token = request.token(allowsQuery: allowsQuery) {
            var caller = try await sessions.caller(token: token)
            caller.presented = request.presentedPassword(allowsQuery: allowsQuery)
            return caller
        }
        guard access == .media else { throw DriveError(.unauthorized) }
        var caller = try await MediaCookie.caller(of: request, sessions)
        // Not from the address: other sites can make a browser try passwords there, and each one counts.
        caller.presented = request.presentedPassword(allowsQuery: false)
        return caller
    }
}
