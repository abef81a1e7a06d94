#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Removes files and folders of this machine: those that were listed, and nothing that came since.
struct LocalRemoval {
    let top: LocalPath

    /// Removes; what is gone is fine. Blocks.
    ///
    /// - Throws: ``TransferError/Code/localExists`` for a folder that holds something new.
    func remove(_ deletion: MirrorPlan.Deletion) throws(TransferError) {
        for entry in deletion.contents.reversed() { try remove(entry) }
        try remove(deletion.entry)
    }

    private func remove(_ entry: TreeEntry) throws(TransferError) {
        let path = top.appending(entry.path)
        guard entry.kind == .folder else { return try LocalTree.remove(path) }
        let (code, number) = path.withCString { (rmdir($0), errno) }
        if code != 0, number != ENOENT { throw LocalError.make(number, path) }
    }
}
