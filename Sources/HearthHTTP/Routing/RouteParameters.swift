/// What the path of a request holds at the places that the route's pattern names.
package struct RouteParameters: Sendable, Hashable {
    private let segments: PathSegments
    private let places: [RoutePlace]

    /// None: a request that no route has taken yet.
    package init() {
        segments = PathSegments()
        places = []
    }

    /// The router's way in.
    ///
    /// - Parameters:
    ///   - segments: the decoded path.
    ///   - places: names and positions of the pattern's parameters.
    init(segments: PathSegments, places: [RoutePlace]) {
        self.segments = segments
        self.places = places
    }

    /// One segment as bytes.
    ///
    /// - Parameter name: a parameter of the pattern.
    /// - Returns: the decoded segment, or nil when the pattern has no such parameter.
    package func bytes(_ name: String) -> [UInt8]? {
        guard let place = place(name), !place.isTail else { return nil }
        return Array(segments[place.index])
    }

    /// The segments that a `{name*}` took.
    ///
    /// - Parameter name: the tail parameter of the pattern.
    /// - Returns: decoded segments, none of them empty or with a `/`; no elements when the path ends before, or
    ///   when the pattern has no such tail.
    package func tail(_ name: String) -> [[UInt8]] {
        guard let place = place(name), place.isTail else { return [] }
        return segments.from(place.index)
    }

    private func place(_ name: String) -> RoutePlace? {
        places.first { $0.name.utf8.elementsEqual(name.utf8) }
    }
}

/// Where in a path a parameter stands.
struct RoutePlace: Sendable, Hashable {
    let name: String
    let index: Int
    let isTail: Bool
}
