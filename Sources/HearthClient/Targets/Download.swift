/// Fetches a file or parts of it (contract, 4.9 and 8).
///
/// With a sink the bytes go there and ``Provider/request(_:)`` returns when they are all there; without one they are
/// in ``DownloadReply/bytes``, or on their way with ``Provider/raw(_:)``.
public struct Download: Target {
    /// Which bytes.
    public enum Range: Sendable, Hashable {
        /// From the first to the last, both included.
        case bytes(first: Int64, last: Int64)
        /// From the first to the end.
        case from(Int64)
        /// So many at the end.
        case suffix(Int64)

        var header: String {
            switch self {
            case .bytes(let first, let last): "bytes=\(first)-\(last)"
            case .from(let first): "bytes=\(first)-"
            case .suffix(let count): "bytes=-\(count)"
            }
        }
    }

    /// The file.
    public var remote: RemotePath
    /// Which bytes; nil is all of them.
    public var range: Range?
    /// The tag or date under which a range was begun: the whole file is sent when it changed since.
    public var ifRange: String?
    /// Sends only a file with this tag; 90005 otherwise.
    public var ifMatch: String?
    /// Sends nothing (304) when the file still has this tag.
    public var knownTag: String?
    /// Where the bytes go.
    public var sink: TransportSink?
    /// The folder's password, where no plugin adds it.
    public var password: String?
    /// Calls of one lane share connections.
    public var lane: String
    /// Seconds without a byte.
    public var timeout: Double?

    /// Takes the file, and what else is wanted.
    public init(
        _ remote: RemotePath,
        range: Range? = nil,
        ifRange: String? = nil,
        ifMatch: String? = nil,
        knownTag: String? = nil,
        sink: TransportSink? = nil,
        password: String? = nil,
        lane: String = "",
        timeout: Double? = nil
    ) {
        self.remote = remote
        self.range = range
        self.ifRange = ifRange
        self.ifMatch = ifMatch
        self.knownTag = knownTag
        self.sink = sink
        self.password = password
        self.lane = lane
        self.timeout = timeout
    }

    /// `/download/…`.
    public var path: String { "/download" + remote.urlPath }
    /// The sink.
    public var task: TargetTask { sink.map { .download($0) } ?? .plain }
    /// Range, tags and password.
    public var headers: HeaderFields {
        var headers = HeaderFields(password: password)
        headers["Range"] = range?.header
        headers["If-Range"] = ifRange
        headers["If-Match"] = ifMatch
        headers["If-None-Match"] = knownTag
        // Ranges and hashes are of the bytes as they are.
        headers["Accept-Encoding"] = "identity"
        return headers
    }
    /// Whole, in part, or unchanged.
    public var validation: StatusValidation { .codes([200, 206, 304]) }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Reads the head.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> DownloadReply { DownloadReply(reply) }
}
