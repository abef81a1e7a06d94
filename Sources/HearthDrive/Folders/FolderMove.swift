import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Brings a folder to another partition while it is in use: copies, compares by hash, switches, deletes the old tree.
///
/// At every moment one whole copy is the one that the rows name. A run that was killed is begun again: what it copied
/// is taken over, a copy that was put in place without its rows is taken back, and an old tree whose rows are switched
/// is deleted.
struct FolderMove: Sendable {
    let folders: Folders
    let task: TaskRun

    private var roots: RootStore { folders.roots }
    private var blocking: ThreadPool { folders.blocking }

    /// How often the last step looks at the trees again when somebody writes past the server.
    private static let lastPasses = 5
    /// Passes beside normal use, each shorter than the one before.
    private static let openPasses = 3

    /// The name of a folder's parked trees.
    static func parkingName(_ id: Int) -> String { "folder-\(id)" }

    /// Works until the folder is where the task wants it.
    ///
    /// - Throws: 40005 when a partition is not there; 20019 when the target is full; 90007 when somebody keeps
    ///   writing past the server. The old place is then whole and in use, and nothing is left at the new one.
    func run() async throws {
        guard let id = Int(task.subject), let order = FolderMoveOrder(json: task.parameters) else {
            throw DriveError(.folderNotFound)
        }
        guard let root = try await row(id) else { return }
        let here = try roots.partitions.partition(pool: root.pool, name: root.partition)
        if let old = FolderMoveCheckpoint(json: task.checkpoint) {
            if old.target == here.id {
                try await removeOld(old, id)
            } else if old.target != order.partition {
                try await removeCopy(of: id, on: old.target)
            }
        }
        if order.partition == here.id { return }
        guard let (key, target) = roots.partitions.named(id: order.partition) else {
            throw DriveError(.partitionUnavailable)
        }
        do {
            let checkpoint = try await move(id, order, to: target, key)
            try await removeOld(checkpoint, id)
        } catch {
            // A stop is no failure: the next run takes over what is there.
            if task.isStopped || error is CancellationError { throw error }
            let isSwitched = try? await row(id)?.partitionKey == key
            if isSwitched != true { try? await removeCopy(of: id, on: order.partition) }
            throw Self.failure(error)
        }
    }

    private func row(_ id: Int) async throws -> Root? {
        try await folders.database.read { try Folders.root(id, $0) }
    }

    private static func failure(_ error: any Error) -> any Error {
        let error = (error as? StorageError).map { DriveError($0) } ?? error
        guard let error = error as? DriveError else { return error }
        switch error.code {
        case .noSpace: return DriveError(.partitionTooSmall, cause: error)
        case .internalError: return DriveError(.folderUpdateFailed, cause: error)
        default: return error
        }
    }

    // MARK: Copying

    private func move(
        _ id: Int,
        _ order: FolderMoveOrder,
        to target: Partition,
        _ key: Partitions.Key
    ) async throws -> FolderMoveCheckpoint {
        let root = try await roots.attached(id)
        let source = try roots.partitions.partition(pool: root.pool, name: root.partition)
        let name = Self.parkingName(id)
        try await takeBack(root, order, name, on: target)
        let mirror = try await blocking.run {
            try storage { try TreeMirror(of: root.path, on: source, onto: target, as: name) }
        }
        let checkpoint = FolderMoveCheckpoint(
            source: source.id,
            path: root.path,
            inode: root.inode,
            target: target.id,
            copy: try await blocking.run {
                try storage { try target.identity(at: Partition.path(of: name, in: .arriving)) }.inode
            }
        )
        try await task.save(checkpoint: checkpoint.json)
        try await expect(source, root)
        var isFirst = true
        for _ in 0..<Self.openPasses {
            if try await pass(mirror, counts: isFirst) { break }
            isFirst = false
        }
        let carrier = UploadCarrier(uploads: folders.uploads, from: source, to: target)
        do {
            try await carrier.copy(try await folders.family(of: id)) { try task.checkStopped() }
            try await roots.gate.alone(id) {
                try await switchOver(root, order, to: target, key, mirror, carrier)
            }
        } catch {
            await carrier.drop()
            throw error
        }
        return checkpoint
    }

    private func expect(_ source: Partition, _ root: Root) async throws {
        let size = try await blocking.run {
            try storage { try source.volume(at: root.path).treeSize(VolumePath()) }
        }
        task.expect(bytes: size.bytes, items: Int64(size.files + size.directories))
    }

    /// A run that was killed between putting the copy in place and switching the rows: nobody used it yet, but the
    /// old place may have changed since.
    private func takeBack(
        _ root: Root,
        _ order: FolderMoveOrder,
        _ name: String,
        on target: Partition
    ) async throws {
        guard let checkpoint = FolderMoveCheckpoint(json: task.checkpoint), checkpoint.target == target.id
        else { return }
        let path = VolumePath([order.directory])
        try await blocking.run {
            try storage {
                guard let identity = try? target.identity(at: path), identity.inode == checkpoint.copy,
                    try !target.isParked(name, in: .arriving)
                else { return }
                try target.park(path, as: name, in: .arriving)
            }
        }
    }

    /// - Returns: whether both trees are equal.
    private func pass(_ mirror: TreeMirror, counts: Bool) async throws -> Bool {
        try await blocking.run { [task] in
            try mirror.pass(
                TreeMirror.Progress(
                    bytes: { bytes in
                        try task.checkStopped()
                        if counts, bytes > 0 { task.advance(bytes: bytes) }
                    },
                    items: { items in if counts { task.advance(items: items) } }
                )
            )
        }
    }

    // MARK: Switching

    /// The last step, with nobody else below the folder.
    private func switchOver(
        _ root: Root,
        _ order: FolderMoveOrder,
        to target: Partition,
        _ key: Partitions.Key,
        _ mirror: TreeMirror,
        _ carrier: UploadCarrier
    ) async throws {
        let family = try await folders.family(of: root.id)
        folders.uploads.evict(from: family)
        guard try await roots.attached(root.id).place == root.place else {
            // Moved behind our back meanwhile: the next run finds it where it is.
            throw DriveError(.busy, retryAfter: 1)
        }
        var isEqual = false
        for _ in 0..<Self.lastPasses where !isEqual { isEqual = try await pass(mirror, counts: false) }
        guard isEqual else { throw DriveError(.busy, retryAfter: 60) }
        try await carrier.copy(family) { try task.checkStopped() }
        let path = VolumePath([order.directory])
        let name = Self.parkingName(root.id)
        try await blocking.run {
            try storage(exists: .folderNameTaken) {
                try mirror.sync()
                try target.unpark(name, in: .arriving, to: path)
            }
        }
        do {
            let carried = try await roots.prepareCarry(root.id, onto: key, at: path)
            let index = try await FolderIndex.collect(
                family,
                in: folders,
                from: root,
                to: target.volume(at: path)
            )
            let uploads = carrier.carried
            try await folders.database.write { [roots] session in
                try roots.carry(root.id, carried, session)
                try index.store(partition: target.id, session)
                for upload in uploads {
                    try session.run("UPDATE uploads SET inode = ? WHERE id = ?", upload.inode, upload.id)
                }
            }
        } catch {
            try? await blocking.run { try target.park(path, as: name, in: .arriving) }
            throw error
        }
        roots.invalidate()
        await carrier.finish()
    }

    // MARK: What is left

    /// Deletes the tree that the folder left, once its rows are switched.
    private func removeOld(_ old: FolderMoveCheckpoint, _ id: Int) async throws {
        guard let (_, partition) = roots.partitions.named(id: old.source) else {
            throw DriveError(.partitionUnavailable)
        }
        let name = Self.parkingName(id)
        // Unfinished uploads went along; a run that was killed may have left their old files.
        let family = try await folders.family(of: id)
        await folders.uploads.discardStaged(try await folders.uploads.open(in: family), on: partition)
        try await blocking.run { [task] in
            try storage {
                if let identity = try? partition.identity(at: old.path), identity.inode == old.inode,
                    try !partition.isParked(name, in: .leaving)
                {
                    try partition.park(old.path, as: name, in: .leaving)
                }
                try partition.removeParked(name, in: .leaving) { _ in try task.checkStopped() }
            }
        }
    }

    /// Deletes what a move that failed, or that goes elsewhere now, left at its target.
    private func removeCopy(of id: Int, on partition: String) async throws {
        guard let (_, target) = roots.partitions.named(id: partition) else { return }
        let name = Self.parkingName(id)
        try await blocking.run {
            try storage { try target.removeParked(name, in: .arriving) { _ in } }
        }
    }
}
