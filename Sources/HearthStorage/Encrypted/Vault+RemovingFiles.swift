extension Vault {
    /// How many files at most go while a directory is locked, and become durably gone together.
    private static let batch = 8_192

    /// Removes files of one directory.
    ///
    /// - Throws: as ``Volume/removeFiles(_:in:removed:)``.
    func removeFiles(
        _ names: [FileName],
        in directory: VaultDirectory,
        removed: () throws -> Void
    ) throws {
        for start in stride(from: 0, to: names.count, by: Self.batch) {
            let part = names[start..<min(start + Self.batch, names.count)]
            var failure: (any Error)?
            try locks.holding([directory.id]) { () throws(StorageError) in
                do { try removeBatch(part, in: directory, removed: removed) } catch { failure = error }
            }
            if let failure { throw failure }
        }
    }

    private func removeBatch(
        _ names: ArraySlice<FileName>,
        in directory: VaultDirectory,
        removed: () throws -> Void
    ) throws {
        var run: [VaultSpot] = []
        do {
            for name in names {
                let (spot, content) = try locate(name, in: directory)
                switch content {
                case .nothing, .shell: throw StorageError(.notFound, "nothing to remove in a vault")
                case .directory: throw StorageError(.changed, "a file has become a directory")
                case .file where !spot.isLong: run.append(spot)
                case .file, .other, .unreadable:
                    try removeRun(&run, in: directory, removed: removed)
                    try removeInner(spot.path)
                    records.settle([(try place(of: spot), nil)])
                    try removed()
                }
            }
        } catch {
            // What stands before the one that cannot be removed is to be gone.
            try removeRun(&run, in: directory, removed: removed)
            throw error
        }
        try removeRun(&run, in: directory, removed: removed)
    }

    /// Removes cipher files that lie side by side, with one sync.
    private func removeRun(
        _ run: inout [VaultSpot],
        in directory: VaultDirectory,
        removed: () throws -> Void
    ) throws {
        let spots = run
        run = []
        if spots.isEmpty { return }
        var gone = 0
        defer {
            records.settle(spots[..<gone].compactMap { spot in (try? place(of: spot)).map { ($0, nil) } })
        }
        try inner.removeFiles(spots.map(\.node), in: directory.path) {
            gone += 1
            try removed()
        }
    }
}
