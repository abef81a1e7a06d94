/// The body of `POST /api/v1/uploads`.
public struct WireUploadRequest: Codable, Sendable, Hashable, JSONWritable {
    /// The file's path, `/s/{rootId}/…`.
    public var path: String
    /// Length in bytes; nil when it is not known yet.
    public var size: Int64?
    /// Unix seconds that the file shall carry; nil is now.
    public var modified: Int64?
    /// What to do when the name is taken; nil is ``WireConflictRule/rename``.
    public var onConflict: WireConflictRule?
    /// The backup identity of the file on the sending device.
    public var identification: String?

    private enum CodingKeys: String, CodingKey {
        case path, size, identification
        case modified = "mod_time"
        case onConflict = "on_conflict"
    }

    /// Makes a request.
    public init(
        path: String,
        size: Int64? = nil,
        modified: Int64? = nil,
        onConflict: WireConflictRule? = nil,
        identification: String? = nil
    ) {
        self.path = path
        self.size = size
        self.modified = modified
        self.onConflict = onConflict
        self.identification = identification
    }

    /// Appends the object; what is nil is left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("path")
        writer.string(path)
        if let size {
            writer.key("size")
            writer.int(size)
        }
        if let modified {
            writer.key("mod_time")
            writer.int(modified)
        }
        if let onConflict {
            writer.key("on_conflict")
            writer.string(onConflict.rawValue)
        }
        if let identification {
            writer.key("identification")
            writer.string(identification)
        }
        writer.endObject()
    }
}
