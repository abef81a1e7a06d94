import HearthDrive
import HearthStorage
import HearthWire

/// Writes resources straight into the reply's bytes: lists are the hottest JSON there is.
struct ResourceWriter {
    /// `/s/{id}/…/` of the directory, ending with a slash.
    private let prefix: [UInt8]
    private let prefixIsUTF8: Bool
    private let entries: WireDirectoryWriter

    init(directory: VolumePath, access: RootAccess) {
        var prefix = Array("/s/\(access.root.id)/".utf8)
        for name in directory.names {
            prefix.append(contentsOf: name.bytes)
            prefix.append(UInt8(ascii: "/"))
        }
        self.prefix = prefix
        prefixIsUTF8 = directory.names.allSatisfy(\.isUTF8)
        entries = WireDirectoryWriter(
            path: prefix,
            isEncrypted: access.root.isEncrypted,
            canRead: access.rights.contains(.read),
            canWrite: access.rights.contains(.write),
            canDelete: access.rights.contains(.delete)
        )
    }

    /// One entry of the directory, with the caller's rights.
    func write(_ name: [UInt8], _ info: FileInfo, to writer: inout JSONWriter) {
        let isPlain =
            prefixIsUTF8 && (name.allSatisfy { $0 < 0x80 } || String(validating: name, as: UTF8.self) != nil)
        entries.write(
            name,
            id: FileTags.displayID(info),
            size: info.size,
            modified: info.modified.seconds,
            isDirectory: info.kind == .directory,
            href: isPlain ? nil : PercentEncoding.path(prefix + name),
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
    func write(to writer: inout JSONWriter) {
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
        writer.string("")
        if String(validating: path, as: UTF8.self) == nil {
            writer.key("href")
            writer.string(PercentEncoding.path(path))
        }
        writer.endObject()
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

/// Percent-encoding of a path's bytes (RFC 3986, 2.1); `/` stays.
enum PercentEncoding {
    static func path(_ bytes: [UInt8]) -> String { encode(bytes, keeping: UInt8(ascii: "/")) }

    /// The value of `filename*` (RFC 8187, 3.2).
    static func extendedValue(_ bytes: [UInt8]) -> String { encode(bytes, keeping: nil) }

    private static func encode(_ bytes: [UInt8], keeping extra: UInt8?) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 2)
        for byte in bytes {
            if isUnreserved(byte) || byte == extra {
                text.append(byte)
            } else {
                text.append(UInt8(ascii: "%"))
                text.append(digits[Int(byte >> 4)])
                text.append(digits[Int(byte & 15)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
