import HearthConcurrency
import HearthLog
import HearthMedia
import HearthStorage
import HearthWire
import Synchronization

/// What is kept, and for how long.
extension Thumbnails {
    /// A kept image; nil when there is none.
    func kept(_ subject: ThumbnailSubject, _ variant: ThumbnailVariant) async -> [UInt8]? {
        guard let (bytes, cost) = subject.shelf?.load(.image(variant)) else { return nil }
        await ledger.touch([(subject.item(.record), nil), (subject.item(.image(variant)), cost)])
        return bytes
    }

    /// What is known of a content.
    func record(of subject: ThumbnailSubject) async -> MediaRecord? {
        if subject.isEncrypted {
            return subject.shelf?.load(.record).flatMap { MediaRecord($0.bytes) }
        }
        return try? await ledger.record(of: subject.key)
    }

    /// Marks what is known of a content as used.
    func use(_ subject: ThumbnailSubject) async {
        let size = subject.isEncrypted ? ThumbnailShelf.cost(ofFile: MediaRecord.paddedSize) : nil
        await ledger.touch([(subject.item(.record), size)])
    }

    /// Whether a record says that there is nothing to be had, and the present `hearth-media` would say so too.
    func isFinal(_ record: MediaRecord) async -> Bool {
        guard record.isNegative else { return false }
        guard let maker = try? await decoder?.version() else { return true }
        return record.maker == maker
    }

    /// Keeps what was made, and makes room for it.
    ///
    /// Never fails: what could not be kept is made again.
    func keep(_ made: ThumbnailFlights.Made, of subject: ThumbnailSubject) async {
        guard subject.isLasting, let now = try? subject.file.currentInfo(),
            now.isSameVersion(as: subject.file.info), now.changed == subject.file.info.changed
        else { return }
        do {
            let entries =
                subject.isEncrypted
                ? try await files.roots.changing([subject.key.root]) { [self] in
                    // Where the folder is now, if the caller may still use it.
                    let access = try await files.roots.access(subject.key.root, for: subject.caller)
                    guard let volume = access.volume as? EncryptedVolume, let shelf = subject.shelf else {
                        return []
                    }
                    let files = try storage { try volume.cacheFiles() }
                    return try await store(
                        made,
                        of: subject,
                        on: ThumbnailShelf(files: files, seal: shelf.seal, key: shelf.key)
                    )
                }
                : try await store(made, of: subject, on: subject.shelf)
            if entries.isEmpty { return }
            try await ledger.keep(entries)
            await makeRoom()
        } catch {
            complain(error)
        }
    }

    /// Writes the files; a plain content's record goes into its row.
    private func store(
        _ made: ThumbnailFlights.Made,
        of subject: ThumbnailSubject,
        on shelf: ThumbnailShelf?
    ) async throws -> [ThumbnailLedger.Entry] {
        var entries: [ThumbnailLedger.Entry] = []
        if !subject.isEncrypted {
            let record = made.record.encoded
            entries.append(
                ThumbnailLedger.Entry(
                    item: subject.item(.record),
                    size: ThumbnailShelf.cost(ofRow: record),
                    record: record
                )
            )
        }
        guard let shelf else { return entries }
        let isSealed = subject.isEncrypted
        let written = try await files.blocking.run { [self] () throws -> [(ThumbnailSlot, Int64)] in
            var written: [(ThumbnailSlot, Int64)] = []
            do {
                // The last blocks of the system's disk are for the database.
                if !isSealed, try shelf.files.space().free < Self.leastFree {
                    throw StorageError(.noSpace, "little room is left for thumbnails")
                }
                if isSealed {
                    written.append((.record, try shelf.store(made.record.padded, as: .record)))
                }
                for (variant, bytes) in made.images {
                    let slot = ThumbnailSlot.image(variant)
                    written.append((slot, try shelf.store(bytes, as: slot)))
                }
            } catch {
                complain(error)
            }
            return written
        }
        return entries + written.map { ThumbnailLedger.Entry(item: subject.item($0.0), size: $0.1) }
    }

    /// Nothing is kept where less is free.
    private static let leastFree: Int64 = 32 << 20

    /// Once in a while: a full disk would fill the log too.
    func complain(_ error: any Error) {
        if let error = error as? DriveError, error.code == .busy || error.code == .folderPasswordWrong {
            return
        }
        let now = Uptime.nanoseconds / 1_000_000_000
        let last = complained.load(ordering: .relaxed)
        guard last == .min || now - last >= 60,
            complained.compareExchange(expected: last, desired: now, ordering: .relaxed).exchanged
        else { return }
        log.warning("a thumbnail could not be kept", ["error": .string("\(error)")])
    }

    // MARK: Forgetting

    /// Forgets what was not used for longest until what is kept fits.
    ///
    /// A file goes before its row: what a crash leaves in between is a row without a file.
    func makeRoom() async {
        guard forgetting.tryLock() else { return }
        defer { forgetting.unlock() }
        do {
            guard try await ledger.total() > configuration.cacheBytes else { return }
            await ledger.flush()
            let goal = configuration.cacheBytes - configuration.cacheBytes / 64
            while true {
                var excess = try await ledger.total() - goal
                if excess <= 0 { return }
                var going: [ThumbnailLedger.Entry] = []
                for entry in try await ledger.oldest(256) {
                    if excess <= 0 { break }
                    going.append(entry)
                    excess -= entry.size
                }
                if going.isEmpty {
                    // What was counted and then not written.
                    try await ledger.addUp()
                    return
                }
                for (root, entries) in Dictionary(grouping: going, by: \.item.key.root) {
                    await removeFiles(of: entries.filter { $0.record == nil }.map(\.item), root)
                }
                try await ledger.forget(going.map(\.item))
            }
        } catch {
            complain(error)
        }
    }

    private func removeFiles(of items: [ThumbnailLedger.Item], _ root: Int) async {
        // A folder whose disk is away keeps its files; they get their rows back when it is swept.
        guard let shelf = try? await cacheFiles(of: root) else { return }
        try? await files.blocking.run {
            for item in items {
                guard let name = item.key.fileName(item.slot) else { continue }
                try? shelf.remove(name)
            }
        }
    }

    /// Where files of a root are kept, whether it is unlocked or not; nil where nothing is kept.
    func cacheFiles(of root: Int) async throws -> CacheFiles? {
        if root == 0 { return plain }
        let inner = try await files.roots.volume(of: root)
        return try storage { try CacheFiles(ofVault: inner) }
    }
}
