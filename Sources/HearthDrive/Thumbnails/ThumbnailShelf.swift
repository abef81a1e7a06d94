import HearthCrypto
import HearthMedia
import HearthStorage

/// Where what is made of one content is kept: files, whatever the rows say.
///
/// Calls block for a moment.
struct ThumbnailShelf: Sendable {
    let files: CacheFiles
    let seal: ThumbnailSeal
    let key: ContentKey

    /// What is kept, with what it occupies; nil for nothing.
    ///
    /// What is torn goes.
    func load(_ slot: ThumbnailSlot) -> (bytes: [UInt8], cost: Int64)? {
        guard let name = key.fileName(slot), let stored = try? files.read(name) else { return nil }
        guard let bytes = seal.open(stored, key, slot) else {
            try? files.remove(name)
            return nil
        }
        return (bytes, Self.cost(ofFile: stored.count))
    }

    /// Keeps something, and tells what it occupies.
    ///
    /// - Throws: `StorageError` `.noSpace` and the like; `CryptoError`.
    func store(_ bytes: [UInt8], as slot: ThumbnailSlot) throws -> Int64 {
        guard let name = key.fileName(slot) else { throw StorageError(.invalidName, "name of a thumbnail") }
        let sealed = try seal.close(bytes, key, slot)
        guard sealed.count <= CacheFiles.largest else {
            throw StorageError(.noSpace, "an image is too large to be kept")
        }
        try files.write(sealed, to: name)
        return Self.cost(ofFile: sealed.count)
    }

    /// What a file of so many bytes occupies: whole blocks.
    static func cost(ofFile size: Int) -> Int64 { Int64((size + 4_095) / 4_096) * 4_096 }
    /// What a record in a row occupies, about.
    static func cost(ofRow record: [UInt8]) -> Int64 { Int64(record.count) + 128 }
}
