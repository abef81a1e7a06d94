/// Writes the entries of one directory: what they share is put together once, not once an entry.
///
/// The objects are those of ``WireResource``; lists are the hottest JSON there is.
public struct WireDirectoryWriter: Sendable {
    private let prefix: [UInt8]
    private let rights: [UInt8]

    /// Prepares for a directory.
    ///
    /// - Parameters:
    ///   - path: of the directory, ending with a slash; invalid UTF-8 becomes U+FFFD.
    ///   - isEncrypted: whether the root is a vault.
    ///   - canRead: the caller's right on the root, as the next two.
    ///   - canWrite: to make and rename.
    ///   - canDelete: to delete and move away.
    public init(path: [UInt8], isEncrypted: Bool, canRead: Bool, canWrite: Bool, canDelete: Bool) {
        var writer = JSONWriter()
        writer.escaped(path)
        prefix = writer.bytes
        func flag(_ isSet: Bool) -> String { isSet ? "1" : "0" }
        rights = Array(
            ("\",\"is_encrypt\":" + flag(isEncrypted) + ",\"read\":" + flag(canRead) + ",\"write\":"
                + flag(canWrite)
                + ",\"deleted\":" + flag(canDelete) + ",\"thumbnail_url\":\"").utf8
        )
    }

    /// Appends one entry.
    ///
    /// - Parameters:
    ///   - name: bytes on disk; invalid UTF-8 becomes U+FFFD, and then `href` names the entry.
    ///   - id: a display key.
    ///   - size: bytes.
    ///   - modified: Unix seconds.
    ///   - isDirectory: else a file.
    ///   - href: percent-encoded path, for names that are not UTF-8.
    ///   - thumbnailURL: relative to the API's base, ASCII that JSON takes as it is; empty for none.
    ///   - excerpt: the first lines of a text; nil where they are not told.
    ///   - writer: inside an array.
    public func write(
        _ name: [UInt8],
        id: Int,
        size: Int64,
        modified: Int64,
        isDirectory: Bool,
        href: String?,
        thumbnailURL: [UInt8] = [],
        excerpt: String? = nil,
        to writer: inout JSONWriter
    ) {
        writer.beginHot("{\"id\":")
        writer.digits(Int64(id))
        writer.literal(",\"name\":\"")
        writer.escaped(name)
        writer.literal("\",\"size\":")
        writer.digits(size)
        writer.literal(",\"mod_time\":")
        writer.digits(modified)
        writer.literal(isDirectory ? ",\"type\":0,\"path\":\"" : ",\"type\":1,\"path\":\"")
        writer.written(prefix)
        writer.escaped(name)
        writer.written(rights)
        writer.written(thumbnailURL)
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
