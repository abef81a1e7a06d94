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
        let leftOver = try partition.naming.withLock { _ throws(StorageError) in
            switch mode {
            case .failIfExists:
                try partition.mover.move(source, to: place, replace: false)
                return false
            case .replace(expecting: nil):
                try partition.mover.move(source, to: place, replace: true)
                return false
            case .replace(expecting: let expected?):
                return try replace(place, in: path, expecting: expected, by: source)
            }
        }
        try target.sync()
        if leftOver {
            // The old file, under the staged one's former name: it goes once the new one is durable.
            _ = errorNumber { source.name.withCString { unlinkat(source.directory, $0, 0) } }
        }
        return try file.info()
    }

    /// Swaps the new file in, looks at what came out, and swaps back when that is not the expected one.
    ///
    /// - Returns: whether the old file is now where the new one was.
    private func replace(
        _ place: EntryMover.Place,
        in path: VolumePath,
        expecting expected: FileInfo,
        by source: EntryMover.Place
    ) throws(StorageError) -> Bool {
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
            return false
        }
        let after = try FileStatus(of: source.name, in: source.directory)
        if let after, after.info.isSameVersion(as: before.info) { return true }
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
