import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage

/// Brings rows and files together again, whatever a crash or people left.
extension Thumbnails {
    private static let mark = "thumbnails_swept"
    /// Between two sweeps, in seconds of running time.
    private static let interval: Int64 = 86_400
    private static let pause = Duration.seconds(600)

    /// A sweep a day of running time; the first ten minutes after a start belong to others.
    func sweepNowAndThen() async {
        while true {
            do { try await Task.sleep(for: Self.pause) } catch { return }
            do {
                let now = checksums.running.now
                let last = try await files.database.read { session in
                    let row = try session.first("SELECT value FROM settings WHERE name = ?", Self.mark)
                    return try row.flatMap { Int64(try $0.text(0)) }
                }
                if let last, now - last < Self.interval { continue }
                try await sweep()
                try await files.database.write { session in
                    try session.run(
                        "INSERT INTO settings (name, value) VALUES (?1, ?2) "
                            + "ON CONFLICT (name) DO UPDATE SET value = ?2",
                        Self.mark,
                        String(now)
                    )
                }
            } catch {
                if Task.isCancelled { return }
                log.warning("thumbnails could not be swept", ["error": .string("\(error)")])
            }
        }
    }

    /// Deletes rows without files and files that are none of ours, gives files without rows theirs, and makes room.
    ///
    /// Needs no password: what lies in an encrypted folder is known by its name.
    ///
    /// - Throws: what the database and the disk throw; `CancellationError`.
    func sweep() async throws {
        try await ledger.forgetGoneRoots()
        if plain != nil { try await sweep(0) }
        for root in try await files.roots.table().roots.values where root.isEncrypted {
            // One whose disk is away has its turn another day.
            try? await sweep(root.id)
            try Task.checkCancellation()
        }
        try await ledger.addUp()
        await makeRoom()
    }

    private func sweep(_ root: Int) async throws {
        guard let shelf = try await cacheFiles(of: root) else { return }
        let directories = try await files.blocking.run { try storage { try shelf.directories() } }
        var byFirst: [UInt8: [VolumePath]] = [:]
        for directory in directories {
            // `ab`, or `ab/cd`: the first directory names the first byte.
            let names = directory.names.suffix(root == 0 ? 2 : 1)
            guard let first = names.first.flatMap({ UInt8($0.display, radix: 16) }) else { continue }
            byFirst[first, default: []].append(directory)
        }
        for byte in UInt8.min...UInt8.max {
            try Task.checkCancellation()
            let known = try await ledger.files(of: root, beginningWith: byte)
            let places = byFirst[byte] ?? []
            if known.isEmpty, places.isEmpty { continue }
            let (found, missing) = try await files.blocking.run {
                try Self.compare(known, places, shelf, root)
            }
            try await ledger.adopt(found)
            try await ledger.forget(missing)
        }
    }

    private static func compare(
        _ known: [ThumbnailLedger.Item: Int64],
        _ places: [VolumePath],
        _ shelf: CacheFiles,
        _ root: Int
    ) throws -> (found: [(item: ThumbnailLedger.Item, size: Int64)], missing: [ThumbnailLedger.Item]) {
        var found: [(item: ThumbnailLedger.Item, size: Int64)] = []
        var missing = known
        for place in places {
            let files = try storage { try shelf.files(in: place) }
            for (name, size) in files {
                guard shelf.belongs(name, in: place), let (key, slot) = ContentKey.parse(name, root: root)
                else {
                    // None of ours: in an encrypted folder it stays, since other programs may write there.
                    if root == 0 { try? shelf.remove(name, in: place) }
                    continue
                }
                let item = ThumbnailLedger.Item(key: key, slot: slot)
                if missing.removeValue(forKey: item) == nil {
                    found.append((item, ThumbnailShelf.cost(ofFile: Int(size))))
                }
            }
            if files.isEmpty { try? shelf.removeIfEmpty(place) }
        }
        return (found, Array(missing.keys))
    }
}
