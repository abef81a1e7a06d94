import HearthConcurrency
import HearthStorage
import HearthWire

/// Removal of files and whole trees, for good.
extension Files {
    /// Who asked for what: the second of two such requests at a time joins the first.
    struct RemovalKey: Hashable, Sendable {
        var user: Int
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
        let key = RemovalKey(user: caller.user.id, selection: selection)
        return try await removals.run(key) { [self] in
            let targets = try await removalTargets(selection, caller)
            let journal = TransferJournal()
            for index in 0..<targets.count { try await remove(targets[index], caller, journal) }
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
        let id = try UploadID.make()
        return TaskOrder(
            topic: .deleteFiles,
            sign: id,
            subject: id,
            user: caller.user.id,
            parameters: FileTaskParameters(sources: targets).text
        )
    }

    // MARK: What is to be removed

    /// The entries, each once, and none that goes with a directory above it; in the order of the request.
    private func removalTargets(
        _ selection: ResourceSelection,
        _ caller: Caller
    ) async throws -> SelectedResources {
        if case .paths(let paths) = selection { return try await removalTargets(paths, caller) }
        if case .all(let parent, _, _) = selection {
            let (access, _) = try await access(parent, caller)
            guard access.rights.contains(.delete) else { throw DriveError(.noDeleteRight) }
        }
        return try await resolve(selection, caller)
    }

    private func removalTargets(
        _ paths: [ResourcePath],
        _ caller: Caller
    ) async throws -> SelectedResources {
        var accesses: [Int: RootAccess] = [:]
        for root in try Set(paths.map { try $0.requireRoot().root }).sorted() {
            let access = try await roots.access(root, of: caller.user.id)
            guard access.rights.contains(.delete) else { throw DriveError(.noDeleteRight) }
            accesses[root] = access
        }
        var real: Set<RootPlace> = []
        var targets: [(path: ResourcePath, real: RootPlace)] = []
        for path in paths {
            let (root, below) = try path.requireRoot()
            guard let access = accesses[root] else { continue }
            let place = try await roots.place(of: access, below)
            _ = try await blocking.run { try storage { try place.volume.entryInfo(place.path) } }
            let entry = access.root.place.below(below)
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

    /// Removes one entry, with the right checked again.
    func remove(_ path: ResourcePath, _ caller: Caller, _ journal: TransferJournal) async throws {
        try await roots.changing([try path.requireRoot().root]) {
            let (access, below) = try await access(path, caller)
            guard access.rights.contains(.delete) else { throw DriveError(.noDeleteRight) }
            let place = try await roots.place(of: access, below)
            let info = try await blocking.run { try storage { try place.volume.entryInfo(place.path) } }
            try await journal.intend(
                PendingStep(
                    kind: .remove,
                    place: PendingStep.Place(root: place.root, path: place.path),
                    inode: info.inode
                )
            )
            try await roots.removing(place.root, place.path, by: caller.user.id) { [blocking] in
                try await blocking.run {
                    try storage {
                        try place.volume.remove(place.path) { _ in try journal.task?.checkStopped() }
                    }
                }
            }
            journal.finish()
        }
    }
}
