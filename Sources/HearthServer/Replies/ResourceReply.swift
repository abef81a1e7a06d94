import HearthCrypto
import HearthDrive
import HearthStorage
import HearthWire

/// Writes resources straight into the reply's bytes: lists are the hottest JSON there is.
struct ResourceWriter {
    /// `/s/{id}/…/` of the directory, ending with a slash.
    private let prefix: [UInt8]
    private let prefixIsUTF8: Bool
    private let entries: WireDirectoryWriter
    private let links: ThumbnailLinks
    private let linkPrefix: [UInt8]

    init(directory: VolumePath, access: RootAccess, links: ThumbnailLinks) {
        var prefix = Array("/s/\(access.root.id)/".utf8)
        for name in directory.names {
            prefix.append(contentsOf: name.bytes)
            prefix.append(UInt8(ascii: "/"))
        }
        self.prefix = prefix
        prefixIsUTF8 = directory.names.allSatisfy(\.isUTF8)
        self.links = links
        linkPrefix = ThumbnailAddress.prefix(of: prefix)
        entries = WireDirectoryWriter(
            path: prefix,
            isEncrypted: access.root.isEncrypted,
            canRead: access.rights.contains(.read),
            canWrite: access.rights.contains(.write),
            canDelete: access.rights.contains(.delete)
        )
    }

    /// One entry of the directory, with the caller's rights.
    ///
    /// - Parameters:
    ///   - name: its bytes.
    ///   - info: what the file system says.
    ///   - hash: of its content, for links by hash; nil while it is not known.
    ///   - excerpt: the first lines of a text; nil where they are not told.
    ///   - writer: inside an array.
    func write(
        _ name: [UInt8],
        _ info: FileInfo,
        hash: SHA256Digest? = nil,
        excerpt: String? = nil,
        to writer: inout JSONWriter
    ) {
        let link =
            switch links {
            case .none: [] as [UInt8]
            case .byPath: ThumbnailAddress.byPath(linkPrefix, name, info)
            case .byHash: ThumbnailAddress.byHash(name, info, hash)
            }
        let isPlain =
            prefixIsUTF8 && (name.allSatisfy { $0 < 0x80 } || String(validating: name, as: UTF8.self) != nil)
        entries.write(
            name,
            id: FileTags.displayID(info),
            size: info.size,
            modified: info.modified.seconds,
            isDirectory: info.kind == .directory,
            href: isPlain ? nil : PercentEncoding.path(prefix + name),
            thumbnailURL: link,
            excerpt: excerpt,
            to: &writer
        )
    }
}

extension Resource {
    /// `/s/{id}/…` as bytes.
    var clientPath: [UInt8] {
        var bytes = Array("/s/\(root)".utf8)
        for name in path.names {
            bytes.append(UInt8(ascii: "/"))
            bytes.append(contentsOf: name.bytes)
        }
        return bytes
    }

    /// As replies to uploads describe it: id and rights are 0 (wangpan-api, 4.2).
    ///
    /// - Parameters:
    ///   - links: how small pictures are pointed to.
    ///   - hash: of its content, for links by hash.
    ///   - writer: where an object may stand.
    func write(_ links: ThumbnailLinks, hash: SHA256Digest? = nil, to writer: inout JSONWriter) {
        let path = clientPath
        writer.beginObject()
        writer.key("id")
        writer.int(0)
        writer.key("name")
        writer.string(utf8Bytes: name?.bytes ?? [])
        writer.key("size")
        writer.int(info.size)
        writer.key("mod_time")
        writer.int(info.modified.seconds)
        writer.key("type")
        writer.int(info.kind == .directory ? 0 : 1)
        writer.key("path")
        writer.string(utf8Bytes: path)
        for key in Self.zeroed { Self.writeZero(key, to: &writer) }
        writer.key("thumbnail_url")
        writer.string(utf8Bytes: thumbnail(links, hash))
        if String(validating: path, as: UTF8.self) == nil {
            writer.key("href")
            writer.string(PercentEncoding.path(path))
        }
        writer.endObject()
    }

    private func thumbnail(_ links: ThumbnailLinks, _ hash: SHA256Digest?) -> [UInt8] {
        guard let name = path.last?.bytes else { return [] }
        switch links {
        case .none: return []
        case .byPath:
            return ThumbnailAddress.byPath(
                ThumbnailAddress.prefix(of: Array(clientPath.dropLast(name.count))),
                name,
                info
            )
        case .byHash: return ThumbnailAddress.byHash(name, info, hash)
        }
    }

    /// The resource of a reply that has none yet.
    static func writeEmpty(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.string("")
        writer.key("path")
        writer.string("")
        for key in ["id", "size", "mod_time", "type"] as [StaticString] + zeroed {
            writeZero(key, to: &writer)
        }
        writer.key("thumbnail_url")
        writer.string("")
        writer.endObject()
    }

    private static let zeroed: [StaticString] = ["is_encrypt", "read", "write", "deleted"]

    private static func writeZero(_ key: StaticString, to writer: inout JSONWriter) {
        writer.key(key)
        writer.int(0)
    }
}

extension Root {
    /// A folder itself, as in "my files": size and time are 0 (wangpan-api, 4.0).
    func write(rights: Rights, to writer: inout JSONWriter) {
        WireResource(
            id: id,
            name: name,
            size: 0,
            modified: 0,
            kind: .directory,
            path: "/s/\(id)",
            isEncrypted: isEncrypted,
            canRead: rights.contains(.read),
            canWrite: rights.contains(.write),
            canDelete: rights.contains(.delete),
            thumbnailURL: ""
        ).write(to: &writer)
    }
}

/// Percent-encoding of a path's bytes (RFC 3986, 2.1); `/` stays.
enum PercentEncoding {
    static func path(_ bytes: [UInt8]) -> String { encode(bytes, keeping: UInt8(ascii: "/")) }

    /// The value of `filename*` (RFC 8187, 3.2).
    static func extendedValue(_ bytes: [UInt8]) -> String { encode(bytes, keeping: nil) }

    /// Appends one component.
    static func append(_ bytes: [UInt8], to text: inout [UInt8]) { append(bytes, keeping: nil, to: &text) }

    private static func encode(_ bytes: [UInt8], keeping extra: UInt8?) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        append(bytes, keeping: extra, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)

    private static func append(_ bytes: [UInt8], keeping extra: UInt8?, to text: inout [UInt8]) {
        if bytes.allSatisfy(isUnreserved) {
            text.append(contentsOf: bytes)
            return
        }
        for byte in bytes {
            if isUnreserved(byte) || byte == extra {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        byte < 0x80 && (byte < 64 ? lowUnreserved >> byte : highUnreserved >> (byte - 64)) & 1 == 1
    }

    private static let lowUnreserved = mask(
        Array("-.".utf8) + Array(UInt8(ascii: "0")...UInt8(ascii: "9")),
        from: 0
    )
    private static let highUnreserved = mask(
        Array("_~".utf8) + Array(UInt8(ascii: "A")...UInt8(ascii: "Z"))
            + Array(UInt8(ascii: "a")...UInt8(ascii: "z")),
        from: 64
    )

    /// A bit for each of some bytes.
    private static func mask(_ bytes: [UInt8], from first: UInt8) -> UInt64 {
        bytes.reduce(0) { $0 | 1 << UInt64($1 - first) }
    }
}
