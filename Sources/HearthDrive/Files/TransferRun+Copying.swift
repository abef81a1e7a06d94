import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Hidden directories of the partitions that a transfer copies onto, made when first needed.
final class Scratches: Sendable {
    private let made = Mutex<[String: Partition.Scratch]>([:])

    /// The directory on a partition; blocks.
    func scratch(on partition: Partition) throws -> DirectoryVolume {
        try made.withLock { made in
            if let known = made[partition.id] { return known.volume }
            let new = try storage { try partition.scratch() }
            made[partition.id] = new
            return new.volume
        }
    }

    /// Deletes them with what a failed copy left.
    func drop(on blocking: ThreadPool) async {
        let all = made.withLock { made in
            defer { made = [:] }
            return Array(made.values)
        }
        if all.isEmpty { return }
        // What stays in spite of this goes at the next start.
        try? await blocking.run { for scratch in all { try? scratch.drop() } }
    }
}

/// Copies: complete and durable in a hidden place, then one rename.
extension TransferRun {
    /// - Returns: false when the destination went elsewhere meanwhile, so that all of it has to be done again.
    func copy(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget,
        removing: Bool = false
    ) async throws -> Bool {
        if request.conflict == .replace, item.present != nil {
            return try await copyReplacing(source, item, removing: removing)
        }
        let key = target.place.partition
        let partition = try roots.partitions.partition(pool: key.pool, name: key.name)
        let hidden = VolumePath([try Self.hiddenName()])
        let (scratch, inode) = try await blocking.run { [scratches] in
            let scratch = try scratches.scratch(on: partition)
            try full {
                try item.place.volume.copy(item.place.path, to: hidden, on: scratch, progress: progress)
            }
            return (scratch, try storage { try scratch.entryInfo(hidden) }.inode)
        }
        let isDone = try await gated(source) {
            let (_, now) = try await lookUp(source)
            guard now.access.volume.partitionID == scratch.partitionID else { return false }
            try await publish(hidden, inode, from: scratch, item, now)
            return true
        }
        if isDone, removing { try await remove(item) }
        return isDone
    }

    private static func hiddenName() throws -> FileName {
        guard let name = FileName(try UploadID.make()) else { throw DriveError(.internalError) }
        return name
    }

    private func publish(
        _ hidden: VolumePath,
        _ inode: UInt64,
        from scratch: DirectoryVolume,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws {
        let put = try await named(item, target) { place in
            let at = PendingStep.Place(root: target.access.root.id, path: place)
            try await journal.intend(PendingStep(kind: .publish, place: at, inode: inode))
            return try await blocking.run {
                try storage(exists: .destinationNameTaken) {
                    let volume = target.access.volume
                    try scratch.rename(hidden, to: place, on: volume, replace: false)
                    return Resource(root: target.access.root.id, path: place, info: try volume.info(place))
                }
            }
        }
        if let put { placed(put, hash: await hash(of: item)) } else { journal.skip() }
    }

    /// The hash of a plain file that was copied and is still what it was before; nil when it is not known.
    private func hash(of item: TransferItem) async -> SHA256Digest? {
        guard item.info.kind == .file, !item.access.seal.isEncrypted,
            let now = try? item.place.volume.infoIfPresent(item.place.path),
            now.isSameVersion(as: item.info), now.changed == item.info.changed
        else { return nil }
        let partition = item.place.volume.partitionID
        return try? await files.database.read { try FileIndex.hash(of: now, partition: partition, $0) }
    }

    /// A file over a file: swapped for exactly the version that was checked.
    func copyReplacing(
        _ source: ResourcePath,
        _ item: TransferItem,
        removing: Bool = false
    ) async throws -> Bool {
        let (_, target) = try await lookUp(source)
        let staged = try await blocking.run {
            try stage(try storage { try item.place.volume.open(item.place.path) }, on: target.access.volume)
        }
        do {
            let isDone = try await gated(source) {
                let (now, target) = try await lookUp(source)
                guard let present = now.present, target.access.volume.partitionID == staged.volume.partitionID
                else { return false }
                try await publish(staged.file, replacing: present, now, target)
                return true
            }
            if !isDone { try await discard(staged) }
            if isDone, removing { try await remove(item) }
            return isDone
        } catch {
            try? await discard(staged)
            throw error
        }
    }

    func publish(
        _ staged: any StagedFile,
        replacing present: FileInfo,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws {
        let place = target.directory.appending(item.name)
        let at = PendingStep.Place(root: target.access.root.id, path: place)
        try await journal.intend(PendingStep(kind: .publish, place: at, inode: staged.inode))
        let info = try await blocking.run {
            try storage(exists: .destinationNameTaken) {
                try target.access.volume.publish(staged, at: place, mode: .replace(expecting: present))
            }
        }
        placed(Resource(root: at.root, path: place, info: info))
    }

    /// The source of a move that had to be a copy.
    private func remove(_ item: TransferItem) async throws {
        try await roots.changing([item.place.root]) {
            try await roots.removing(item.place.root, item.place.path, by: caller.user.id) { [blocking] in
                try await blocking.run {
                    try storage { try item.place.volume.remove(item.place.path) { _ in } }
                }
            }
        }
    }

    // MARK: Pieces; they block

    /// An unpublished copy of a file, and where it is.
    struct Staged: Sendable {
        var file: any StagedFile
        var volume: any Volume
    }

    /// Copies a whole open file to where it can be published from; durable.
    func stage(_ file: any ReadableFile, on volume: any Volume) throws -> Staged {
        try full {
            // Nothing is reserved: holes of the original stay holes.
            let staged = try volume.stage(id: try UploadID.make(prefix: "copy"), size: nil)
            do {
                try staged.copy(file.info.size, of: file, progress: progress)
                try staged.setModified(file.info.modified)
                try staged.sync()
            } catch {
                try? volume.discardStaged(id: staged.id)
                throw error
            }
            return Staged(file: staged, volume: volume)
        }
    }

    func discard(_ staged: Staged) async throws {
        try await blocking.run { try storage { try staged.volume.discardStaged(id: staged.file.id) } }
    }

    /// Counts bytes and ends the work when the server stops.
    func progress(_ bytes: Int64) throws {
        try task?.checkStopped()
        task?.advance(bytes: bytes)
    }

    /// A copy that finds no room has the contract's own code.
    func full<T>(_ work: () throws -> T) throws -> T {
        do {
            return try storage(exists: .destinationNameTaken, work)
        } catch let error as DriveError where error.code == .noSpace {
            throw DriveError(.destinationFull, cause: error.cause)
        }
    }
}
