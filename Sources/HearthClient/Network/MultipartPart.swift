/// One part of a `multipart/form-data` body (RFC 7578).
public struct MultipartPart: Sendable {
    /// Where a part's bytes come from.
    public enum Content: Sendable {
        /// Memory.
        case bytes([UInt8])
        /// A part of an open file.
        case file(FilePart)
        /// Pieces on demand; sent once.
        case stream(TransportBodyStream)
    }

    /// The field's name.
    public var name: String
    /// The file's name; nil for a plain field.
    public var fileName: String?
    /// Nil writes no Content-Type, which is text.
    public var contentType: String?
    /// The bytes.
    public var content: Content

    /// Takes the parts as they are.
    public init(name: String, fileName: String? = nil, contentType: String? = nil, content: Content) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.content = content
    }

    /// A plain field.
    public static func field(_ name: String, _ value: String) -> MultipartPart {
        MultipartPart(name: name, content: .bytes(Array(value.utf8)))
    }

    /// Whether the part can be sent again.
    var isRepeatable: Bool {
        if case .stream = content { return false }
        return true
    }

    /// The bytes' length; nil where it is not known.
    var length: Int64? {
        switch content {
        case .bytes(let bytes): Int64(bytes.count)
        case .file(let part): part.length
        case .stream(let stream): stream.length
        }
    }
}
