import HearthConcurrency
import HearthCrypto
import HearthLog
package import HearthMedia
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Images and facts of files: found, made, kept, sealed and forgotten (docs/decisions/0028).
///
/// What is kept is named by content, so that copies share it. Of plain files it lies in a directory of its own, of
/// encrypted folders sealed inside them. All of it can be made again: nothing here is ever waited for by an upload, and
/// nothing is lost with it.
package final class Thumbnails: Sendable {
    let files: Files
    let checksums: Checksums
    let decoder: (any MediaDecoding)?
    let configuration: ThumbnailConfiguration
    let secret: [UInt8]
    let log: Logger
    let ledger: ThumbnailLedger
    let flights: ThumbnailFlights
    /// Where images of plain files lie; nil where nothing is kept.
    let plain: CacheFiles?
    /// Files to make images of.
    let makings = ThumbnailQueue(limit: 8_192)
    /// Files to hash.
    let hashings = ThumbnailQueue(limit: 8_192)
    /// Held by whoever makes room.
    let forgetting = AsyncLock()
    /// Images that were found and not made.
    private let found = Atomic<UInt64>(0)
    /// Seconds of the running clock at which something was last said of a full disk.
    let complained = Atomic<Int64>(.min)

    init(
        files: Files,
        checksums: Checksums,
        pool: ThreadPool,
        decoder: (any MediaDecoding)?,
        configuration: ThumbnailConfiguration,
        secret: [UInt8],
        log: Logger
    ) {
        self.files = files
        self.checksums = checksums
        self.decoder = decoder
        self.configuration = configuration
        self.secret = secret
        self.log = log
        ledger = ThumbnailLedger(database: files.database)
        flights = ThumbnailFlights(pool: pool)
        do throws(StorageError) {
            plain = try configuration.directory.map { path throws(StorageError) in
                try CacheFiles(directory: path)
            }
        } catch {
            log.error("thumbnails are not kept", ["error": .string("\(error)")])
            plain = nil
        }
    }

    /// Whether anything can be made at all.
    package var isAvailable: Bool { decoder != nil }

    /// How many images were answered from what was kept.
    package var hits: UInt64 { found.load(ordering: .relaxed) }

    /// How many files wait to be looked at in the background.
    package var waiting: Int { makings.count + hashings.count }

    // MARK: Asking

    /// An image of a file, kept or made now.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - caller: who asks; needs what a download needs.
    ///   - variant: which image.
    ///   - urgency: who waits for it.
    /// - Returns: nil when there is none to be had of this file.
    /// - Throws: what opening the file for download throws; 90007 when too much waits to be made.
    package func image(
        _ path: ResourcePath,
        _ caller: Caller,
        _ variant: ThumbnailVariant,
        urgency: MediaUrgency = .interactive
    ) async throws -> ThumbnailImage? {
        try await image(of: try await files.open(path, caller), caller, variant, urgency: urgency)
    }

    /// The same of a file that is open already.
    func image(
        of opened: Files.Opened,
        _ caller: Caller,
        _ variant: ThumbnailVariant,
        urgency: MediaUrgency = .interactive
    ) async throws -> ThumbnailImage? {
        guard opened.resource.name.map({ MediaExtensions.promisesImage($0.bytes) }) ?? false,
            let subject = try await subject(of: opened, caller)
        else { return nil }
        let variant = subject.variant(for: variant)
        if let bytes = await kept(subject, variant) {
            found.add(1, ordering: .relaxed)
            return try image(bytes, variant, subject)
        }
        if let record = await record(of: subject), await isFinal(record) {
            await use(subject)
            return nil
        }
        let made = try await make(subject, subject.variants(for: variant), wanted: variant, urgency)
        try checkStillOpen(subject)
        if subject.isPassing, !opened.isEncrypted { wantHash(opened, caller) }
        guard let bytes = made?.images[variant] else { return nil }
        return try image(bytes, variant, subject)
    }

    /// What is known of a file's content, found out now if need be.
    ///
    /// - Parameters:
    ///   - opened: the file, as it was opened for this caller.
    ///   - caller: who opened it.
    ///   - patience: how long to wait; what takes longer is known the next time.
    /// - Returns: nil when nothing is to be known, or not yet.
    package func facts(
        of opened: Files.Opened,
        _ caller: Caller,
        patience: Duration = .seconds(3)
    ) async -> MediaFacts? {
        do {
            guard let subject = try await subject(of: opened, caller) else { return nil }
            if let record = await record(of: subject) {
                await use(subject)
                if let facts = record.facts { return facts }
                if await isFinal(record) { return nil }
            }
            let made = try await make(subject, [], wanted: nil, .interactive, patience: patience)
            try checkStillOpen(subject)
            return made?.record.facts
        } catch {
            return nil
        }
    }

    /// Nobody gets an image of what he locked while it was made.
    private func checkStillOpen(_ subject: ThumbnailSubject) throws {
        guard subject.isEncrypted else { return }
        if files.roots.vaults.keys(of: subject.key.root, for: subject.caller) == nil {
            throw DriveError(.folderPasswordWrong)
        }
    }

    private func image(
        _ bytes: [UInt8],
        _ variant: ThumbnailVariant,
        _ subject: ThumbnailSubject
    ) throws -> ThumbnailImage {
        let code = try crypto { () throws(CryptoError) in
            try HMACSHA256.authenticate(Array("hearth thumbnail validator\0".utf8) + bytes, key: secret)
        }
        return ThumbnailImage(
            bytes: bytes,
            format: variant.format,
            validator: Base64URL.encode(Array(code.prefix(12))),
            isEncrypted: subject.isEncrypted
        )
    }
}
