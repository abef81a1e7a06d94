import HearthConcurrency
package import HearthCrypto
import HearthMedia
import HearthSQL
import HearthStorage

/// What lists show of their files: only what is known; what is not is found out in the background.
extension Thumbnails {
    /// The hashes of the files of a page, for the older bases' links.
    ///
    /// Photos and videos without one are queued to be hashed.
    ///
    /// - Returns: one for each item of the page, in order; nil for what has none, and in encrypted folders.
    package func hashes(in listing: Listing, _ caller: Caller) async throws -> [SHA256Digest?] {
        let items = listing.page.items
        if listing.access.seal.isEncrypted { return items.map { _ in nil } }
        let wanted = items.map { item in
            item.info.kind == .file && item.info.size > 0 && MediaExtensions.isContractKind(item.entry.name)
                ? item.info : nil
        }
        let hashes = try await hashes(of: wanted, partition: listing.access.volume.partitionID)
        for (index, hash) in hashes.enumerated() where hash == nil {
            guard wanted[index] != nil, let path = Self.path(of: items[index].entry, in: listing) else {
                continue
            }
            wantHash(path, size: items[index].info.size, caller)
        }
        return hashes
    }

    /// The first lines of the texts of a page, as far as they are known; the others are queued.
    ///
    /// - Returns: one for each item of the page, in order.
    package func excerpts(in listing: Listing, _ caller: Caller) async throws -> [String?] {
        let items = listing.page.items
        let texts = items.indices.filter { index in
            let item = items[index]
            return item.info.kind == .file && item.info.size > 0
                && MediaExtensions.kind(of: item.entry.name) == .text
        }
        var excerpts = [String?](repeating: nil, count: items.count)
        if texts.isEmpty || !isAvailable { return excerpts }
        let records =
            listing.access.seal.isEncrypted
            ? try await sealedRecords(of: texts.map { items[$0].entry }, in: listing, caller)
            : try await plainRecords(
                of: texts.map { items[$0].info },
                partition: listing.access.volume.partitionID
            )
        for (index, record) in zip(texts, records) {
            if let record {
                excerpts[index] = record.facts?.excerpt
            } else if let path = Self.path(of: items[index].entry, in: listing) {
                makings.add(ThumbnailQueue.Job(path: path, caller: caller.presenting(nil)))
            }
        }
        return excerpts
    }

    private static func path(of entry: DirectoryEntry, in listing: Listing) -> ResourcePath? {
        entry.fileName.map { .below(root: listing.access.root.id, listing.directory.appending($0)) }
    }

    private func hashes(of infos: [FileInfo?], partition: String) async throws -> [SHA256Digest?] {
        if infos.allSatisfy({ $0 == nil }) { return infos.map { _ in nil } }
        return try await files.database.read { session in
            try infos.map { info in
                try info.flatMap { try FileIndex.hash(of: $0, partition: partition, session) }
            }
        }
    }

    private func plainRecords(of infos: [FileInfo], partition: String) async throws -> [MediaRecord?] {
        try await files.database.read { session in
            try infos.map { info in
                guard let hash = try FileIndex.hash(of: info, partition: partition, session) else {
                    return nil
                }
                return try ThumbnailLedger.record(of: ContentKey(hash, .text), session)
            }
        }
    }

    /// Each file is opened for its header: on threads that may block.
    private func sealedRecords(
        of entries: [DirectoryEntry],
        in listing: Listing,
        _ caller: Caller
    ) async throws -> [MediaRecord?] {
        let root = listing.access.root.id
        guard let keys = files.roots.vaults.keys(of: root, for: caller),
            let volume = listing.access.volume as? EncryptedVolume
        else { return entries.map { _ in nil } }
        let directory = listing.directory
        return try await files.blocking.run {
            let shelf = try storage { try volume.cacheFiles() }
            return entries.map { entry in
                guard let name = entry.fileName,
                    let file = (try? volume.open(directory.appending(name))) as? any SealedFile,
                    let key = try? ContentKey(file, .text, root: root, keys: keys)
                else { return nil }
                return ThumbnailShelf(files: shelf, seal: .vault(keys), key: key).load(.record)
                    .flatMap { MediaRecord($0.bytes) }
            }
        }
    }
}
