package import HearthDrive
package import HearthHTTP
package import HearthLog
package import HearthMetrics

/// The whole HTTP side of a drive: every route, behind one door.
package final class HearthAPI: Sendable {
    /// What the program around decides.
    package struct Options: Sendable {
        /// Shown by health and hub routes.
        package var version: String
        /// What devices need to trust the home's own certificate; nil while there is none in use.
        package var trust: @Sendable () -> TrustMaterial?

        /// The web app; nil: a few plain pages stand in for it.
        package var web: WebAssets?
        /// Other web apps that may be given scope tokens, by their origins.
        package var callbackOrigins: [String]

        /// The released version, without a certificate of its own.
        package init(
            version: String = HearthAPI.version,
            trust: @escaping @Sendable () -> TrustMaterial? = { nil },
            web: WebAssets? = nil,
            callbackOrigins: [String] = []
        ) {
            self.version = version
            self.trust = trust
            self.web = web
            self.callbackOrigins = callbackOrigins
        }
    }

    /// The released version.
    package static let version = "0.1.0"

    private let router: Router
    private let log: Logger

    /// Builds the route table.
    ///
    /// - Throws: `RoutingError` when a route declares no access or one it cannot have, or two take the same paths: the
    ///   drive does not start.
    package init(drive: Drive, metrics: MetricsRegistry, logger: Logger, options: Options) throws {
        log = logger
        let groups: [any RouteGroup] =
            [
                ServiceRoutes(drive: drive, metrics: metrics, version: options.version),
                PageRoutes(hasApp: options.web != nil),
                TrustRoutes(trust: options.trust),
                AuthorizeRoutes(drive: drive),
                DeviceRoutes(drive: drive),
                OAuthRoutes(drive: drive),
                SessionRoutes(drive: drive),
                MemberRoutes(drive: drive),
                InvitationRoutes(drive: drive),
                HubRoutes(drive: drive, version: options.version, callbackOrigins: options.callbackOrigins),
                ListRoutes(drive: drive),
                DetailRoutes(drive: drive),
                ResourceRoutes(drive: drive),
                ShareRoutes(drive: drive),
                FormUploadRoutes(drive: drive),
                UploadRoutes(drive: drive),
                DownloadRoutes(drive: drive),
                ThumbnailRoutes(drive: drive),
                ArchiveRoutes(drive: drive),
                PoolRoutes(drive: drive),
                TaskRoutes(drive: drive),
                FolderRoutes(drive: drive),
                FolderPasswordRoutes(drive: drive),
                UnlockRoutes(drive: drive),
                SettingsRoutes(drive: drive),
                UsageRoutes(drive: drive),
            ] + (options.web.map { [WebRoutes(assets: $0)] } ?? [])
        let authorizer = Authorizer(sessions: drive.sessions)
        var routes = groups.flatMap(\.routes)
        routes.append(OpenAPI.route(describing: routes, version: options.version))
        try Self.check(routes)
        router = try Router(
            routes,
            authorize: { request, route in try await authorizer.authorize(&request, route) },
            onError: { [web = options.web.map { WebRoutes(assets: $0) }] error, request in
                web?.page(for: error, request) ?? Self.response(to: error, request, logger)
            }
        )
    }

    /// Refuses a table with a route that changes something, or lies on an old base, and takes the media cookie.
    ///
    /// - Throws: the first such route.
    package static func check(_ routes: [Route]) throws(RoutingError) { try MediaCookie.check(routes) }

    /// The route table, for tests that walk it.
    package var routes: [Route] { router.routes }

    /// How the access log tells targets.
    package var logTarget: LogTarget { LogTarget(routes: router.routes) }

    /// Answers one request.
    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        var response = await router.respond(to: request)
        if !request.hasTrustworthyOrigin { response.headers.remove("Cross-Origin-Opener-Policy") }
        return response
    }

    /// The envelope of a failure outside any route: framing, time-outs, limits.
    package func failure(_ error: any Error, _ request: HTTPRequest?) -> HTTPResponse {
        Self.response(to: error, request, log)
    }

    private static func response(to error: any Error, _ request: HTTPRequest?, _ log: Logger) -> HTTPResponse
    {
        let failure = Failure(error)
        if failure.isUnexpected {
            log.error(
                "a request failed",
                ["request": .int(Int64(request?.id ?? 0)), "error": .string("\(error)")]
            )
        }
        return failure.response(to: request)
    }
}
