/// A response whose head is there and whose body may still be on its way.
public struct TransportResponse: Sendable {
    /// Status line and headers.
    public struct Head: Sendable {
        /// The HTTP status.
        public var status: Int
        /// Every header, in order of arrival.
        public var headers: HeaderFields
        /// `1.0`, `1.1` or `2`.
        public var version: String

        /// Takes the parts as they are.
        public init(status: Int, headers: HeaderFields = [:], version: String = "1.1") {
            self.status = status
            self.headers = headers
            self.version = version
        }
    }

    /// Status line and headers.
    public var head: Head
    /// The body in pieces, with back-pressure: what is not asked for is not read from the network for long.
    public var body: TransportResponseBody

    /// Takes both as they are.
    public init(head: Head, body: TransportResponseBody) {
        self.head = head
        self.body = body
    }
}

/// A body in pieces; can be read once.
public struct TransportResponseBody: Sendable {
    private let pull: @Sendable () async throws(TransportError) -> [UInt8]?
    private let abandon: @Sendable () -> Void

    /// Takes what makes the pieces.
    ///
    /// - Parameters:
    ///   - pull: the next piece; nil at the end.
    ///   - abandon: called when the rest is not wanted; may be called at any time, also after the end.
    public init(
        pull: @escaping @Sendable () async throws(TransportError) -> [UInt8]?,
        abandon: @escaping @Sendable () -> Void
    ) {
        self.pull = pull
        self.abandon = abandon
    }

    /// The next piece, never empty; nil at the end.
    public func next() async throws(TransportError) -> [UInt8]? { try await pull() }

    /// Gives the rest up and frees the connection.
    public func cancel() { abandon() }

    /// The whole body, for replies that are small by nature.
    ///
    /// - Parameter limit: bytes; a longer body is `.tooLarge`.
    /// - Returns: the bytes.
    /// - Throws: ``TransportError``, `.tooLarge` among them.
    public func all(limit: Int = 64 << 20) async throws(TransportError) -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await next() {
            guard bytes.count + piece.count <= limit else {
                cancel()
                throw TransportError(.tooLarge, "the reply is larger than \(limit) bytes")
            }
            bytes += piece
        }
        return bytes
    }
}
