/// Where the bytes of a request body come from.
///
/// One reader at a time; the pieces come in order and only once.
package protocol HTTPBodySource: Sendable {
    /// The length the client announced, or nil when it sends chunks.
    var length: Int64? { get }

    /// The next piece: 1 to `limit` bytes, or nil at the end and ever after.
    ///
    /// - Throws: `.badRequest` when the framing is broken, `.timeout` when the client is too slow, `.closed` when it
    ///   is gone.
    func read(upTo limit: Int) async throws(HTTPError) -> [UInt8]?

    /// Hands all bytes that are left to `sink` through a reused buffer, in pieces of at most 256 KiB.
    ///
    /// - Throws: what ``read(upTo:)`` throws, or what `sink` throws.
    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws
}

/// A request's body: a stream that is read once, with back-pressure down to the socket.
///
/// Nothing is received before the first read, and `Expect: 100-continue` is answered by it. A body left unread
/// costs the connection unless little of it is left.
package final class HTTPRequestBody: Sendable {
    private let source: (any HTTPBodySource)?

    /// Reads from a source.
    package init(_ source: any HTTPBodySource) { self.source = source }

    private init() { source = nil }

    /// A body given in memory, for tests and for requests made by the server itself.
    ///
    /// - Parameters:
    ///   - pieces: handed out in this order; a reader that asks for less gets a piece in parts.
    ///   - isLengthKnown: false makes it look like a chunked body.
    package convenience init(pieces: [[UInt8]], isLengthKnown: Bool = true) {
        self.init(MemoryBodySource(pieces: pieces, isLengthKnown: isLengthKnown))
    }

    /// A body made by a closure, for tests.
    ///
    /// - Parameters:
    ///   - length: what ``length`` says; nil looks like a chunked body.
    ///   - next: asked for piece after piece until it returns nil; empty pieces are skipped.
    package convenience init(
        length: Int64? = nil,
        next: @escaping @Sendable () async throws(HTTPError) -> [UInt8]?
    ) {
        self.init(ClosureBodySource(length: length, next: next))
    }

    /// No body.
    package static let empty = HTTPRequestBody()

    /// The number of bytes the client announced, or nil when it sends chunks.
    package var length: Int64? {
        guard let source else { return 0 }
        return source.length
    }

    /// Pulls the next piece: 1 to `limit` bytes, nil at the end and ever after.
    ///
    /// - Throws: `.badRequest`, `.timeout` or `.closed`; the rest of the body is lost then.
    package func read(upTo limit: Int = 256 << 10) async throws(HTTPError) -> [UInt8]? {
        guard let source else { return nil }
        return try await source.read(upTo: limit)
    }

    /// Pulls everything that is left through a reused buffer.
    ///
    /// - Parameter sink: gets pieces of at most 256 KiB, valid during the call only; it may block briefly.
    /// - Throws: an ``HTTPError`` of the transport, or what `sink` throws, which ends the reading.
    package func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {
        guard let source else { return }
        try await source.drain(sink)
    }

    /// Pulls everything that is left into memory.
    ///
    /// - Parameter limit: the most bytes allowed.
    /// - Returns: the bytes, at most `limit`.
    /// - Throws: `.bodyTooLarge`, before reading when the announced length says so; or what ``read(upTo:)`` throws.
    package func collect(limit: Int) async throws(HTTPError) -> [UInt8] {
        guard let source else { return [] }
        if let length = source.length, length > limit {
            throw HTTPError(.bodyTooLarge, "a body of \(length) bytes is over the limit of \(limit)")
        }
        var all: [UInt8] = []
        while let piece = try await source.read(upTo: max(1, min(256 << 10, limit - all.count + 1))) {
            if all.isEmpty { all = piece } else { all.append(contentsOf: piece) }
            guard all.count <= limit else {
                throw HTTPError(.bodyTooLarge, "a body is over the limit of \(limit) bytes")
            }
        }
        return all
    }
}
