public import HearthWire

/// How a provider behaves; the defaults are for apps.
public struct ProviderConfiguration: Sendable {
    /// What the server's texts shall be written in.
    public var language: WireLanguage = .chinese
    /// Seconds without a byte after which a call fails, unless its target says otherwise.
    public var timeout: Double = 30
    /// When failed calls are repeated.
    public var retry = RetryPolicy()
    /// The largest reply that is read into memory, in bytes.
    public var replyLimit = 64 << 20
    /// Sent as `User-Agent`; nil sends none.
    public var userAgent: String? = "HearthClient"
    /// Bytes a second in each direction for every request; nil for no limit.
    public var bandwidth: Int?
    /// Changes where a call goes, before its request is made.
    public var endpointClosure: (@Sendable (inout Endpoint, TargetInfo) -> Void)?
    /// Changes a request, after the plugins: headers, time-outs.
    public var requestClosure:
        (@Sendable (inout TransportRequest, TargetInfo) async throws(ClientError) -> Void)?
    /// Answers calls without a network: for tests and previews.
    public var stubs: StubBehavior = .never
    /// Waits so many seconds; tests replace it.
    public var sleep: @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) }
    /// A number from 0 to 1 for the jitter of retries; tests replace it.
    public var random: @Sendable () -> Double = { Double.random(in: 0...1) }

    /// The defaults.
    public init() {}
}

/// When failed calls are repeated: those that may be, after a wait that doubles.
public struct RetryPolicy: Sendable, Hashable {
    /// Repetitions beside the first attempt, those on another channel not counted.
    public var limit: Int
    /// Seconds before the first repetition.
    public var base: Double
    /// The longest wait in seconds, also where the server asks for more: the call then fails with what it asked.
    public var longest: Double
    /// The share of each wait that is left to chance, 0 to 1.
    public var jitter: Double

    /// Two repetitions, after about 0.5 s and 1 s.
    public init(limit: Int = 2, base: Double = 0.5, longest: Double = 15, jitter: Double = 0.5) {
        self.limit = limit
        self.base = base
        self.longest = longest
        self.jitter = jitter
    }

    /// Nothing is repeated.
    public static let never = RetryPolicy(limit: 0)

    /// How long to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - attempt: the one that failed, from 1.
    ///   - asked: what the server asked for by `Retry-After`.
    ///   - chance: 0 to 1.
    /// - Returns: seconds; nil where there is no next attempt.
    public func delay(afterAttempt attempt: Int, asked: Double?, chance: Double) -> Double? {
        guard attempt <= limit else { return nil }
        if let asked { return asked <= longest ? asked : nil }
        var wait = base
        for _ in 1..<max(attempt, 1) { wait = min(wait * 2, longest) }
        return min(wait, longest) * (1 - jitter * min(max(chance, 0), 1))
    }
}
