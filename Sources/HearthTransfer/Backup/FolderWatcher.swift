/// What a watcher saw.
public enum FolderChange: Sendable, Hashable {
    /// Something at or below a path below the folder may have changed; empty is the folder itself.
    case changed([UInt8])
    /// More happened than could be told: everything must be looked at.
    case missed
    /// Not everything can be watched; only a look on a schedule finds what changes there.
    case limited(reason: String)
}

/// Tells what changes in a folder; each system has its own way.
public protocol FolderWatcher: Sendable {
    /// Watches a folder with all that is in it, also what comes later; follows no links.
    ///
    /// - Parameter folder: of this machine.
    /// - Returns: changes, until whoever reads stops. The watch is in place when this returns.
    func changes(in folder: LocalPath) -> AsyncStream<FolderChange>
}
