/// Lists what a backup is about, and says of which files the content is known.
struct BackupScan: Sendable {
    let set: BackupSet
    /// By path; what was read once.
    let known: [[UInt8]: BackupStore.Known]
    /// Unix seconds; files that changed later than this still move.
    let restedBefore: Double
    /// Now, in Unix seconds.
    let now: Double

    /// What was found.
    struct Found: Sendable {
        /// A file that rests.
        struct File: Sendable {
            var path: [UInt8]
            var facts: FileFacts
            /// Nil for one that must be read.
            var hash: [UInt8]?
        }

        var files: [File] = []
        /// Files that still move.
        var moving: [[UInt8]] = []
        /// Paths of which nothing is known any more.
        var gone: [[UInt8]] = []
        var problems: [TreeListing.Problem] = []
    }

    /// Lists.
    ///
    /// Links are not followed; nor are sockets and devices looked at. Blocks.
    ///
    /// - Parameter paths: what is looked at, with all below it; nil is everything.
    /// - Returns: what was found.
    /// - Throws: when the folder itself cannot be listed.
    func run(_ paths: Set<[UInt8]>?) throws(TransferError) -> Found {
        var found = Found()
        guard let top = try LocalFile.facts(set.local), top.kind == .directory else {
            throw TransferError(.localNotFound, set.local.description)
        }
        guard let paths else {
            var seen: Set<[UInt8]> = []
            try walk([], &found) { seen.insert($0) }
            // Below what could not be read nothing is known to be gone.
            let unread = Set(found.problems.map(\.path))
            found.gone = known.keys.filter { path in
                !seen.contains(path) && !TreePath.contains(above: path) { unread.contains($0) }
                    && !unread.contains(path)
            }
            return found
        }
        for path in paths where !TreePath.contains(above: path, where: { paths.contains($0) }) {
            try look(at: path, &found)
        }
        return found
    }

    private func look(at path: [UInt8], _ found: inout Found) throws(TransferError) {
        guard !path.isEmpty else { return try walk([], &found) { _ in } }
        // A link on the way would lead out of the folder.
        var above: [UInt8] = []
        for name in TreePath.names(path).dropLast() {
            above = TreePath.appending(name, to: above)
            let facts = try? LocalFile.facts(set.local.appending(above), followsLinks: false)
            guard facts?.kind == .directory else { return }
        }
        do throws(TransferError) {
            guard let facts = try LocalFile.facts(set.local.appending(path), followsLinks: false) else {
                return
            }
            switch facts.kind {
            case .directory: try walk(path, &found) { _ in }
            case .regular: take(path, facts, &found)
            case .link, .other: break
            }
        } catch {
            if error.code == .cancelled { throw error }
            found.problems.append(.init(path: path, error: error))
        }
    }

    private func walk(_ start: [UInt8], _ found: inout Found, _ seen: ([UInt8]) -> Void) throws(TransferError)
    {
        var waiting = [start]
        while let folder = waiting.popLast() {
            if Task.isCancelled { throw TransferError(.cancelled) }
            let directory = folder.isEmpty ? set.local : set.local.appending(folder)
            do throws(TransferError) {
                for name in try LocalTree.names(in: directory) {
                    let path = TreePath.appending(name, to: folder)
                    let facts: FileFacts?
                    do throws(TransferError) {
                        facts = try LocalFile.facts(directory.appending(name), followsLinks: false)
                    } catch {
                        found.problems.append(.init(path: path, error: error))
                        continue
                    }
                    switch facts?.kind {
                    case .directory: waiting.append(path)
                    case .regular:
                        seen(path)
                        if let facts { take(path, facts, &found) }
                    default: break
                    }
                }
            } catch {
                if folder.isEmpty { throw error }
                // Gone meanwhile is no failure.
                if error.code != .localNotFound { found.problems.append(.init(path: folder, error: error)) }
            }
        }
    }

    private func take(_ path: [UInt8], _ facts: FileFacts, _ found: inout Found) {
        let name = path.lastIndex(of: TreePath.slash).map { Array(path[($0 + 1)...]) } ?? path
        guard set.takes(name) else { return }
        if let known = known[path], known.facts == BackupStore.Facts(facts) {
            found.files.append(.init(path: path, facts: facts, hash: known.hash))
            return
        }
        let modified = Double(facts.modified) + Double(facts.nanoseconds) / 1e9
        // A time in the future says nothing.
        if modified > restedBefore, modified <= now {
            found.moving.append(path)
        } else {
            found.files.append(.init(path: path, facts: facts, hash: nil))
        }
    }
}
