/// A file or directory in a list or a reply.
public struct WireResource: Sendable, Hashable {
    /// What a resource is.
    public enum Kind: Int, Codable, Sendable {
        /// A directory.
        case directory = 0
        /// A regular file.
        case file = 1
    }

    /// A key for display, never taken as input; 0 where the contract leaves it out.
    public var id: Int
    /// The display name of a root, the name on disk otherwise; bytes that are no UTF-8 show as U+FFFD.
    public var name: String
    /// Length in bytes; 0 for roots.
    public var size: Int64
    /// Unix seconds; 0 for roots.
    public var modified: Int64
    /// File or directory; `type` on the wire.
    public var kind: Kind
    /// `/s/{rootId}` or `/s/{rootId}/…`, not percent-encoded.
    public var path: String
    /// Whether the root is encrypted.
    public var isEncrypted: Bool
    /// The caller may read.
    public var canRead: Bool
    /// The caller may create and change.
    public var canWrite: Bool
    /// The caller may delete.
    public var canDelete: Bool
    /// Relative to the API's base, or empty.
    public var thumbnailURL: String
    /// The first lines of a text, where they were asked for and are known.
    public var excerpt: String?
    /// The percent-encoded path; only where ``path`` cannot say it, because a name is no UTF-8.
    public var href: String?

    /// Makes a resource; rights are none unless given.
    public init(
        id: Int = 0,
        name: String,
        size: Int64 = 0,
        modified: Int64 = 0,
        kind: Kind,
        path: String,
        isEncrypted: Bool = false,
        canRead: Bool = false,
        canWrite: Bool = false,
        canDelete: Bool = false,
        thumbnailURL: String = "",
        href: String? = nil,
        excerpt: String? = nil
    ) {
        self.id = id
        self.name = name
        self.size = size
        self.modified = modified
        self.kind = kind
        self.path = path
        self.isEncrypted = isEncrypted
        self.canRead = canRead
        self.canWrite = canWrite
        self.canDelete = canDelete
        self.thumbnailURL = thumbnailURL
        self.href = href
        self.excerpt = excerpt
    }
}

extension WireResource: JSONWritable {
    /// Appends the object, every field of the contract always there.
    public func write(to writer: inout JSONWriter) {
        // Lists are made of these: whole pieces between the values, a third of the time of key after key.
        writer.beginHot("{\"id\":")
        writer.digits(Int64(id))
        writer.literal(",\"name\":\"")
        writer.escaped(name)
        writer.literal("\",\"size\":")
        writer.digits(size)
        writer.literal(",\"mod_time\":")
        writer.digits(modified)
        writer.literal(kind == .directory ? ",\"type\":0,\"path\":\"" : ",\"type\":1,\"path\":\"")
        writer.escaped(path)
        writer.literal(isEncrypted ? "\",\"is_encrypt\":1" : "\",\"is_encrypt\":0")
        writer.literal(canRead ? ",\"read\":1" : ",\"read\":0")
        writer.literal(canWrite ? ",\"write\":1" : ",\"write\":0")
        writer.literal(canDelete ? ",\"deleted\":1" : ",\"deleted\":0")
        writer.literal(",\"thumbnail_url\":\"")
        writer.escaped(thumbnailURL)
        writer.literal("\"")
        if let href {
            writer.literal(",\"href\":\"")
            writer.escaped(href)
            writer.literal("\"")
        }
        if let excerpt {
            writer.literal(",\"excerpt\":\"")
            writer.escaped(excerpt)
            writer.literal("\"")
        }
        writer.literal("}")
    }
}
