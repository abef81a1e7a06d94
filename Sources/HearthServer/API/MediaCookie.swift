import HearthDrive
import HearthHTTP
import HearthWire

/// The cookie with which a browser shows pictures and plays media (security, 6; docs/decisions/0029).
enum MediaCookie {
    /// Its name; servers on several ports of a host overwrite each other's.
    static let name = "hearth_media"
    /// The only requests that carry it.
    static let path = APIBase.v1.rawValue + "/"
    /// Others than ours may lie beside it, of wider or narrower paths; so many are tried.
    private static let tries = 4

    /// See ``HearthAPI/check(_:)``.
    static func check(_ routes: [Route]) throws(RoutingError) {
        for route in routes where route.access == .media {
            if route.method != .get || !route.pattern.hasPrefix(path) {
                throw RoutingError.misplacedAccess(
                    route: "\(route.method.rawValue) \(route.pattern)",
                    access: RouteAccess.media.name
                )
            }
        }
    }

    /// Who the cookie speaks for.
    ///
    /// - Throws: 10016 without a valid one, and when other pages than this server's ask, as far as the browser says so.
    static func caller(of request: HTTPRequest, _ sessions: SessionStore) async throws -> Caller {
        guard request.method == .get || request.method == .head, request.isFromOwnPage, request.wantsMedia
        else {
            throw DriveError(.unauthorized)
        }
        var found: Caller?
        for secret in request.headers.cookies(named: name).prefix(tries) {
            guard let caller = try await Self.caller(secret, sessions) else { continue }
            // Two people at once: one of the cookies was planted, and nothing tells which.
            if let found, found.user.id != caller.user.id { throw DriveError(.unauthorized) }
            found = found ?? caller
        }
        guard let found else { throw DriveError(.unauthorized) }
        return found
    }

    private static func caller(_ secret: String, _ sessions: SessionStore) async throws -> Caller? {
        do {
            return try await sessions.caller(mediaSecret: secret)
        } catch let error as DriveError where error.code == .unauthorized {
            return nil
        }
    }

    /// Whether a sign-in comes from a page of this server, as far as can be told.
    ///
    /// Pages elsewhere cannot send `application/json` without asking first, which is never allowed: nobody signs a
    /// browser in as somebody else.
    static func suits(_ request: HTTPRequest) -> Bool { request.isFromOwnPage && request.bodyIsJSON }

    /// Adds the cookie of a session with a new secret.
    ///
    /// - Throws: 10016 when the session has ended again.
    static func add(
        to response: inout HTTPResponse,
        session: Int,
        user: Int,
        _ request: HTTPRequest,
        _ sessions: SessionStore
    ) async throws {
        let secret = try await sessions.makeMediaSecret(of: session, user: user)
        set(secret.text, maxAge: secret.lifetime, in: &response, request)
    }

    /// Adds what removes the cookie.
    static func remove(from response: inout HTTPResponse, _ request: HTTPRequest) {
        set("", maxAge: 0, in: &response, request)
    }

    private static func set(
        _ value: String,
        maxAge: Int64,
        in response: inout HTTPResponse,
        _ request: HTTPRequest
    ) {
        let cookie = SetCookie(
            name: name,
            value: value,
            path: path,
            maxAge: maxAge,
            isSecure: request.isSecure
        )
        response.headers.append("Set-Cookie", cookie.text)
    }
}

extension HTTPRequest {
    /// False when the browser says that a page of another origin asks.
    ///
    /// Browsers say so under TLS and on this machine alone, so nothing may rest on this by itself.
    fileprivate var isFromOwnPage: Bool {
        guard let site = headers["Sec-Fetch-Site"] else { return true }
        return site == "same-origin" || site == "none"
    }

    /// False when the browser is going to run what it gets: uploaded files are no programs of ours.
    fileprivate var wantsMedia: Bool {
        guard let use = headers["Sec-Fetch-Dest"] else { return true }
        return !Self.programs.contains(use)
    }

    private static let programs: Set = [
        "script", "style", "worker", "sharedworker", "serviceworker", "audioworklet", "paintworklet", "xslt",
        "manifest", "report",
    ]

    fileprivate var bodyIsJSON: Bool {
        let type = headers["Content-Type"]?.prefix { $0 != ";" && $0 != " " } ?? ""
        return equalsIgnoringASCIICase(String(type), "application/json")
    }
}
