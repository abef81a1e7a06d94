/// Copies a file or tree of any volume into a vault, through memory: content is sealed on its way.
///
/// A tree is built where nobody sees it and linked by one rename at the end. Symbolic links, FIFOs and devices are left
/// out, and what vanishes meanwhile. Modification times are kept. Deep trees cost neither stack nor descriptors.
enum VolumeCopy {
    /// Copies a file or tree.
    ///
    /// - Parameters:
    ///   - path: on the source; a link inside the root stands for its target.
    ///   - source: any volume.
    ///   - destination: does not exist yet; its parent does.
    ///   - target: the vault.
    ///   - progress: hears the plain bytes copied since its last call.
    /// - Throws: as ``Volume/copy(_:to:on:progress:)``; `.invalidName` when a name of the source is not UTF-8;
    ///   `.alreadyExists` also when two names of the source are one in form C.
    static func run(
        _ path: VolumePath,
        from source: any Volume,
        to destination: VolumePath,
        on target: EncryptedVolume,
        progress: (Int64) throws -> Void
    ) throws {
        let (name, parentPath) = try EncryptedVolume.split(destination)
        let parents = try target.directories(to: parentPath)
        guard let parent = parents.last, try target.vault.locate(name, in: parent).content.isFree else {
            throw StorageError(.alreadyExists, "the destination of a copy exists")
        }
        let info = try source.info(path)
        switch info.kind {
        case .other: throw StorageError(.notARegularFile, "only files and directories are copied")
        case .file:
            let vault = target.vault
            let file = try CopiedFile(source.open(path), in: vault, on: vault.inner, progress: progress)
            defer { file.discard() }
            _ = try vault.publish(file.finished, as: name, in: parent, mode: .failIfExists)
        case .directory:
            if let source = source as? EncryptedVolume {
                let top = try source.directory(at: path)
                let isInside =
                    source.partitionID == target.partitionID && parents.contains { $0.id == top.id }
                if isInside { throw StorageError(.intoItself, "the destination lies inside the source") }
                let tree = VaultTree(vault: source.vault)
                try copyTree(top, of: tree, to: target.vault, as: name, in: parent, progress)
            } else {
                let tree = PlainTree(volume: source, vault: try target.vault.inner.info(.root))
                try copyTree(path, of: tree, to: target.vault, as: name, in: parent, progress)
            }
        }
    }

    private static func copyTree<Tree: SourceTree>(
        _ top: Tree.Directory,
        of tree: Tree,
        to vault: Vault,
        as name: FileName,
        in parent: VaultDirectory,
        _ progress: (Int64) throws -> Void
    ) throws {
        let unlinked = try vault.beginDirectory()
        defer { vault.letGo(unlinked) }
        try withoutActuallyEscaping(progress) { progress in
            var run = TreeRun(source: tree, target: UnseenTree(in: vault), progress: progress)
            try run.fill(unlinked.directory, from: top)
        }
        try vault.link(unlinked, as: name, in: parent)
    }
}

/// The state of one tree's copy.
private struct TreeRun<Tree: SourceTree> {
    let source: Tree
    var target: UnseenTree
    let progress: (Int64) throws -> Void

    /// Fills a directory that nobody sees with everything below another one.
    mutating func fill(_ top: VaultDirectory, from sourceTop: Tree.Directory) throws {
        var pending = [(from: sourceTop, to: top)]
        while let (from, to) = pending.popLast() {
            let info = try source.info(of: from)
            for (name, item) in try copyFiles(of: from, to: to) {
                guard let directory = try source.enter(item) else { continue }
                pending.append((directory, try target.makeDirectory(name, in: to)))
            }
            // Nothing is made in it any more: what comes below lies elsewhere.
            try target.setModified(info.modified, of: to)
        }
        try target.finish()
    }

    /// Copies the files of one directory; returns its subdirectories.
    private mutating func copyFiles(
        of from: Tree.Directory,
        to directory: VaultDirectory
    ) throws -> [(name: FileName, item: Tree.Item)] {
        var directories: [(name: FileName, item: Tree.Item)] = []
        var failure: (any Error)?
        try source.forEachItem(of: from) { name, item, isDirectory in
            if isDirectory {
                directories.append((name, item))
                return true
            }
            do {
                guard let file = try source.open(item) else { return true }
                try target.makeFile(name, in: directory, from: file, progress: progress)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return directories
    }
}
