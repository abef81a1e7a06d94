import CLinux
import Glibc
import Synchronization

extension DirectoryVolume {
    /// Gives a staged file its final name, atomically and durably.
    @discardableResult
    package func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo {
        guard let file = staged as? LocalStagedFile, file.partition.id == partition.id else {
            throw StorageError(.crossVolume, "the staged file is on another partition")
        }
        let source = EntryMover.Place(
            directory: file.partition.uploads.number,
            name: try Self.stagedName(file.id)
        )
        let target = try target(path, creating: true)
        let place = target.place
        partition.quota?.begin()
        defer { partition.quota?.end() }
        let outcome = try partition.naming.withLock { _ throws(StorageError) in
            switch mode {
            case .failIfExists:
                try partition.mover.move(source, to: place, replace: false)
                return Outcome(isLeftOver: false, replaced: 0)
            case .replace(expecting: nil):
                let replaced = try reclaimed(at: place)
                try partition.mover.move(source, to: place, replace: true)
                return Outcome(isLeftOver: false, replaced: replaced)
            case .replace(expecting: let expected?):
                return try replace(place, in: path, expecting: expected, by: source)
            }
        }
        file.endCharge(replaced: outcome.replaced)
        try target.sync()
        if outcome.isLeftOver {
            // The old file, under the staged one's former name: it goes once the new one is durable.
            _ = errorNumber { source.name.withCString { unlinkat(source.directory, $0, 0) } }
        }
        return try file.info()
    }

    /// What became of a file in the way.
    private struct Outcome {
        /// It is now where the new one was.
        var isLeftOver: Bool
        /// What goes with it, in bytes on the disk.
        var replaced: Int64
    }

    /// What goes when the entry at a place gives way; 0 without a limit.
    func reclaimed(at place: EntryMover.Place) throws(StorageError) -> Int64 {
        guard partition.quota != nil else { return 0 }
        return try FileStatus(of: place.name, in: place.directory)?.reclaimed ?? 0
    }

    /// Swaps the new file in, looks at what came out, and swaps back when that is not the expected one.
    ///
    /// - Returns: what became of the old file.
    private func replace(
        _ place: EntryMover.Place,
        in path: VolumePath,
        expecting expected: FileInfo,
        by source: EntryMover.Place
    ) throws(StorageError) -> Outcome {
        guard let before = try FileStatus(of: place.name, in: place.directory) else {
            throw StorageError(.changed, "the file to be replaced is gone")
        }
        if before.kind == .directory {
            throw StorageError(.isADirectory, "a directory is not replaced by a file")
        }
        // A link stands for its target, but it is the link that gives way.
        let present = before.isLink ? try info(path) : before.info
        guard present.isSameVersion(as: expected), present.changed == expected.changed else {
            throw StorageError(.changed, "the file to be replaced is another version")
        }
        guard try exchange(source, place) else {
            try partition.mover.move(source, to: place, replace: true)
            return Outcome(isLeftOver: false, replaced: before.reclaimed)
        }
        let after = try FileStatus(of: source.name, in: source.directory)
        if let after, after.info.isSameVersion(as: before.info) {
            return Outcome(isLeftOver: true, replaced: after.reclaimed)
        }
        _ = try partition.mover.exchange(source, place)
        throw StorageError(.changed, "the file to be replaced changed meanwhile")
    }

    private func exchange(
        _ source: EntryMover.Place,
        _ place: EntryMover.Place
    ) throws(StorageError) -> Bool {
        do throws(StorageError) {
            return try partition.mover.exchange(source, place)
        } catch {
            guard error.code == .notFound else { throw error }
            throw StorageError(.changed, "the file to be replaced is gone", errno: error.errno)
        }
    }
}
