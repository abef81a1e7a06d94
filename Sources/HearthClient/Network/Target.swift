/// One call of an API as a value: what is sent, and what comes back.
///
/// Everything but ``path`` has a default, so that most targets are three lines. A target holds no address and no
/// token: those are the ``Provider``'s.
public protocol Target: Sendable {
    /// What the call gives: the envelope's data, `Void`, an optional, or what ``decode(_:)`` makes.
    associatedtype Response: Sendable

    /// Whose address the path belongs to.
    var base: TargetBase { get }
    /// Percent-encoded; begins with a slash.
    var path: String { get }
    /// The HTTP method.
    var method: TargetMethod { get }
    /// What is sent.
    var task: TargetTask { get }
    /// Further headers.
    var headers: HeaderFields { get }
    /// Which HTTP statuses are a success.
    var validation: StatusValidation { get }
    /// How a success is read.
    var format: ReplyFormat { get }
    /// What plugins of an app read.
    var flags: TargetFlags { get }
    /// Seconds without a byte after which the call fails; nil is the provider's (30).
    var timeout: Double? { get }
    /// Calls of one lane share connections.
    var lane: String { get }
    /// The root whose folder password the call may need.
    var root: RootReference? { get }
    /// Whether servers of the contract lack this: calls to them throw `.unsupported` without sending.
    var isHearthOnly: Bool { get }
    /// What a provider that answers by itself replies.
    var sample: StubResponse? { get }
    /// The name in logs and metrics.
    var name: String { get }

    /// Reads a success.
    func decode(_ reply: ProviderReply) throws(ClientError) -> Response
}

/// How a success is read.
public enum ReplyFormat: Sendable, Hashable {
    /// JSON in the contract's frame `{status, reason, data}`.
    case envelope
    /// Bytes as they are: files, archives, foreign JSON.
    ///
    /// Servers of the contract answer failures with 200 and an envelope here, too; the provider tells them from files.
    case bytes
}

/// A root `/s/{id}`.
public struct RootReference: Sendable, Hashable, Codable {
    /// The root's number.
    public let id: Int

    /// Takes the number.
    public init(id: Int) { self.id = id }
}

extension Target {
    /// The drive.
    public var base: TargetBase { .drive }
    /// GET.
    public var method: TargetMethod { .get }
    /// Nothing is sent.
    public var task: TargetTask { .plain }
    /// None.
    public var headers: HeaderFields { [:] }
    /// 200 to 299.
    public var validation: StatusValidation { .success }
    /// The contract's frame.
    public var format: ReplyFormat { .envelope }
    /// None.
    public var flags: TargetFlags { [] }
    /// The provider's.
    public var timeout: Double? { nil }
    /// The common one.
    public var lane: String { "" }
    /// None.
    public var root: RootReference? { nil }
    /// None.
    public var sample: StubResponse? { nil }
    /// It is everywhere.
    public var isHearthOnly: Bool { false }
    /// The type's name.
    public var name: String { "\(Self.self)" }
}

extension Target where Response: Decodable {
    /// The envelope's data; nil for an optional without data.
    ///
    /// - Throws: `.invalidEnvelope` without data; `.decoding` where they are something else.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> Response {
        try reply.data(Response.self)
    }
}

extension Target where Response == Void {
    /// Nothing: the call succeeded.
    public func decode(_ reply: ProviderReply) throws(ClientError) {}
}

extension Target where Response == ProviderReply {
    /// The reply as it is.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> ProviderReply { reply }
}
