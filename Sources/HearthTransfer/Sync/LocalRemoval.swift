#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Removes files and folders of this machine: those that were listed, as they were listed, and nothing that came or
/// changed since.
struct LocalRemoval {
    let top: LocalPath

    /// Removes; what is gone is fine.
    ///
    /// Blocks.
    ///
    /// - Throws: ``TransferError/Code/localExists`` for a folder that holds something new;
    ///   ``TransferError/Code/sourceChanged`` for a file that was changed.
    func remove(_ deletion: MirrorPlan.Deletion) throws(TransferError) {
        for entry in deletion.contents.reversed() { try remove(entry) }
        try remove(deletion.entry)
    }

    private func remove(_ entry: TreeEntry) throws(TransferError) {
        let path = top.appending(entry.path)
        guard entry.kind == .folder else {
            guard let now = try LocalFile.facts(path, followsLinks: false) else { return }
            guard now.kind == .regular, now.size == entry.size, now.modified == entry.modified else {
                throw TransferError(.sourceChanged, path.description)
            }
            return try LocalTree.remove(path)
        }
        let (code, number) = path.withCString { (rmdir($0), errno) }
        if code != 0, number != ENOENT { throw LocalError.make(number, path) }
    }
}
