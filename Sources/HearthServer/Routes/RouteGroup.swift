import HearthDrive
import HearthHTTP

/// A part of the route table.
protocol RouteGroup: Sendable {
    /// Its routes, under full paths.
    var routes: [Route] { get }
}

extension RouteGroup {
    /// One route on every base of the drive.
    func everywhere(
        _ method: HTTPMethod,
        _ path: String,
        access: RouteAccess,
        name: String,
        _ summary: String,
        _ handler: @escaping Route.Handler
    ) -> [Route] {
        on(APIBase.drive, method, path, access: access, name: name, summary, handler)
    }

    /// One route that needs something else on `/api/v1` than on the old bases: for administration a scope token has to
    /// be enough there, since their clients have nothing else (docs/decisions/0015), and they know no media cookie.
    func everywhere(
        _ method: HTTPMethod,
        _ path: String,
        old: RouteAccess,
        v1: RouteAccess,
        name: String,
        _ summary: String,
        _ handler: @escaping Route.Handler
    ) -> [Route] {
        APIBase.drive.flatMap { base in
            on([base], method, path, access: base == .v1 ? v1 : old, name: name, summary, handler)
        }
    }

    /// One route on the bases given.
    func on(
        _ bases: [APIBase],
        _ method: HTTPMethod,
        _ path: String,
        access: RouteAccess,
        name: String,
        _ summary: String,
        _ handler: @escaping Route.Handler
    ) -> [Route] {
        bases.map { base in
            Route(
                method,
                base.rawValue + path,
                access: access,
                name: name,
                summary: summary,
                handler: handler
            )
        }
    }
}
