/// Any target with a known response: what a list of different calls is made of.
public struct AnyTarget<Response: Sendable>: Target {
    private let inner: any Target
    private let read: @Sendable (ProviderReply) throws(ClientError) -> Response

    /// Wraps a target.
    public init<T: Target>(_ target: T) where T.Response == Response {
        inner = target
        read = { reply throws(ClientError) in try target.decode(reply) }
    }

    /// Wraps a target and changes what comes back.
    public init<T: Target>(
        _ target: T,
        _ transform: @escaping @Sendable (T.Response) throws(ClientError) -> Response
    ) {
        inner = target
        read = { reply throws(ClientError) in try transform(try target.decode(reply)) }
    }

    /// The target's.
    public var base: TargetBase { inner.base }
    /// The target's.
    public var path: String { inner.path }
    /// The target's.
    public var method: TargetMethod { inner.method }
    /// The target's.
    public var task: TargetTask { inner.task }
    /// The target's.
    public var headers: HeaderFields { inner.headers }
    /// The target's.
    public var validation: StatusValidation { inner.validation }
    /// The target's.
    public var format: ReplyFormat { inner.format }
    /// The target's.
    public var flags: TargetFlags { inner.flags }
    /// The target's.
    public var timeout: Double? { inner.timeout }
    /// The target's.
    public var lane: String { inner.lane }
    /// The target's.
    public var root: RootReference? { inner.root }
    /// The target's.
    public var isHearthOnly: Bool { inner.isHearthOnly }
    /// The target's.
    public var sample: StubResponse? { inner.sample }
    /// The target's.
    public var name: String { inner.name }
    /// As the target reads it.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> Response { try read(reply) }
}

/// Any target whatever comes back: the response is cast by who asked.
public typealias MultiTarget = AnyTarget<any Sendable>

extension AnyTarget where Response == any Sendable {
    /// Wraps any target.
    public init(erasing target: some Target) {
        self.init(target) { response throws(ClientError) in response as any Sendable }
    }
}
