/// What plugins and closures are told about a call.
public struct TargetInfo: Sendable {
    /// Names the call in one provider.
    public var id: RequestID
    /// The target's name.
    public var name: String
    /// Whose address.
    public var base: TargetBase
    /// Percent-encoded, without base and query.
    public var path: String
    /// The HTTP method.
    public var method: TargetMethod
    /// What plugins of an app read.
    public var flags: TargetFlags
    /// The lane.
    public var lane: String
    /// The root whose folder password the call may need.
    public var root: RootReference?
    /// Whether the call may be repeated.
    public var isRepeatable: Bool
    /// From 1.
    public var attempt: Int
    /// Where the call goes.
    public var endpoint: Endpoint
}

/// Names a call in one provider.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// The number.
    public var description: String { String(number) }
}
