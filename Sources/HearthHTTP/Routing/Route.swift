/// What a caller needs to be or have for a route.
///
/// The layer that checks access declares its own static members.
package struct RouteAccess: Hashable, Sendable {
    /// Such as `owner` or `token`; also shown in the API description.
    package let name: String

    /// Names a kind of access.
    ///
    /// - Parameter name: unique among the kinds.
    package init(name: String) { self.name = name }
}

/// One method of one path pattern, what it needs and what it does.
package struct Route: Sendable {
    /// Answers a request; errors go to the router's `onError`.
    package typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// The method; GET also answers HEAD unless HEAD has a route of its own.
    package let method: HTTPMethod
    /// The path as it was written down.
    package let pattern: String
    /// What the caller needs; a router with a route that has none does not start.
    package let access: RouteAccess?
    /// The operation's name in logs, metrics and the API description.
    package let name: String
    /// One line for the API description.
    package let summary: String
    /// What it does.
    package let handler: Handler

    /// A route.
    ///
    /// - Parameters:
    ///   - method: the request method.
    ///   - pattern: segments after `/` each: a literal (decoded form, no `%`), `{name}` for one segment,
    ///     `{name:int}` for one that ``RouteParameters/int(_:)`` will read, `{name*}` at the end for zero or more.
    ///   - access: what the caller needs; nil stops the router from starting.
    ///   - name: the operation's name.
    ///   - summary: one line.
    ///   - handler: gets the request with ``HTTPRequest/parameters`` filled, after the caller was let through.
    package init(
        _ method: HTTPMethod,
        _ pattern: String,
        access: RouteAccess?,
        name: String,
        summary: String,
        handler: @escaping Handler
    ) {
        self.method = method
        self.pattern = pattern
        self.access = access
        self.name = name
        self.summary = summary
        self.handler = handler
    }
}

/// Why a set of routes is refused; all of these are mistakes in the program.
package enum RoutingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A route says nothing about access.
    case missingAccess(route: String)
    /// A route declares an access that routes of its kind cannot have.
    case misplacedAccess(route: String, access: String)
    /// Two routes have the same method and take exactly the same paths.
    case duplicate(route: String, other: String)
    /// A pattern cannot be read.
    case malformedPattern(route: String, reason: String)

    /// What to mend, for the log.
    package var description: String {
        switch self {
        case .missingAccess(let route): "the route \(route) declares no access"
        case .misplacedAccess(let route, let access): "the route \(route) cannot have the access \(access)"
        case .duplicate(let route, let other): "the route \(route) takes the same paths as \(other)"
        case .malformedPattern(let route, let reason): "the pattern of \(route) is malformed: \(reason)"
        }
    }
}
