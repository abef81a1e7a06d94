/// The routes by path, then by method.
///
/// Nodes lie in one array; a node's literal children are compared by length and bytes. Among the routes that take
/// a path, a literal is preferred to a parameter and a parameter to a tail, at the first segment where they differ; one
/// that lacks the method is passed over for the next that has it.
struct RouteTree: Sendable {
    private struct Node: Sendable {
        var literals: [(bytes: [UInt8], child: Int)] = []
        var parameter: Int?
        var routes: [HTTPMethod: Int] = [:]
        var tailRoutes: [HTTPMethod: Int] = [:]
    }

    /// What a lookup found.
    enum Match: Equatable {
        /// The index of the route.
        case route(Int)
        /// The path has routes, with these methods only.
        case methods(Set<HTTPMethod>)
        /// No route takes the path.
        case none
    }

    private var nodes: [Node] = [Node()]

    /// Adds a route.
    ///
    /// - Returns: nil, or the index of the route that was there before.
    mutating func insert(_ pattern: RoutePattern, method: HTTPMethod, route: Int) -> Int? {
        var node = 0
        for element in pattern.elements {
            switch element {
            case .literal(let bytes):
                node = literalChild(of: node, bytes)
            case .parameter:
                node = parameterChild(of: node)
            case .tail:
                if let present = nodes[node].tailRoutes[method] { return present }
                nodes[node].tailRoutes[method] = route
                return nil
            }
        }
        if let present = nodes[node].routes[method] { return present }
        nodes[node].routes[method] = route
        return nil
    }

    /// Looks a path up.
    func find(_ segments: PathSegments, method: HTTPMethod) -> Match {
        var allowed: Set<HTTPMethod> = []
        if let route = find(segments, 0, node: 0, method: method, allowed: &allowed) { return .route(route) }
        return allowed.isEmpty ? .none : .methods(allowed)
    }

    // Goes as deep as the longest pattern, not as deep as the path.
    private func find(
        _ segments: PathSegments,
        _ index: Int,
        node number: Int,
        method: HTTPMethod,
        allowed: inout Set<HTTPMethod>
    ) -> Int? {
        if index == segments.count {
            if let route = choose(nodes[number].routes, method, &allowed) { return route }
        } else {
            let segment = segments[index]
            if let child = nodes[number].literals.first(where: { $0.bytes.elementsEqual(segment) })?.child,
                let route = find(segments, index + 1, node: child, method: method, allowed: &allowed)
            {
                return route
            }
            if let child = nodes[number].parameter,
                let route = find(segments, index + 1, node: child, method: method, allowed: &allowed)
            {
                return route
            }
        }
        return choose(nodes[number].tailRoutes, method, &allowed)
    }

    private func choose(
        _ routes: [HTTPMethod: Int],
        _ method: HTTPMethod,
        _ allowed: inout Set<HTTPMethod>
    ) -> Int? {
        guard !routes.isEmpty else { return nil }
        if let route = routes[method] { return route }
        if method == .head, let route = routes[.get] { return route }
        allowed.formUnion(routes.keys)
        return nil
    }

    private mutating func literalChild(of node: Int, _ bytes: [UInt8]) -> Int {
        if let present = nodes[node].literals.first(where: { $0.bytes == bytes }) { return present.child }
        nodes.append(Node())
        nodes[node].literals.append((bytes, nodes.count - 1))
        return nodes.count - 1
    }

    private mutating func parameterChild(of node: Int) -> Int {
        if let present = nodes[node].parameter { return present }
        nodes.append(Node())
        nodes[node].parameter = nodes.count - 1
        return nodes.count - 1
    }
}
