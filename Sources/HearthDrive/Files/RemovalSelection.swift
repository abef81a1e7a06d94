import HearthStorage
import HearthWire

/// The paths of one delete request, by root; looks each of them up once, however many there are.
struct RemovalSelection: Sendable {
    let named: [Int: Set<VolumePath>]
    let accesses: [Int: RootAccess]

    /// What has to be removed, in the request's order: each path once, and none that goes with a directory above it.
    ///
    /// - Throws: 10023 for a bare root; 10000 when one does not exist, before anything is touched.
    func targets(in paths: [ResourcePath]) throws -> [(access: RootAccess, path: VolumePath)] {
        var seen: Set<ResourcePath> = []
        var targets: [(access: RootAccess, path: VolumePath)] = []
        for path in paths where seen.insert(path).inserted {
            let (root, below) = try path.requireRoot()
            guard let access = accesses[root], let siblings = named[root] else { continue }
            if below.isRoot { throw DriveError(.forbidden) }
            _ = try storage { try access.volume.entryInfo(below) }
            if !Self.goesWithAncestor(below, siblings) { targets.append((access, below)) }
        }
        return targets
    }

    private static func goesWithAncestor(_ path: VolumePath, _ others: Set<VolumePath>) -> Bool {
        // One other name at most cannot lie above this one; the usual request ends here.
        if others.count == 1 { return false }
        var ancestor = path.parent
        while let current = ancestor, !current.isRoot {
            if others.contains(current) { return true }
            ancestor = current.parent
        }
        return false
    }
}
