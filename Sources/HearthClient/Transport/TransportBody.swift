/// What a request sends.
public enum TransportBody: Sendable {
    /// No body.
    case none
    /// Bytes in memory; can be sent again.
    case bytes([UInt8])
    /// A part of an open file, read with `pread`; can be sent again.
    case file(FilePart)
    /// Pieces on demand; sent once, chunked where the length is not known.
    case stream(TransportBodyStream)

    /// The length in bytes; nil where it is not known in advance.
    public var length: Int64? {
        switch self {
        case .none: 0
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let part): part.length
        case .stream(let stream): stream.length
        }
    }
}

/// A part of an open file.
public struct FilePart: Sendable {
    /// Open for reading; the owner keeps it open until the request has ended.
    public var descriptor: Int32
    /// The first byte.
    public var offset: Int64
    /// How many bytes; a file that turns out shorter fails the request with `.sourceChanged`.
    public var length: Int64
    /// Is told how many bytes went out since the last call, on the transport's thread; must return at once.
    ///
    /// Negative when the transport begins the body anew, over another connection.
    public var progress: (@Sendable (Int) -> Void)?

    /// Takes the parts as they are.
    public init(descriptor: Int32, offset: Int64, length: Int64, progress: (@Sendable (Int) -> Void)? = nil) {
        self.descriptor = descriptor
        self.offset = offset
        self.length = length
        self.progress = progress
    }
}

/// Pieces that are made while they are sent.
public struct TransportBodyStream: Sendable {
    /// In bytes; nil where it is not known.
    public var length: Int64?
    /// The next piece, of any size up to a few MiB; nil at the end.
    ///
    /// An error ends the request.
    public var next: @Sendable () async throws -> [UInt8]?

    /// Takes both as they are.
    public init(length: Int64?, next: @escaping @Sendable () async throws -> [UInt8]?) {
        self.length = length
        self.next = next
    }
}

/// Where a response's body goes without a stop in memory.
public struct TransportSink: Sendable {
    /// Is given each piece in order, on the transport's thread, valid during the call alone; throwing ends the
    /// request with `.sinkFailed`.
    ///
    /// Must be quick: writing into the page cache is, waiting is not.
    public var write: @Sendable (UnsafeRawBufferPointer) throws -> Void
    /// Is given the head of a 2xx response before its first byte; throwing refuses the body with `.sinkFailed`.
    public var begin: @Sendable (TransportResponse.Head) throws -> Void

    /// Takes both as they are.
    public init(
        begin: @escaping @Sendable (TransportResponse.Head) throws -> Void = { _ in },
        write: @escaping @Sendable (UnsafeRawBufferPointer) throws -> Void
    ) {
        self.begin = begin
        self.write = write
    }
}
