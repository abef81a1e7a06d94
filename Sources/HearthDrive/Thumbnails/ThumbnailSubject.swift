import HearthConcurrency
import HearthCrypto
import HearthMedia
import HearthStorage
import HearthWire

/// A file as images are made of it: open, with the name of its content and the place where they are kept.
struct ThumbnailSubject: Sendable {
    let file: any ReadableFile
    let kind: MediaKind
    let ending: String
    let key: ContentKey
    /// Nil where nothing can be kept.
    let shelf: ThumbnailShelf?
    /// Whoever opened it, without the password that came along: what he locks meanwhile stays locked.
    let caller: Caller
    /// False for a file that changed a moment ago and whose hash is not known: a second change could leave every number
    /// as it is.
    let isLasting: Bool
    /// Whether the key stands for a hash that is not known yet.
    let isPassing: Bool

    var isEncrypted: Bool { key.root != 0 }

    func item(_ slot: ThumbnailSlot) -> ThumbnailLedger.Item { ThumbnailLedger.Item(key: key, slot: slot) }

    func job(_ variants: [ThumbnailVariant]) -> MediaJob {
        MediaJob(
            kind: kind,
            fileExtension: ending,
            size: file.info.size,
            outputs: variants.map(\.output),
            owner: caller.user.id,
            realm: Int(key.root)
        )
    }

    /// Where the child gets the bytes from: a plain file's own descriptor, or block by block out of the vault.
    var input: MediaInput { file.descriptor.map { .descriptor($0) } ?? .reader(OpenFileReader(file: file)) }

    /// The variant that this file has instead: what does not move has no moving image.
    func variant(for wanted: ThumbnailVariant) -> ThumbnailVariant {
        guard wanted == .animated, kind != .picture || !["gif", "webp"].contains(ending) else {
            return wanted
        }
        return .small(.webp)
    }

    /// What is made when one image is asked for: all sizes where decoding is what costs.
    func variants(for wanted: ThumbnailVariant) -> [ThumbnailVariant] {
        if wanted == .animated { return [wanted, .small(.webp)] }
        guard MediaExtensions.isCostly(kind, ending) else { return [wanted] }
        return [wanted] + [.small(.webp), .large(.webp)].filter { $0 != wanted }
    }
}

/// Plain bytes of a file that exist nowhere as a file; ends with the lease under which it was opened.
private struct OpenFileReader: MediaReader {
    let file: any ReadableFile

    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
        try file.read(into: buffer, at: offset)
    }
}

extension Thumbnails {
    /// A file whose hash is not known is hashed at once up to this size: less work than decoding it.
    static let hashedAtOnce: Int64 = 16 << 20

    /// What images can be made of; nil for what none can be made of.
    ///
    /// - Parameters:
    ///   - opened: as it was opened for this caller.
    ///   - caller: who opened it.
    ///   - kind: what it is taken for; nil for what its name says.
    /// - Returns: nil for what can have no preview.
    /// - Throws: 20009 when the folder was locked meanwhile; what reading and the database throw.
    func subject(
        of opened: Files.Opened,
        _ caller: Caller,
        as kind: MediaKind? = nil
    ) async throws -> ThumbnailSubject? {
        guard let name = opened.resource.name?.bytes, opened.file.info.size > 0,
            let kind = kind ?? MediaExtensions.kind(of: name)
        else { return nil }
        let caller = caller.presenting(nil)
        let ending = MediaExtensions.ending(of: name)
        if opened.isEncrypted { return try await sealedSubject(of: opened, caller, kind, ending) }
        let info = opened.file.info
        let isYoung = isYoung(info)
        var hash = opened.hash
        if hash == nil, info.size <= Self.hashedAtOnce {
            hash = try await takeHash(of: opened, caller, isLasting: !isYoung)
        }
        let key: ContentKey
        if let hash {
            key = ContentKey(hash, MediaReading(kind, ending: ending))
        } else {
            let partition = try await files.roots.volume(of: opened.resource.root).partitionID
            key = try crypto { () throws(CryptoError) in
                try ContentKey(
                    passing: info,
                    partition: partition,
                    MediaReading(kind, ending: ending),
                    secret: secret
                )
            }
        }
        return ThumbnailSubject(
            file: opened.file,
            kind: kind,
            ending: ending,
            key: key,
            shelf: plain.map { ThumbnailShelf(files: $0, seal: .checksum, key: key) },
            caller: caller,
            isLasting: opened.hash != nil || !isYoung,
            isPassing: hash == nil
        )
    }

    private func sealedSubject(
        of opened: Files.Opened,
        _ caller: Caller,
        _ kind: MediaKind,
        _ ending: String
    ) async throws -> ThumbnailSubject? {
        let root = opened.resource.root
        guard let file = opened.file as? any SealedFile else { return nil }
        let access = try await files.roots.access(root, for: caller)
        guard let keys = files.roots.vaults.keys(of: root, for: caller),
            let volume = access.volume as? EncryptedVolume
        else { throw DriveError(.folderPasswordWrong) }
        let key = try crypto { () throws(CryptoError) in
            try ContentKey(file, MediaReading(kind, ending: ending), root: root, keys: keys)
        }
        return ThumbnailSubject(
            file: file,
            kind: kind,
            ending: ending,
            key: key,
            shelf: ThumbnailShelf(
                files: try storage { try volume.cacheFiles() },
                seal: .vault(keys),
                key: key
            ),
            caller: caller,
            isLasting: true,
            isPassing: false
        )
    }

    /// Hashes a file of bounded size; nil when it changed meanwhile.
    private func takeHash(
        of opened: Files.Opened,
        _ caller: Caller,
        isLasting: Bool
    ) async throws -> SHA256Digest? {
        let file = opened.file
        let hash = try await files.blocking.run { () throws -> SHA256Digest? in
            do {
                let hash = try file.hash()
                let now = try file.currentInfo()
                return now.isSameVersion(as: file.info) && now.changed == file.info.changed ? hash : nil
            } catch let error as StorageError where error.code == .changed {
                return nil
            } catch let error as StorageError {
                throw DriveError(error)
            }
        }
        if let hash, isLasting { try? await files.learn(hash, of: opened, caller) }
        return hash
    }

    /// Whether the last change is younger than 2 s, as in ``FileTags/etag(_:now:)``.
    private func isYoung(_ info: FileInfo) -> Bool {
        let newest = max(info.modified, info.changed).seconds
        let now = files.clock.now
        return newest <= now && now - newest < 2
    }

    func crypto<T>(_ work: () throws(CryptoError) -> T) throws -> T {
        do throws(CryptoError) { return try work() } catch {
            throw DriveError(.internalError, cause: error)
        }
    }
}
