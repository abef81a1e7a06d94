/// An upload session: the reply to its creation and to questions about it.
public struct WireUpload: Codable, Sendable, Hashable, JSONWritable {
    /// Names the session in later requests.
    public var uploadID: String
    /// Length of every chunk but the last, in bytes.
    public var chunkSize: Int64
    /// What the server has safely stored, by ascending number.
    public var chunks: [WireChunk]
    /// The announced length; nil when it was not announced.
    public var size: Int64?
    /// The finished file, once there is one.
    public var resource: WireResource?

    private enum CodingKeys: String, CodingKey {
        case chunks, size, resource
        case uploadID = "upload_id"
        case chunkSize = "chunk_size"
    }

    /// Takes every field as it is.
    public init(
        uploadID: String,
        chunkSize: Int64,
        chunks: [WireChunk],
        size: Int64? = nil,
        resource: WireResource? = nil
    ) {
        self.uploadID = uploadID
        self.chunkSize = chunkSize
        self.chunks = chunks
        self.size = size
        self.resource = resource
    }

    /// Appends the object; what is nil is left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("upload_id")
        writer.string(uploadID)
        writer.key("chunk_size")
        writer.int(chunkSize)
        writer.key("chunks")
        writer.array(chunks)
        if let size {
            writer.key("size")
            writer.int(size)
        }
        if let resource {
            writer.key("resource")
            resource.write(to: &writer)
        }
        writer.endObject()
    }
}
