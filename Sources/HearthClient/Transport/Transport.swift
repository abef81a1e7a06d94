/// Carries HTTP requests: libcurl on Linux, URLSession elsewhere, a double in tests.
///
/// A transport keeps connections alive, follows no redirects, holds no cookies, and never holds a body whole in memory.
/// Cancelling the task that calls ``send(_:)`` ends the request at once, also while its body is being read.
public protocol Transport: Sendable {
    /// Sends a request and returns when the head of the final response is there (1xx are swallowed).
    ///
    /// With a ``TransportRequest/sink`` the body of a 2xx response goes there, the call returns when the body is
    /// complete, and the response's own body is empty; other bodies are streamed as usual.
    ///
    /// - Throws: ``TransportError``. A body that is shorter than announced is `.interrupted`, never an end.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Ends all requests and idle connections; later requests connect anew. Called when the network changed.
    func reset() async
}

/// What a transport needs to know of one request.
public struct TransportRequest: Sendable {
    /// Absolute; `http` or `https`.
    public var url: String
    /// Upper case, as on the wire.
    public var method: String
    /// Sent as they are, in this order; Host, Content-Length and Connection are the transport's own.
    public var headers: HeaderFields
    /// What is sent.
    public var body: TransportBody
    /// Where the body of a 2xx response goes instead of the response.
    public var sink: TransportSink?
    /// How the server's identity is checked; ignored for `http`.
    public var trust: ServerTrust
    /// Seconds without a byte in either direction, the connecting included, after which the request fails.
    public var idleTimeout: Double
    /// Seconds for the whole exchange; nil for bodies of any size.
    public var totalTimeout: Double?
    /// Requests of one lane share connections; those of different lanes never do (chunks travel on their own).
    public var lane: String
    /// At most so many bytes a second in each direction; nil for no limit.
    public var bandwidth: Int?
    /// What the request shares with others; replaces ``bandwidth`` where a transport knows it.
    package var budget: BandwidthBudget?

    /// Takes what a plain request needs.
    public init(
        url: String,
        method: String = "GET",
        headers: HeaderFields = [:],
        body: TransportBody = .none,
        sink: TransportSink? = nil,
        trust: ServerTrust = .system,
        idleTimeout: Double = 30,
        totalTimeout: Double? = nil,
        lane: String = "",
        bandwidth: Int? = nil
    ) {
        self.url = url
        self.method = method
        self.headers = headers
        self.body = body
        self.sink = sink
        self.trust = trust
        self.idleTimeout = idleTimeout
        self.totalTimeout = totalTimeout
        self.lane = lane
        self.bandwidth = bandwidth
    }
}
