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
