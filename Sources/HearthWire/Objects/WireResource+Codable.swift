extension WireResource: Codable {
    private enum CodingKeys: String, CodingKey {
        case id, name, size, path, href, excerpt
        case modified = "mod_time"
        case kind = "type"
        case isEncrypted = "is_encrypt"
        case canRead = "read"
        case canWrite = "write"
        case canDelete = "deleted"
        case thumbnailURL = "thumbnail_url"
    }

    /// Reads an object of this or an older server; only name, type and path must be there.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            id: try container.decodeIfPresent(Int.self, forKey: .id) ?? 0,
            name: try container.decode(String.self, forKey: .name),
            size: try container.decodeIfPresent(Int64.self, forKey: .size) ?? 0,
            modified: try container.decodeIfPresent(Int64.self, forKey: .modified) ?? 0,
            kind: try container.decode(Kind.self, forKey: .kind),
            path: try container.decode(String.self, forKey: .path),
            isEncrypted: try container.flag(.isEncrypted),
            canRead: try container.flag(.canRead),
            canWrite: try container.flag(.canWrite),
            canDelete: try container.flag(.canDelete),
            thumbnailURL: try container.decodeIfPresent(String.self, forKey: .thumbnailURL) ?? "",
            href: try container.decodeIfPresent(String.self, forKey: .href),
            excerpt: try container.decodeIfPresent(String.self, forKey: .excerpt)
        )
    }

    /// Writes what ``write(to:)`` writes.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(name, forKey: .name)
        try container.encode(size, forKey: .size)
        try container.encode(modified, forKey: .modified)
        try container.encode(kind, forKey: .kind)
        try container.encode(path, forKey: .path)
        try container.encode(flag: isEncrypted, .isEncrypted)
        try container.encode(flag: canRead, .canRead)
        try container.encode(flag: canWrite, .canWrite)
        try container.encode(flag: canDelete, .canDelete)
        try container.encode(thumbnailURL, forKey: .thumbnailURL)
        try container.encodeIfPresent(href, forKey: .href)
        try container.encodeIfPresent(excerpt, forKey: .excerpt)
    }
}
