/// What a sign-in gives; nothing of it is kept before ``AreaManager/add(_:makesCurrent:)``.
public struct NewArea: Sendable, Hashable {
    /// The home and the person in it.
    public var area: Area
    /// Goes into the header `scope-token`; opaque.
    public var token: String
    /// The value of the cloud's cookie; nil where no cloud was involved.
    public var cloudSession: String?

    /// Takes the parts as they are.
    public init(area: Area, token: String, cloudSession: String? = nil) {
        self.area = area
        self.token = token
        self.cloudSession = cloudSession
    }
}

extension AreaManager {
    /// Keeps what a sign-in gave.
    ///
    /// - Returns: the area as it is kept: its alias may have got a number.
    /// - Throws: with nothing kept.
    @discardableResult
    public func add(_ area: NewArea, makesCurrent: Bool = true) async throws(SessionError) -> Area {
        try await add(
            area.area,
            token: area.token,
            cloudSession: area.cloudSession,
            makesCurrent: makesCurrent
        )
    }

    /// Keeps every home that a sign-in gave; the first becomes the current one (contract, 13.5).
    @discardableResult
    public func add(all areas: [NewArea]) async throws(SessionError) -> [Area] {
        var kept: [Area] = []
        for (index, one) in areas.enumerated() {
            kept.append(try await add(one, makesCurrent: index == 0))
        }
        return kept
    }
}
