/// What a provider tells about its calls.
public struct ProviderEvent: Sendable {
    /// What happened.
    public enum Kind: Sendable {
        /// The call began.
        case started
        /// An attempt failed; the next follows after so many seconds.
        case repeating(ClientError, delay: Double)
        /// The call ended well.
        case succeeded(status: Int)
        /// The call ended badly.
        case failed(ClientError)
    }

    /// Which call.
    public var target: TargetInfo
    /// What happened.
    public var kind: Kind
}

/// A call under way.
public struct RequestInfo: Sendable, Identifiable {
    /// Names the call.
    public var id: RequestID
    /// The target's name.
    public var name: String
    /// The HTTP method.
    public var method: TargetMethod
    /// Percent-encoded, without base and query.
    public var path: String
    /// What plugins of an app read.
    public var flags: TargetFlags
}
