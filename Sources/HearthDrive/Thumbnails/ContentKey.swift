import HearthCrypto
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
    init(_ hash: SHA256Digest, _ reading: MediaReading) {
        self.init(root: 0, code: hash.bytes, kind: reading.rawValue)
    }

    /// A plain file as long as its hash is not known: it changes whenever the file may have changed.
    ///
    /// - Throws: `.library`.
    init(
        passing info: FileInfo,
        partition: String,
        _ reading: MediaReading,
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
        self.init(root: 0, code: code, kind: reading.rawValue)
    }

    /// A file of an encrypted root: the header is random for each content that is written anew, and follows a rename.
    ///
    /// Another program may write into a file and keep its header: size and time are told beside it.
    ///
    /// - Throws: `.library`.
    init(
        _ file: any SealedFile,
        _ reading: MediaReading,
        root: Int,
        keys: VaultKeys
    ) throws(CryptoError) {
        var message = Array("hearth thumbnail\0".utf8) + [reading.rawValue] + file.header
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
        let kind = bytes.last.flatMap { MediaReading(rawValue: $0)?.word }.map { ".\($0)" } ?? ""
        return FileName(Hex.encode(Array(bytes.dropLast())) + kind + ".\(slot.suffix)")
    }

    /// What a file is of by its name; nil for any other name.
    static func parse(_ name: FileName, root: Int) -> (key: ContentKey, slot: ThumbnailSlot)? {
        let text = name.display
        guard let dot = text.firstIndex(of: "."), let hash = SHA256Digest(hex: text[..<dot]) else {
            return nil
        }
        var suffix = text[text.index(after: dot)...]
        var kind = root == 0 ? MediaReading.picture.rawValue : 0
        for reading in MediaReading.allCases where root == 0 {
            guard let word = reading.word, suffix.hasPrefix(word + ".") else { continue }
            kind = reading.rawValue
            suffix = suffix.dropFirst(word.count + 1)
            break
        }
        guard let slot = ThumbnailSlot(suffix: suffix) else { return nil }
        let key = ContentKey(root: root, code: hash.bytes, kind: kind)
        return key.fileName(slot) == name ? (key, slot) : nil
    }
}
