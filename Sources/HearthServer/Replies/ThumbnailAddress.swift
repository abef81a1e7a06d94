import HearthCrypto
import HearthDrive
import HearthStorage

/// How lists and replies of a base point to small pictures.
enum ThumbnailLinks {
    /// Not at all: nothing makes them.
    case none
    /// By the file's path, on `/api/v1`.
    case byPath
    /// By the hash of its content, on the older bases.
    case byHash

    init(_ drive: Drive, _ base: APIBase) {
        self = !drive.thumbnails.isAvailable ? .none : base == .v1 ? .byPath : .byHash
    }
}

/// Where an entry's small picture is asked for, relative to the base: what lists and replies tell as `thumbnail_url`.
///
/// Made of what is at hand anyway: lists are the hottest JSON there is.
enum ThumbnailAddress {
    /// `thumbnails?path=…` on `/api/v1`, without the name.
    static func prefix(of directory: [UInt8]) -> [UInt8] {
        Array("thumbnails?path=".utf8) + Array(PercentEncoding.path(directory).utf8)
    }

    /// The whole address of a file on `/api/v1`; empty for what has no picture.
    ///
    /// `v` changes with the content, so that a browser that shows the list again asks for a new picture.
    ///
    /// - Parameters:
    ///   - prefix: of its directory, from ``prefix(of:)``.
    ///   - name: its own.
    ///   - info: what the file system says.
    /// - Returns: ASCII that needs no escaping in JSON.
    static func byPath(_ prefix: [UInt8], _ name: [UInt8], _ info: FileInfo) -> [UInt8] {
        guard info.kind == .file, info.size > 0, MediaExtensions.promisesImage(name) else { return [] }
        var text: [UInt8] = []
        text.reserveCapacity(prefix.count + name.count * 3 + 32)
        text.append(contentsOf: prefix)
        PercentEncoding.append(name, to: &text)
        text.append(contentsOf: "&size=256&v=".utf8)
        var rest = version(info)
        for _ in 0..<12 {
            text.append(digits[Int(rest & 31)])
            rest >>= 5
        }
        return text
    }

    /// The address on the older bases (wangpan-api, 4.12); empty while the hash is not known.
    static func byHash(_ name: [UInt8], _ info: FileInfo, _ hash: SHA256Digest?) -> [UInt8] {
        guard let hash, info.size > 0, MediaExtensions.isContractKind(name) else { return [] }
        let hex = Array(hash.hex.utf8)
        return Array("file/".utf8) + hex[0..<2] + [slash] + hex[2..<4] + [slash] + hex + Array(".png".utf8)
    }

    private static let slash = UInt8(ascii: "/")
    private static let digits = Array("0123456789abcdefghijklmnopqrstuv".utf8)

    /// 60 bits of (inode, size, times): FNV-1a over words, with a last mixing.
    private static func version(_ info: FileInfo) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for word in [
            info.inode, UInt64(bitPattern: info.size),
            UInt64(bitPattern: info.modified.seconds), UInt64(UInt32(bitPattern: info.modified.nanoseconds)),
            UInt64(bitPattern: info.changed.seconds), UInt64(UInt32(bitPattern: info.changed.nanoseconds)),
        ] {
            hash = (hash ^ word) &* 0x100_0000_01B3
            hash ^= hash >> 29
        }
        return hash ^ hash >> 32
    }
}
