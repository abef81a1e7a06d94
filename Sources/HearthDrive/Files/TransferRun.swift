import HearthConcurrency
import HearthCrypto
import HearthStorage
import HearthWire

/// One copy or move at work, as a request or as a task.
///
/// Nothing is changed outside the gate, and nothing slow is done inside it: what has to be copied is copied into a
/// hidden place first and takes its name in one step, with rights and handles looked up anew.
struct TransferRun: Sendable {
    let files: Files
    let request: TransferRequest
    let sources: SelectedResources
    let caller: Caller
    /// The caller with the destination's password, where the request brings one.
    let opener: Caller
    let journal: TransferJournal
    /// Where the hidden copies are made.
    let scratches = Scratches()

    var task: TaskRun? { journal.task }
    var roots: RootStore { files.roots }
    var blocking: ThreadPool { files.blocking }

    /// How often something is begun anew because it changed meanwhile.
    static let attempts = 5
    /// How many names are tried.
    private static let names = 10_000

    /// Checks what is left, then does it.
    func perform(refusesBusy: Bool) async throws {
        let target = try await check(refusesBusy: refusesBusy)
        try await checkSpace(target)
        do {
            for index in journal.next..<sources.count {
                try task?.checkStopped()
                try await perform(sources[index])
                task?.advance(items: 1)
            }
            try await journal.store()
        } catch {
            await scratches.drop(on: blocking)
            throw error
        }
        await scratches.drop(on: blocking)
    }

    // MARK: Checks

    /// Every source that is left, before the first is touched.
    func check(refusesBusy: Bool) async throws -> TransferTarget {
        if sources.count == 0 { throw DriveError(.badRequest) }
        let target: TransferTarget
        do {
            target = try await files.target(of: request, opener, refusesBusy: refusesBusy)
        } catch let error as DriveError where error.isLocked {
            try await files.checkLocked(
                sources[journal.next],
                request,
                caller,
                refusesBusy: refusesBusy
            )
            throw error
        }
        var names: Set<FileName> = []
        for index in journal.next..<sources.count {
            let item = try await files.check(
                sources[index],
                request,
                target,
                caller,
                refusesBusy: refusesBusy
            )
            if sources.hasDistinctNames || request.conflict == .rename { continue }
            if !names.insert(item.name).inserted { throw DriveError(.destinationNameTaken) }
        }
        return target
    }

    /// Copies, and moves between partitions, need the sum of the sources and a byte more.
    private func checkSpace(_ target: TransferTarget) async throws {
        let volume = target.access.volume
        let isSealed = target.access.seal.isEncrypted
        var needed: Int64 = 0
        for index in journal.next..<sources.count {
            try task?.checkStopped()
            let (root, _) = try sources[index].requireRoot()
            let isInside = root == target.access.root.id
            let (access, path) = try await files.access(sources[index], isInside ? opener : caller)
            if request.action == .move,
                isInside || (!isSealed && access.volume.partitionID == volume.partitionID)
            {
                continue
            }
            let size = try await blocking.run { try storage { try access.volume.treeSize(path) } }
            needed += size.bytes
            // Headers, seals and their blocks: a little less than a thousandth, and so much for each entry.
            if isSealed { needed += size.bytes / 1_000 + Int64(size.files + size.directories) * 512 }
        }
        task?.expect(bytes: needed, items: Int64(sources.count))
        task?.advance(items: Int64(journal.next))
        if needed == 0 { return }
        let free = try await blocking.run { try storage { try volume.space() }.free }
        if free <= needed { throw DriveError(.destinationFull) }
    }

    // MARK: One source

    private enum Step: Sendable {
        case done
        /// Another partition, or a copy.
        case slow(TransferItem, TransferTarget)
        /// Into an encrypted folder.
        case sealed(TransferItem, TransferTarget)
    }

    private func perform(_ source: ResourcePath) async throws {
        for _ in 0..<Self.attempts {
            let step = try await gated(source) { () async throws -> Step in
                let (item, target) = try await lookUp(source)
                if item.present != nil, request.conflict == .skip {
                    journal.skip()
                    return .done
                }
                if target.access.seal.isEncrypted {
                    return try await moveInside(item, target) ? .done : .sealed(item, target)
                }
                if request.action == .move, item.place.volume.partitionID == target.access.volume.partitionID,
                    try await rename(item, target)
                {
                    return .done
                }
                return .slow(item, target)
            }
            if case .sealed(let item, let target) = step {
                if try await transferIntoVault(source, item, target) { return }
                continue
            }
            guard case .slow(let item, let target) = step else { return }
            if request.action == .copy {
                if try await copy(source, item, target) { return }
            } else if item.place.volume.partitionID == target.access.volume.partitionID {
                // Something is mounted between the two places: `rename` cannot pass there.
                if try await copy(source, item, target, removing: true) { return }
            } else if try await carry(source, item, target) {
                return
            }
        }
        throw DriveError(.busy, retryAfter: 2)
    }

    /// A source is at its new place.
    ///
    /// - Parameters:
    ///   - resource: what is there now.
    ///   - ended: shares that ended with the move.
    ///   - hash: of the file that was copied, if it is known.
    func placed(_ resource: Resource, _ ended: [EndedShare] = [], hash: SHA256Digest? = nil) {
        journal.finish(resource, ended)
        files.whenPlaced((resource, opener, hash))
    }

    /// Rights, handles and all checks as they are now.
    func lookUp(_ source: ResourcePath) async throws -> (TransferItem, TransferTarget) {
        let target = try await files.target(of: request, opener, refusesBusy: false)
        return (try await files.check(source, request, target, caller, refusesBusy: false), target)
    }

    /// Runs a short change while neither folder takes the last step of a move or removal.
    func gated<T: Sendable>(_ source: ResourcePath, _ body: () async throws -> T) async throws -> T {
        try await roots.changing(
            [try request.destination.requireRoot().root, try source.requireRoot().root],
            body
        )
    }

    /// Tries to put something at the destination under its own name, then, if the request says so, under others.
    ///
    /// `put` throws 10001 when the name is taken.
    ///
    /// - Returns: what `put` returned; nil when the name was taken meanwhile and such an entry is to be skipped.
    func named<T: Sendable>(
        _ item: TransferItem,
        _ target: TransferTarget,
        _ put: (VolumePath) async throws -> T
    ) async throws -> T? {
        var attempt = 0
        while true {
            let name = attempt == 0 ? item.name : FreeName.candidate(item.name, attempt)
            guard let name, attempt < Self.names else { throw DriveError(.destinationNameTaken) }
            do {
                return try await put(target.directory.appending(name))
            } catch let error as DriveError where error.code == .destinationNameTaken {
                if request.conflict == .skip { return nil }
                guard request.conflict == .rename else { throw error }
                attempt += 1
            }
        }
    }

    /// A move inside one partition.
    ///
    /// - Returns: false when the two places are on different file systems all the same.
    private func rename(_ item: TransferItem, _ target: TransferTarget) async throws -> Bool {
        let replaces = request.conflict == .replace && item.present != nil
        do {
            let moved = try await named(item, target) { place in
                try await journal.intend(
                    PendingStep(
                        kind: .rename,
                        place: PendingStep.Place(root: target.access.root.id, path: place),
                        inode: item.info.inode,
                        source: PendingStep.Place(root: item.place.root, path: item.place.path),
                        sourceInode: item.info.inode
                    )
                )
                let move = MoveIntent(
                    sourceRoot: item.place.root,
                    source: item.place.path,
                    finalRoot: target.access.root.id,
                    final: place,
                    inode: item.info.inode,
                    user: caller.user.id
                )
                let outcome = try await move.perform(roots) { [blocking] in
                    try await blocking.run {
                        try storage(exists: .destinationNameTaken) {
                            let volume = target.access.volume
                            try item.place.volume.rename(
                                item.place.path,
                                to: place,
                                on: volume,
                                replace: replaces
                            )
                            return try volume.entryInfo(place)
                        }
                    }
                }
                return (place, outcome)
            }
            guard let (place, outcome) = moved else {
                journal.skip()
                return true
            }
            placed(
                Resource(root: target.access.root.id, path: place, info: outcome.info),
                outcome.endedShares
            )
            return true
        } catch let error as DriveError where (error.cause as? StorageError)?.code == .crossVolume {
            return false
        }
    }
}
