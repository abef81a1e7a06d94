public import HearthWire

/// A reply made up for tests and previews.
public struct StubResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The headers.
    public var headers: HeaderFields
    /// The body.
    public var body: [UInt8]
    /// A failure of the network instead.
    public var failure: TransportError?

    /// Takes the parts as they are.
    public init(status: Int = 200, headers: HeaderFields = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
        failure = nil
    }

    /// The network fails.
    public static func failure(_ error: TransportError) -> StubResponse {
        var stub = StubResponse()
        stub.failure = error
        return stub
    }

    /// A text as JSON.
    public static func json(_ text: String, status: Int = 200) -> StubResponse {
        StubResponse(status: status, headers: ["Content-Type": "application/json"], body: Array(text.utf8))
    }

    /// A success with these data, a JSON text.
    public static func data(_ text: String = "{}") -> StubResponse {
        json(#"{"status":0,"reason":"ok","data":"# + text + "}")
    }

    /// A refusal.
    public static func refusal(_ code: WireCode, status: Int = 200, reason: String = "") -> StubResponse {
        StubResponse(
            status: status,
            headers: ["Content-Type": "application/json"],
            body: Envelope.failure(code: code, reason: reason)
        )
    }

    /// The reply as a transport gives it, body in the sink where there is one.
    package func response(for request: TransportRequest) throws(TransportError) -> TransportResponse {
        if let failure { throw failure }
        let head = TransportResponse.Head(status: status, headers: headers)
        guard let sink = request.sink, (200..<300).contains(status) else {
            return TransportResponse(head: head, body: .bytes(body))
        }
        do {
            try sink.begin(head)
            if !body.isEmpty { try body.withUnsafeBytes { try sink.write($0) } }
        } catch {
            throw TransportError(.sinkFailed, "\(error)")
        }
        return TransportResponse(head: head, body: .empty)
    }
}
