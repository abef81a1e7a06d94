public import HearthWire

/// What a target sends, and where its reply's body goes.
public enum TargetTask: Sendable {
    /// Nothing.
    case plain
    /// A query, in this order.
    case query([(String, String)])
    /// JSON as UTF-8; made by ``json(_:query:)`` or ``encoding(_:query:)``.
    case json([UInt8], query: [(String, String)] = [])
    /// `application/x-www-form-urlencoded`, in this order.
    case form([(String, String)])
    /// `multipart/form-data` from memory and files, streamed.
    case multipart([MultipartPart])
    /// Bytes as they are.
    case uploadBytes([UInt8], contentType: String = "application/octet-stream")
    /// A part of a file as it is.
    case uploadFile(FilePart, contentType: String = "application/octet-stream")
    /// Pieces on demand; sent once, never repeated.
    case uploadStream(TransportBodyStream, contentType: String = "application/octet-stream")
    /// Nothing is sent; the body of a 2xx reply goes into the sink.
    case download(TransportSink, query: [(String, String)] = [])

    /// JSON of something that writes itself.
    public static func json(_ value: some JSONWritable, query: [(String, String)] = []) -> TargetTask {
        .json(value.jsonBytes, query: query)
    }

    /// JSON of one value that a closure writes.
    public static func json(writing write: (inout JSONWriter) -> Void) -> TargetTask {
        var writer = JSONWriter()
        write(&writer)
        return .json(writer.bytes)
    }

    /// Whether the same bytes can be sent again.
    public var isRepeatable: Bool {
        switch self {
        case .uploadStream: false
        case .multipart(let parts): parts.allSatisfy(\.isRepeatable)
        default: true
        }
    }

    /// The query, empty where there is none.
    var query: [(String, String)] {
        switch self {
        case .query(let items), .json(_, let items), .download(_, let items): items
        default: []
        }
    }
}
