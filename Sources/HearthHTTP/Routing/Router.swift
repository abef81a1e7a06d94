/// Finds the route of a request, has the caller checked, and runs the handler.
///
/// A path is split and decoded once (``PathSegments``). HEAD goes to GET routes, OPTIONS is answered with 204 and
/// Allow, another method that the path lacks is ``HTTPError/Code/methodNotAllowed``.
package struct Router: Sendable {
    /// Lets the caller through or throws; may leave values in the request for the handler.
    package typealias Authorize = @Sendable (inout HTTPRequest, Route) async throws -> Void
    /// Turns every error, its own and the handlers', into an answer.
    package typealias OnError = @Sendable (any Error, HTTPRequest?) -> HTTPResponse

    /// Every route, in the order given.
    package let routes: [Route]
    private let tree: RouteTree
    private let places: [[RoutePlace]]
    private let methods: [HTTPMethod]
    private let authorize: Authorize
    private let onError: OnError

    /// Builds the table; refuses one in which anything is left open.
    ///
    /// - Parameters:
    ///   - routes: every route of the server.
    ///   - authorize: runs before the handler of each matched request, with the parameters filled in.
    ///   - onError: answers errors; for `.methodNotAllowed` the router adds Allow when it is missing.
    /// - Throws: the first mistake found.
    package init(
        _ routes: [Route],
        authorize: @escaping Authorize,
        onError: @escaping OnError
    ) throws(RoutingError) {
        var tree = RouteTree()
        var places: [[RoutePlace]] = []
        for (index, route) in routes.enumerated() {
            guard route.access != nil else { throw RoutingError.missingAccess(route: Self.label(route)) }
            let pattern: RoutePattern
            do {
                pattern = try RoutePattern(route.pattern)
            } catch {
                throw RoutingError.malformedPattern(route: Self.label(route), reason: error.reason)
            }
            if let other = tree.insert(pattern, method: route.method, route: index) {
                throw RoutingError.duplicate(route: Self.label(route), other: Self.label(routes[other]))
            }
            places.append(pattern.places)
        }
        self.routes = routes
        self.tree = tree
        self.places = places
        methods = Self.complete(Set(routes.map(\.method)))
        self.authorize = authorize
        self.onError = onError
    }

    /// Answers a request; never throws.
    ///
    /// - Parameter request: as the engine made it.
    /// - Returns: the handler's answer or that of `onError`.
    package func respond(to request: HTTPRequest) async -> HTTPResponse {
        var request = request
        do {
            if request.method == .options, request.rawPath == [UInt8(ascii: "*")] {
                return Self.options(methods)
            }
            guard let segments = PathSegments(rawPath: request.rawPath) else {
                throw HTTPError(.badRequest, "the path has a malformed percent-encoding")
            }
            switch tree.find(segments, method: request.method) {
            case .route(let index):
                request.parameters = RouteParameters(segments: segments, places: places[index])
                try await authorize(&request, routes[index])
                return try await routes[index].handler(request)
            case .methods(let allowed) where request.method == .options:
                return Self.options(Self.complete(allowed))
            case .methods(let allowed):
                throw HTTPError.methodNotAllowed(allow: Self.complete(allowed))
            case .none:
                throw HTTPError(.notFound, "no route has that path")
            }
        } catch {
            return answer(to: error, request)
        }
    }

    private func answer(to error: any Error, _ request: HTTPRequest) -> HTTPResponse {
        var response = onError(error, request)
        if let error = error as? HTTPError, error.code == .methodNotAllowed,
            !response.headers.contains("Allow")
        {
            response.headers.set("Allow", Self.list(error.allow))
        }
        return response
    }

    private static func label(_ route: Route) -> String { "\(route.method.rawValue) \(route.pattern)" }

    private static func complete(_ methods: Set<HTTPMethod>) -> [HTTPMethod] {
        var methods = methods.union([.options])
        if methods.contains(.get) { methods.insert(.head) }
        return methods.sorted { $0.rawValue < $1.rawValue }
    }

    private static func options(_ methods: [HTTPMethod]) -> HTTPResponse {
        HTTPResponse(status: 204, headers: HTTPFields([("Allow", list(methods))]))
    }

    private static func list(_ methods: [HTTPMethod]) -> String {
        methods.map(\.rawValue).joined(separator: ", ")
    }
}
