/// Works out what makes one tree like another; pure.
///
/// What is known of neither side's closed places never leads to a deletion: at and below them everything stays, and
/// so do the folders above them.
public struct MirrorPlanner: Sendable {
    private let source: TreeListing
    private let target: TreeListing
    private let comparison: TreeComparison
    private let deletes: Bool
    /// Folders that hold something of the source that is not known.
    private let guarded: Set<[UInt8]>

    /// Takes both trees.
    ///
    /// - Parameters:
    ///   - source: what shall be.
    ///   - target: what is.
    ///   - comparison: which files count as the same.
    ///   - deletes: whether what the source does not have goes at the target.
    public init(source: TreeListing, target: TreeListing, comparison: TreeComparison, deletes: Bool) {
        self.source = source
        self.target = target
        self.comparison = comparison
        self.deletes = deletes
        guarded = source.foldersAboveClosed
    }

    /// The plan.
    public func plan() -> MirrorPlan {
        var plan = MirrorPlan()
        plan.isSourceEmpty = source.files == 0
        plan.isTargetMissing = target.isMissing
        plan.problems = source.problems + target.problems
        plan.leftOut = source.leftOut + target.leftOut
        var clashes: Set<[UInt8]> = []
        var blocked: Set<[UInt8]> = []
        for entry in source.sorted {
            if TreePath.contains(above: entry.path, where: { blocked.contains($0) }) {
                continue
            } else if TreePath.contains(above: entry.path, where: { clashes.contains($0) }) {
                if entry.kind == .folder {
                    plan.laterFolders.append(entry)
                } else {
                    plan.laterCopies.append(entry)
                }
            } else if target.isClosed(entry.path) {
                block(entry, .unreadable, &plan, &blocked)
            } else if let present = target.entries[entry.path] {
                meet(entry, present, &plan, &clashes, &blocked)
            } else if entry.kind == .folder {
                plan.folders.append(entry)
            } else {
                plan.copies.append(entry)
            }
        }
        if deletes { delete(&plan, clashes) }
        return plan
    }

    private func block(
        _ entry: TreeEntry,
        _ reason: MirrorPlan.Obstacle.Reason,
        _ plan: inout MirrorPlan,
        _ blocked: inout Set<[UInt8]>
    ) {
        plan.obstacles.append(.init(entry: entry, reason: reason))
        blocked.insert(entry.path)
    }

    /// Both sides have something of that name.
    private func meet(
        _ entry: TreeEntry,
        _ present: TreeEntry,
        _ plan: inout MirrorPlan,
        _ clashes: inout Set<[UInt8]>,
        _ blocked: inout Set<[UInt8]>
    ) {
        switch (entry.kind, present.kind) {
        case (.folder, .folder): return
        case (.file, .file): compare(entry, present, &plan)
        default:
            guard deletes else {
                let reason: MirrorPlan.Obstacle.Reason =
                    present.kind == .folder ? .folderInTheWay : .fileInTheWay
                return block(entry, reason, &plan, &blocked)
            }
            if target.held.contains(present.path) { return block(entry, .holdsOthers, &plan, &blocked) }
            if guarded.contains(present.path) { return block(entry, .unreadable, &plan, &blocked) }
            clashes.insert(entry.path)
            plan.clashes.append(.init(deletion: .init(entry: present), entry: entry))
        }
    }

    private func compare(_ entry: TreeEntry, _ present: TreeEntry, _ plan: inout MirrorPlan) {
        if entry.size != present.size {
            plan.replacements.append(entry)
        } else if comparison == .checksum {
            // Nothing is as equal as nothing.
            if entry.size == 0 { plan.equal += 1 } else { plan.undecided.append(entry) }
        } else if comparison == .size || entry.modified == present.modified {
            plan.equal += 1
        } else {
            plan.replacements.append(entry)
        }
    }

    private func delete(_ plan: inout MirrorPlan, _ clashes: Set<[UInt8]>) {
        var places: [[UInt8]: Int] = [:]
        var clashPlaces: [[UInt8]: Int] = [:]
        for (index, clash) in plan.clashes.enumerated() { clashPlaces[clash.entry.path] = index }
        for entry in target.sorted {
            var above: [UInt8]?
            let isBelow = TreePath.contains(above: entry.path) { folder in
                guard places[folder] != nil || clashPlaces[folder] != nil else { return false }
                above = folder
                return true
            }
            if isBelow, let above {
                if let place = places[above] { plan.deletions[place].contents.append(entry) }
                if let place = clashPlaces[above] { plan.clashes[place].deletion.contents.append(entry) }
                continue
            }
            guard source.entries[entry.path] == nil else { continue }
            if source.isClosed(entry.path) {
                plan.kept += 1
                continue
            }
            // What is in it is looked at one by one; the folder stays for what is not known or not meant.
            if entry.kind == .folder, guarded.contains(entry.path) || target.held.contains(entry.path) {
                continue
            }
            places[entry.path] = plan.deletions.count
            plan.deletions.append(.init(entry: entry))
        }
    }
}
