public import HearthWire

/// A reply: its head, and its body in memory or on its way.
public struct ProviderReply: Sendable {
    /// Status line and headers.
    public var head: TransportResponse.Head
    /// The body of a call that is read whole; empty for streamed ones.
    public var bytes: [UInt8]
    /// The body of a streamed call; at its end for others.
    public var body: TransportResponseBody
    /// Where the call went.
    public var endpoint: Endpoint
    /// The envelope, where the body is one.
    public var envelope: JSONValue?

    /// Takes the parts as they are.
    public init(
        head: TransportResponse.Head,
        bytes: [UInt8] = [],
        body: TransportResponseBody = .empty,
        endpoint: Endpoint,
        envelope: JSONValue? = nil
    ) {
        self.head = head
        self.bytes = bytes
        self.body = body
        self.endpoint = endpoint
        self.envelope = envelope
    }

    /// The HTTP status.
    public var status: Int { head.status }

    /// Every header.
    public var headers: HeaderFields { head.headers }

    /// The envelope's data.
    ///
    /// - Throws: `.invalidEnvelope` where there are none and the type is no optional; `.decoding` where they are
    ///   something else.
    public func data<Value: Decodable>(_ type: Value.Type) throws(ClientError) -> Value {
        let data = envelope?["data"] ?? .null
        if data.isNull, !(type is any NilExpressible.Type) {
            throw ClientError(.invalidEnvelope, httpStatus: status)
        }
        return try LenientDecoding.decode(type, from: data)
    }

    /// The envelope's data, or a model of nothing where the server sent no object: some send `""` or nothing.
    func dataOrBlank<Value: LenientModel>(_ type: Value.Type) throws(ClientError) -> Value {
        let data = envelope?["data"] ?? .null
        return try LenientDecoding.decode(type, from: data.object == nil ? .object([:]) : data)
    }
}

/// Optionals, whatever they hold.
private protocol NilExpressible {}

extension Optional: NilExpressible {}

extension TransportResponseBody {
    /// A body without bytes.
    public static var empty: TransportResponseBody {
        TransportResponseBody(pull: { () async throws(TransportError) -> [UInt8]? in nil }, abandon: {})
    }
}
