/// Lists a folder of this machine.
///
/// Links are not followed, except for the top itself, which was named outright. Blocks.
struct LocalScan {
    let top: LocalPath
    let selection: TreeSelection

    /// Lists everything that is meant.
    ///
    /// - Throws: when the top is there and cannot be listed.
    func run() throws(TransferError) -> TreeListing {
        var listing = TreeListing()
        guard let facts = try LocalFile.facts(top) else {
            listing.isMissing = true
            return listing
        }
        guard facts.kind == .directory else { throw TransferError(.localExists, top.description) }
        // The folders that wait, the next one last: no recursion, however deep the tree is.
        var waiting: [[UInt8]] = [[]]
        while let folder = waiting.popLast() {
            if Task.isCancelled { throw TransferError(.cancelled) }
            do throws(TransferError) {
                try read(folder, into: &listing, &waiting)
            } catch {
                if folder.isEmpty { throw error }
                listing.close(folder, error)
            }
        }
        if !selection.keepsEmptyFolders { listing.dropFoldersWithoutFiles() }
        return listing
    }

    private func read(
        _ folder: [UInt8],
        into listing: inout TreeListing,
        _ waiting: inout [[UInt8]]
    ) throws(TransferError) {
        let directory = folder.isEmpty ? top : top.appending(folder)
        for name in try LocalTree.names(in: directory) {
            let path = TreePath.appending(name, to: folder)
            let facts: FileFacts?
            do throws(TransferError) {
                facts = try LocalFile.facts(top.appending(path), followsLinks: false)
            } catch {
                listing.close(path, error)
                continue
            }
            // Gone since its folder was read.
            guard let facts else { continue }
            guard selection.isIncluded(path, facts.kind == .directory) else {
                listing.leave(path)
                continue
            }
            switch facts.kind {
            case .regular:
                listing.add(
                    TreeEntry(path: path, kind: .file, size: facts.size, modified: facts.modified)
                )
            case .directory:
                listing.add(TreeEntry(path: path, kind: .folder))
                waiting.append(path)
            case .link:
                listing.close(path, TransferError(.symbolicLink, directory.appending(name).description))
            case .other:
                listing.close(path, TransferError(.notRegular, directory.appending(name).description))
            }
        }
    }
}
