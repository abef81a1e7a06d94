import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire

/// Removal of files and whole trees, for good.
extension Files {
    /// Who asked for what: the second of two such requests at a time joins the first.
    struct RemovalKey: Hashable, Sendable {
        var user: Int
        /// The token, where encrypted folders are concerned: another one may have them locked.
        var session: Int?
        var selection: ResourceSelection
    }

    /// Removes entries.
    ///
    /// Everything is checked before anything is touched. The work goes on when the client hangs up; an identical
    /// request joins it.
    ///
    /// - Returns: how many of the paths were removed.
    /// - Throws: 10005, 10018, 10021, 10000; 10023 for a bare root; 90005 for a list that has changed.
    package func remove(_ selection: ResourceSelection, _ caller: Caller) async throws -> Int {
        let session = try await touchesVault(selection) ? caller.sessionID : nil
        let key = RemovalKey(user: caller.user.id, session: session, selection: selection)
        return try await removals.run(key) { [self] in
            let targets = try await removalTargets(selection, caller)
            try await remove(targets, caller, TransferJournal())
            return targets.count
        }
    }

    /// The same for paths one by one.
    package func remove(_ paths: [ResourcePath], _ caller: Caller) async throws -> Int {
        try await remove(.paths(paths), caller)
    }

    /// Checks a removal and turns it into a task's order.
    ///
    /// - Returns: nil when there is nothing to remove.
    /// - Throws: as ``remove(_:_:)``.
    package func order(removalOf selection: ResourceSelection, _ caller: Caller) async throws -> TaskOrder? {
        let targets = try await removalTargets(selection, caller)
        if targets.count == 0 { return nil }
        return try FileTaskParameters(sources: targets).order(.deleteFiles, user: caller.user.id)
    }

    // MARK: What is to be removed

    /// The entries, each once, and none that goes with a directory above it; in the order of the request.
    private func removalTargets(
        _ selection: ResourceSelection,
        _ caller: Caller
    ) async throws -> SelectedResources {
        if case .paths(let paths) = selection { return try await removalTargets(paths, caller) }
        if case .all(let parent, _, _) = selection {
            _ = try await roots.access(parent, caller, needing: .delete, or: .noDeleteRight)
        }
        return try await resolve(selection, caller)
    }

    private func removalTargets(
        _ paths: [ResourcePath],
        _ caller: Caller
    ) async throws -> SelectedResources {
        var accesses: [Int: RootAccess] = [:]
        for root in try Set(paths.map { try $0.requireRoot().root }).sorted() {
            accesses[root] = try await roots.access(root, caller, needing: .delete, or: .noDeleteRight)
        }
        var real: Set<RootPlace> = []
        var targets: [(path: ResourcePath, real: RootPlace)] = []
        for path in paths {
            let (root, below) = try path.requireRoot()
            guard let access = accesses[root] else { continue }
            let name = try access.stored(below)
            let place = try await roots.place(of: access, name)
            _ = try await blocking.run { try storage { try place.volume.entryInfo(place.path) } }
            let entry = access.root.place.below(name)
            if real.insert(entry).inserted { targets.append((path, entry)) }
        }
        let distinct = targets.filter { !Self.goesWithAncestor($0.real, real) }
        return SelectedResources(items: .paths(distinct.map(\.path)))
    }

    private static func goesWithAncestor(_ entry: RootPlace, _ others: Set<RootPlace>) -> Bool {
        // One other at most cannot lie above this one; the usual request ends here.
        if others.count == 1 { return false }
        var ancestor = entry.path.parent
        while let current = ancestor, !current.isRoot {
            if others.contains(RootPlace(partition: entry.partition, path: current)) { return true }
            ancestor = current.parent
        }
        return false
    }

    // MARK: Removing

    /// So many entries are written down together: deleting a large directory costs two durable writes a batch, not two
    /// an entry.
    private static let batch = 256

    /// Removes what is left of a selection, in its order, with the right checked again.
    func remove(_ sources: SelectedResources, _ caller: Caller, _ journal: TransferJournal) async throws {
        while journal.next < sources.count {
            try journal.task?.checkStopped()
            let first = journal.next
            let end = min(sources.count, first + Self.batch)
            let roots = Set(try (first..<end).map { try sources[$0].requireRoot().root })
            try await self.roots.changing(Array(roots)) {
                try await remove(sources, from: first, to: end, caller, journal)
            }
        }
        try await journal.store()
    }

    /// An entry about to be removed.
    private struct Doomed: Sendable {
        var place: RootStore.Place
        var info: FileInfo
        /// Nothing is shared below it, and no row tells of it.
        var isEncrypted: Bool
    }

    private func remove(
        _ sources: SelectedResources,
        from first: Int,
        to end: Int,
        _ caller: Caller,
        _ journal: TransferJournal
    ) async throws {
        var doomed: [Doomed] = []
        var failure: (any Error)?
        do {
            for index in first..<end { doomed.append(try await lookUp(sources[index], caller)) }
        } catch {
            // What stands before it in the request goes first, as it would one by one.
            failure = error
        }
        try await journal.intend(removalOf: doomed.map(\.info.inode))
        var next = 0
        do {
            while next < doomed.count {
                try journal.task?.checkStopped()
                let files = Self.files(of: doomed[next...])
                if files.isEmpty {
                    try await removeTree(doomed[next], caller, journal)
                    next += 1
                } else {
                    try await removeFiles(files, journal, hasRows: !doomed[next].isEncrypted)
                    next += files.count
                }
            }
        } catch {
            failure = error
        }
        if let failure { throw failure }
    }

    /// The files at the beginning that lie in one directory.
    private static func files(of doomed: ArraySlice<Doomed>) -> [RootStore.Place] {
        guard let first = doomed.first, let directory = first.place.path.parent else { return [] }
        return doomed.prefix { entry in
            entry.info.kind != .directory && entry.place.root == first.place.root
                && entry.place.path.parent == directory
        }.map(\.place)
    }

    private func lookUp(_ path: ResourcePath, _ caller: Caller) async throws -> Doomed {
        let (access, below) = try await roots.access(path, caller, needing: .delete, or: .noDeleteRight)
        let place = try await roots.place(of: access, below)
        return Doomed(
            place: place,
            info: try storage { try place.volume.entryInfo(place.path) },
            isEncrypted: access.seal.isEncrypted
        )
    }

    private func removeTree(
        _ doomed: Doomed,
        _ caller: Caller,
        _ journal: TransferJournal
    ) async throws {
        let task = journal.task
        let place = doomed.place
        let remove = { @Sendable [blocking] in
            try await blocking.run {
                try storage { try place.volume.remove(place.path) { _ in try task?.checkStopped() } }
            }
        }
        if doomed.isEncrypted {
            try await remove()
        } else {
            try await roots.removing(place.root, place.path, by: caller.user.id, remove)
        }
        journal.finish()
        task?.advance(items: 1)
    }

    /// Files have nothing shared below; their rows go together.
    private func removeFiles(
        _ places: [RootStore.Place],
        _ journal: TransferJournal,
        hasRows: Bool
    ) async throws {
        guard let first = places.first, let directory = first.path.parent else { return }
        let names = places.compactMap(\.path.last)
        let before = journal.next
        var failure: (any Error)?
        do {
            try await blocking.run {
                try storage {
                    try first.volume.removeFiles(names, in: directory) {
                        journal.finish()
                        journal.task?.advance(items: 1)
                        try journal.task?.checkStopped()
                    }
                }
            }
        } catch {
            failure = error
        }
        let gone = places.prefix(journal.next - before)
        if !gone.isEmpty, hasRows {
            try await database.write { session in
                for place in gone { try FileIndex.remove(root: place.root, place.path, session) }
            }
        }
        if let failure { throw failure }
    }
}
