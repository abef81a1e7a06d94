import HearthConcurrency
import HearthStorage
import HearthWire

/// Moves between partitions: copy, compare by hash, switch, then delete.
///
/// The copy is made while the folder is in use. Nobody changes the folder between the last comparison and the switch,
/// so that nothing that was added meanwhile goes with the source.
extension TransferRun {
    /// Names of hidden trees begin so; what is left of them at a start and belongs to no task is deleted.
    static let parkedPrefix = "files-"

    /// Passes beside normal use, each shorter than the one before.
    private static let openPasses = 3
    /// How often the last step looks at the trees again when somebody writes past the server.
    private static let lastPasses = 5

    /// Runs the last step with nobody else below the folder that the source lies in.
    func emptied<T: Sendable>(_ source: ResourcePath, _ body: () async throws -> T) async throws -> T {
        try await roots.carrying(
            from: try source.requireRoot().root,
            to: try request.destination.requireRoot().root,
            body
        )
    }

    /// - Returns: false when something changed so that all of it has to be looked at again.
    func carry(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws -> Bool {
        switch item.info.kind {
        case .directory: try await carryTree(source, item, target)
        case .file: try await carryFile(source, item, target)
        // Links lead elsewhere from another partition, and the rest has no content.
        case .other: throw DriveError(.illegalPath)
        }
    }

    // MARK: Directories

    /// What a tree's way is made of.
    private struct Way: Sendable {
        var mirror: TreeMirror
        var source: Partition
        var target: Partition
        /// The copy in `.hearth/arriving`, later the source in `.hearth/leaving`.
        var name: String
    }

    private func carryTree(
        _ source: ResourcePath,
        _ item: TransferItem,
        _ target: TransferTarget
    ) async throws -> Bool {
        let name = try journal.parked ?? "\(Self.parkedPrefix)\(UploadID.make())"
        try await journal.intend(PendingStep(kind: .mirror, parked: name))
        let way = try await blocking.run { [roots] in
            let (from, to) = (item.real.partition, target.place.partition)
            let source = try roots.partitions.partition(pool: from.pool, name: from.name)
            let target = try roots.partitions.partition(pool: to.pool, name: to.name)
            let mirror = try storage {
                try TreeMirror(of: item.real.path, on: source, onto: target, as: name)
            }
            return Way(mirror: mirror, source: source, target: target, name: name)
        }
        do {
            for _ in 0..<Self.attempts {
                try await copy(way)
                let isDone = try await emptied(source) { () async throws -> Bool in
                    guard try await passes(Self.lastPasses, way) else { return false }
                    try await blocking.run { try storage { try way.mirror.sync() } }
                    return try await switchOver(source, item, way)
                }
                if isDone {
                    // Out of sight already; what cannot be deleted now goes at the next start.
                    try? await blocking.run {
                        try way.source.removeParked(way.name, in: .leaving) { _ in }
                    }
                    return true
                }
            }
            throw DriveError(.busy, retryAfter: 2)
        } catch {
            // A stopped task goes on with what is copied.
            if task?.isStopped != true {
                try? await blocking.run { try way.target.removeParked(way.name, in: .arriving) { _ in } }
                await journal.giveUp()
            }
            throw error
        }
    }

    private var listener: TreeMirror.Progress { TreeMirror.Progress(bytes: progress, items: { _ in }) }

    /// Brings the copy close to the source while others change it.
    ///
    /// They may never stop, so that it is enough when little is left for the passes without them.
    private func copy(_ way: Way) async throws {
        _ = try await passes(Self.openPasses, way)
        try await blocking.run { try storage { try way.mirror.sync() } }
    }

    /// - Returns: whether one of so many passes found nothing to do: both trees are equal.
    private func passes(_ count: Int, _ way: Way) async throws -> Bool {
        for _ in 0..<count where try await blocking.run({ try full { try way.mirror.pass(listener) } }) {
            return true
        }
        return false
    }

    /// The copy takes its name, the rows follow, the source goes out of sight.
    private func switchOver(
        _ source: ResourcePath,
        _ former: TransferItem,
        _ way: Way
    ) async throws -> Bool {
        let (item, target) = try await lookUp(source)
        guard item.info.inode == former.info.inode, item.real == former.real,
            target.access.volume.partitionID == way.target.id
        else { return false }
        let inode = try await blocking.run {
            try storage { try way.target.identity(at: Partition.path(of: way.name, in: .arriving)) }.inode
        }
        let from = PendingStep.Place(root: item.place.root, path: item.place.path)
        let put = try await named(item, target) { place in
            try await journal.intend(
                PendingStep(
                    kind: .carry,
                    place: PendingStep.Place(root: target.access.root.id, path: place),
                    inode: inode,
                    source: from,
                    sourceInode: item.info.inode,
                    parked: way.name
                )
            )
            try await blocking.run {
                try storage(exists: .destinationNameTaken) {
                    try way.target.unpark(
                        way.name,
                        in: .arriving,
                        to: target.access.root.place.below(place).path
                    )
                }
            }
            return place
        }
        guard let place = put else {
            try? await blocking.run { try way.target.removeParked(way.name, in: .arriving) { _ in } }
            journal.skip()
            return true
        }
        let to = PendingStep.Place(root: target.access.root.id, path: place)
        do {
            let ended = try await files.finishCarry(from, to, parked: way.name, by: caller.user.id)
            let volume = target.access.volume
            let info = try await blocking.run { try storage { try volume.info(place) } }
            placed(Resource(root: to.root, path: place, info: info), ended)
            return true
        } catch {
            // Back out of sight: the source is still where it was.
            try? await blocking.run {
                try way.target.park(
                    target.access.root.place.below(place).path,
                    as: way.name,
                    in: .arriving
                )
            }
            throw error
        }
    }
}
