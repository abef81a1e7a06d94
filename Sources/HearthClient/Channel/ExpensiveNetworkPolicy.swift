/// What transfers do on networks that the person pays for by volume (contract, 13.3: the cellular rule).
public struct ExpensiveNetworkPolicy: Sendable, Hashable, Codable {
    /// What a transfer is to do.
    public enum Decision: Sendable, Hashable {
        /// Go on.
        case proceed
        /// Ask the person first; without an answer it does not start.
        case ask
        /// Stop, and ask whether to go on.
        case pause
        /// Wait for a network.
        case wait
    }

    /// Whether the person has said that such networks may be used; off by default.
    public var isAllowed: Bool

    /// Takes what the person said.
    public init(isAllowed: Bool = false) { self.isAllowed = isAllowed }

    /// What a transfer does that is about to start.
    public func atStart(on path: NetworkPath) -> Decision {
        path.kind == .none ? .wait : costs(path) ? .ask : .proceed
    }

    /// What transfers that run do when the network changes.
    ///
    /// - Parameters:
    ///   - path: how the device is connected now.
    ///   - confirmed: whether the person has already said, for this connection, that they may go on.
    /// - Returns: what is to happen to all of them.
    public func atChange(to path: NetworkPath, confirmed: Bool = false) -> Decision {
        path.kind == .none ? .wait : costs(path) && !confirmed ? .pause : .proceed
    }

    private func costs(_ path: NetworkPath) -> Bool {
        !isAllowed && (path.isExpensive || path.kind == .cellular)
    }
}
