import HearthCrypto
import HearthMedia
import HearthStorage

/// Names a content, so that files with the same one share what is made of it (docs/decisions/0028).
///
/// 33 bytes: a hash or code, then what the content was taken for, since the same bytes give a picture or a text by the
/// file's name. In an encrypted root the last byte is 0 and the kind is in the code: the disk shall not tell it.
struct ContentKey: Hashable, Sendable {
    /// The encrypted root; 0 for plain files.
    let root: Int
    let bytes: [UInt8]

    private static let size = SHA256Digest.byteCount + 1

    private init(root: Int, code: [UInt8], kind: UInt8) {
        self.root = root
        bytes = code + [kind]
    }

    /// Of a row.
    init?(root: Int, bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        self.root = root
        self.bytes = bytes
    }

    /// A plain content whose hash is known.
    init(_ hash: SHA256Digest, _ kind: MediaKind) {
        self.init(root: 0, code: hash.bytes, kind: kind.rawValue)
    }

    /// A plain file as long as its hash is not known: it changes whenever the file may have changed.
    ///
    /// - Throws: `.library`.
    init(
        passing info: FileInfo,
        partition: String,
        _ kind: MediaKind,
        secret: [UInt8]
    ) throws(CryptoError) {
        var message = Array("hearth thumbnail of a file without hash\0\(partition)\0".utf8)
        for word in [
            info.inode, UInt64(bitPattern: info.size),
            UInt64(bitPattern: info.modified.seconds), UInt64(info.modified.nanoseconds),
            UInt64(bitPattern: info.changed.seconds), UInt64(info.changed.nanoseconds),
        ] {
            withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
        }
        let code = try HMACSHA256.authenticate(message, key: secret)
        self.init(root: 0, code: code, kind: kind.rawValue)
    }

    /// A file of an encrypted root: the header is random for each content that is written anew, and follows a rename.
    ///
    /// Another program may write into a file and keep its header: size and time are told beside it.
    ///
    /// - Throws: `.library`.
    init(
        _ file: any SealedFile,
        _ kind: MediaKind,
        root: Int,
        keys: VaultKeys
    ) throws(CryptoError) {
        var message = Array("hearth thumbnail\0".utf8) + [kind.rawValue] + file.header
        let info = file.info
        for word in [
            UInt64(bitPattern: info.size), UInt64(bitPattern: info.modified.seconds),
            UInt64(info.modified.nanoseconds),
        ] {
            withUnsafeBytes(of: word.littleEndian) { message.append(contentsOf: $0) }
        }
        self.init(root: root, code: try keys.authenticate(message, purpose: .thumbnails), kind: 0)
    }

    // MARK: Names of files

    /// What a file is called that keeps something of this content: `<64 digits>.<slot>`, with the kind between them
    /// where it is told and no picture.
    func fileName(_ slot: ThumbnailSlot) -> FileName? {
        let kind = Self.words.first { $0.kind.rawValue == bytes.last }.map { ".\($0.word)" } ?? ""
        return FileName(Hex.encode(Array(bytes.dropLast())) + kind + ".\(slot.suffix)")
    }

    /// What a file is of by its name; nil for any other name.
    static func parse(_ name: FileName, root: Int) -> (key: ContentKey, slot: ThumbnailSlot)? {
        let text = name.display
        guard let dot = text.firstIndex(of: "."), let hash = SHA256Digest(hex: text[..<dot]) else {
            return nil
        }
        var suffix = text[text.index(after: dot)...]
        var kind = root == 0 ? MediaKind.picture.rawValue : 0
        if let told = words.first(where: { suffix.hasPrefix($0.word + ".") }), root == 0 {
            kind = told.kind.rawValue
            suffix = suffix.dropFirst(told.word.count + 1)
        }
        guard let slot = ThumbnailSlot(suffix: suffix) else { return nil }
        let key = ContentKey(root: root, code: hash.bytes, kind: kind)
        return key.fileName(slot) == name ? (key, slot) : nil
    }

    private static let words: [(kind: MediaKind, word: String)] = [
        (.clip, "clip"), (.audio, "audio"), (.text, "text"),
    ]
}
