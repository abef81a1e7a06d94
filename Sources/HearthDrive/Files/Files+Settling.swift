import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// What a killed task left between a step and the next.
extension Files {
    /// Finds out whether a pending step happened; what belongs to it is done too.
    ///
    /// - Parameters:
    ///   - step: what was about to be done.
    ///   - isStart: whether this is the start of the server, before the first request: then nobody changed anything
    ///     since, inodes are still those of the step, and a source that was to go after its copy had its name can go.
    ///   - user: who asked for it.
    /// - Returns: false when it did not happen.
    /// - Throws: 1 when a source is still there that only a start may remove; what disk and database throw.
    func settle(_ step: PendingStep, atStart isStart: Bool, by user: Int) async throws -> Bool {
        guard let place = step.place, step.kind != .mirror else { return false }
        let volume = try await roots.volume(of: place.root)
        let isThere = try await blocking.run { try volume.entryIfPresent(place.path)?.inode == step.inode }
        switch step.kind {
        case .mirror: return false
        case .publish: return isThere
        case .rename:
            guard isThere, let source = step.source else { return false }
            // Two names of one file: the move is done when only the new one is left.
            return try await !isThereStill(source, step.sourceInode)
        case .carry:
            guard isThere, let source = step.source else { return false }
            if try await isThereStill(source, step.sourceInode) {
                // Later somebody may have changed the source: it is left to people which of the two goes.
                guard isStart else { throw DriveError(.internalError) }
                if let parked = step.parked {
                    _ = try await finishCarry(source, place, parked: parked, by: user)
                } else {
                    try await finishCarry(source, file: step.sourceInode, by: user)
                }
            } else {
                _ = try await database.write { [roots] in try roots.forget(source.root, source.path, $0) }
                roots.invalidate()
            }
            return true
        }
    }

    /// Counts the removals of a batch that happened: entries that are gone, or others by their inodes.
    ///
    /// At a start nobody can have made a new entry with an old inode yet; later one is at worst removed that was made
    /// in the place of one that was to go.
    func settle(removals sources: SelectedResources, _ checkpoint: inout FileTaskCheckpoint) async throws {
        while let inode = checkpoint.doomed.first, checkpoint.next < sources.count {
            let (root, path) = try sources[checkpoint.next].requireRoot()
            if try await isThere(root, path, inode) { break }
            _ = try await database.write { [roots] in try roots.forget(root, path, $0) }
            checkpoint.finish()
        }
        checkpoint.doomed = []
        roots.invalidate()
    }

    private func isThere(_ root: Int, _ path: VolumePath, _ inode: UInt64) async throws -> Bool {
        do {
            let volume = try await roots.volume(of: root)
            return try await blocking.run {
                // A shared directory by itself is there as long as its root is.
                path.isRoot ? true : try volume.entryIfPresent(path)?.inode == inode
            }
        } catch let error as DriveError where error.code == .noAccess || error.code == .resourceNotFound {
            // The root went with a directory that was removed.
            return false
        }
    }

    private func isThereStill(_ place: PendingStep.Place, _ inode: UInt64) async throws -> Bool {
        let volume = try await roots.volume(of: place.root)
        return try await blocking.run { try volume.entryIfPresent(place.path)?.inode == inode }
    }

    /// Deletes hidden trees of moves that no task goes on with; called once at start.
    func removeParked() async throws {
        let checkpoints = try await database.read { session in
            try session.query("SELECT checkpoint FROM tasks WHERE checkpoint <> ''").map { try $0.text(0) }
        }
        let known = Set(checkpoints.compactMap { FileTaskCheckpoint($0).pending?.parked })
        let partitions = roots.partitions.all
        try await blocking.run {
            for open in partitions {
                for parking in Partition.Parking.allCases {
                    for name in try open.partition.parked(in: parking)
                    where name.hasPrefix(TransferRun.parkedPrefix)
                        && !(parking == .arriving && known.contains(name))
                    {
                        try open.partition.removeParked(name, in: parking) { _ in }
                    }
                }
            }
        }
    }
}
