/// An answer; the engine adds framing, `Date` and `Connection`.
///
/// Handlers set neither `Content-Length` nor `Transfer-Encoding`: both follow from the body. HEAD requests may be
/// answered with the body GET would get; only its header fields are sent.
package struct HTTPResponse: Sendable {
    /// Where the bytes come from.
    package enum Body: Sendable {
        /// Nothing follows the header fields.
        case none
        /// Bytes in memory.
        case bytes([UInt8])
        /// Bytes the closure writes.
        ///
        /// Without a length the body goes in chunks (HTTP/1.0: until the connection closes). A closure that
        /// throws, or writes more or less than the length, cuts the connection: the client sees a broken body.
        case stream(length: Int64?, @Sendable (any HTTPBodyWriter) async throws -> Void)
        /// Parts of a file, in order; sent by the kernel where possible.
        case file(any FileContent, parts: [FilePart])
    }

    /// Three digits (RFC 9110, section 15).
    package var status: Int
    /// The header fields, without framing.
    package var headers: HTTPFields
    /// The content.
    package var body: Body

    /// An answer with its parts given.
    package init(status: Int, headers: HTTPFields = HTTPFields(), body: Body = .none) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The number of content bytes, or nil for a stream of unknown length.
    package var contentLength: Int64? {
        switch body {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .stream(let length, _): length
        case .file(_, let parts): parts.reduce(0) { $0 + $1.length }
        }
    }
}

/// Takes the bytes of a streamed answer.
package protocol HTTPBodyWriter: Sendable {
    /// Sends bytes; returns when the kernel has taken them, which is the back-pressure.
    ///
    /// - Throws: `.closed` when the client is gone or stalled; nothing can be sent after that.
    func write(_ bytes: [UInt8]) async throws(HTTPError)

    /// Calls `action` once when the client hangs up while nothing is being written; for event streams that wait.
    ///
    /// It runs on the event thread and must not block: finish an `AsyncStream`, no more. Never called after the
    /// streaming closure has returned.
    func onHangUp(_ action: @escaping @Sendable () -> Void)
}

extension HTTPBodyWriter {
    /// Writers that have no connection know no hang-up.
    package func onHangUp(_ action: @escaping @Sendable () -> Void) {}
}
