import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthMedia
import HearthSQL
import HearthStorage
import HearthWire

/// What is done when nobody waits: nothing of it outlives the process.
extension Thumbnails {
    /// A file has come to a place: what belongs to it is made in the background.
    ///
    /// Returns at once. Directories are left alone: most of what is in one is known by its content already, and the rest
    /// is made when somebody looks at it.
    ///
    /// - Parameters:
    ///   - resource: as the upload, copy or move left it.
    ///   - caller: who did that.
    package func noticed(_ resource: Resource, _ caller: Caller) { noticed(resource, caller, hash: nil) }

    /// The same for a copy of a file whose hash is known.
    func noticed(_ resource: Resource, _ caller: Caller, hash: SHA256Digest?) {
        guard resource.info.kind == .file, resource.info.size > 0 else { return }
        let isWanted = resource.name.flatMap { MediaExtensions.kind(of: $0.bytes) } != nil && isAvailable
        guard isWanted || hash != nil else { return }
        makings.add(
            ThumbnailQueue.Job(
                path: .below(root: resource.root, resource.path),
                caller: caller.presenting(nil),
                known: hash.map { ThumbnailQueue.Known(hash: $0, info: resource.info) }
            )
        )
    }

    func wantHash(_ opened: Files.Opened, _ caller: Caller) {
        let (root, path) = (opened.resource.root, opened.resource.path)
        wantHash(.below(root: root, path), size: opened.file.info.size, caller)
    }

    func wantHash(_ path: ResourcePath, size: Int64, _ caller: Caller) {
        guard size <= configuration.largestHashed else { return }
        hashings.add(ThumbnailQueue.Job(path: path, caller: caller.presenting(nil)))
    }

    /// Works in the background until the surrounding task is cancelled.
    package func run() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<max(1, min(4, files.blocking.threads / 8)) {
                group.addTask { [self] in
                    await serve(makings) { job in try await self.makeInBackground(job) }
                }
            }
            // One file at a time: the disk has others to serve.
            group.addTask { [self] in
                await serve(hashings) { job in try await self.hashInBackground(job) }
            }
            group.addTask { [self] in await sweepNowAndThen() }
        }
    }

    /// Waits until nothing is waiting in the background and all that was made is kept; ``run()`` has to run.
    package func idle() async {
        await makings.idle()
        await hashings.idle()
        await makings.idle()
        await flights.idle()
    }

    /// Ends what is being made, and writes down what must not wait.
    package func close() async {
        await flights.close()
        await ledger.flush()
    }

    /// Writes down what was used; once a minute.
    func flush() async { await ledger.flush() }

    private func serve(
        _ queue: ThumbnailQueue,
        _ work: (ThumbnailQueue.Job) async throws -> Void
    ) async {
        while let job = await queue.take() {
            do {
                try await work(job)
            } catch {
                // Gone, not allowed any more, or its folder is locked: it is made when somebody asks for it.
                log.debug("nothing was made in the background", ["error": .string("\(error)")])
            }
            queue.finish()
        }
    }

    private func makeInBackground(_ job: ThumbnailQueue.Job) async throws {
        var opened = try await files.open(job.path, job.caller)
        if let known = job.known, opened.hash == nil, !opened.isEncrypted,
            opened.file.info.isSameVersion(as: known.info),
            opened.file.info.changed == known.info.changed
        {
            try await files.learn(known.hash, of: opened, job.caller)
            opened = try await files.open(job.path, job.caller)
        }
        guard isAvailable, let subject = try await subject(of: opened, job.caller) else { return }
        if subject.isPassing { wantHash(opened, job.caller) }
        let variants = subject.kind == .text ? [] : subject.variants(for: .small(.webp))
        _ = try await make(subject, variants, wanted: variants.first, .background)
    }

    private func hashInBackground(_ job: ThumbnailQueue.Job) async throws {
        let opened = try await files.open(job.path, job.caller)
        guard opened.hash == nil, !opened.isEncrypted, opened.file.info.size <= configuration.largestHashed,
            let hash = try await checksums.takeQuietly(opened, job.caller)
        else { return }
        try await settle(opened, hash)
    }

    /// What was made of a file while its hash was not known is that content's from now on.
    private func settle(_ opened: Files.Opened, _ hash: SHA256Digest) async throws {
        guard let plain, let name = opened.resource.name, let kind = MediaExtensions.kind(of: name.bytes)
        else {
            return
        }
        let reading = MediaReading(kind, ending: MediaExtensions.ending(of: name.bytes))
        let partition = try await files.roots.volume(of: opened.resource.root).partitionID
        let old = try crypto { () throws(CryptoError) in
            try ContentKey(passing: opened.file.info, partition: partition, reading, secret: secret)
        }
        let new = ContentKey(hash, reading)
        guard let record = try await ledger.record(of: old) else { return }
        let isKnown = try await ledger.record(of: new) != nil
        let from = ThumbnailShelf(files: plain, seal: .checksum, key: old)
        let to = ThumbnailShelf(files: plain, seal: .checksum, key: new)
        var entries = try await files.blocking.run { () throws -> [ThumbnailLedger.Entry] in
            var entries: [ThumbnailLedger.Entry] = []
            for slot in ThumbnailSlot.allCases where slot != .record {
                guard let bytes = from.load(slot)?.bytes, to.load(slot) == nil else { continue }
                let item = ThumbnailLedger.Item(key: new, slot: slot)
                entries.append(ThumbnailLedger.Entry(item: item, size: try to.store(bytes, as: slot)))
            }
            return entries
        }
        if !isKnown {
            let bytes = record.encoded
            entries.append(
                ThumbnailLedger.Entry(
                    item: ThumbnailLedger.Item(key: new, slot: .record),
                    size: ThumbnailShelf.cost(ofRow: bytes),
                    record: bytes
                )
            )
        }
        try await ledger.keep(entries)
        let gone = ThumbnailSlot.allCases.map { ThumbnailLedger.Item(key: old, slot: $0) }
        try await files.blocking.run {
            for item in gone {
                if let name = old.fileName(item.slot) { try? plain.remove(name) }
            }
        }
        try await ledger.forget(gone)
    }
}
