/// The body of `POST /api/v1/uploads/{id}/complete`.
public struct WireUploadCompletion: Codable, Sendable, Hashable, JSONWritable {
    /// SHA-256 of the whole file, 64 lower-case hex digits.
    public var sha256: String
    /// The whole length in bytes.
    public var size: Int64

    /// Takes both as they are.
    public init(sha256: String, size: Int64) {
        self.sha256 = sha256
        self.size = size
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("sha256")
        writer.string(sha256)
        writer.key("size")
        writer.int(size)
        writer.endObject()
    }
}
