/// The body of `POST /api/v1/uploads/{id}/complete`.
public struct WireUploadCompletion: Codable, Sendable, Hashable, JSONWritable {
    /// SHA-256 of the whole file, 64 lower-case hex digits.
    public var sha256: String
    /// The whole length in bytes.
    public var size: Int64
    /// What to do when the name is taken; nil is what the upload was begun with.
    public var onConflict: WireConflictRule?

    private enum CodingKeys: String, CodingKey {
        case sha256, size
        case onConflict = "on_conflict"
    }

    /// Takes every part as it is.
    public init(sha256: String, size: Int64, onConflict: WireConflictRule? = nil) {
        self.sha256 = sha256
        self.size = size
        self.onConflict = onConflict
    }

    /// Appends the object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("sha256")
        writer.string(sha256)
        writer.key("size")
        writer.int(size)
        if let onConflict {
            writer.key("on_conflict")
            writer.string(onConflict.rawValue)
        }
        writer.endObject()
    }
}
