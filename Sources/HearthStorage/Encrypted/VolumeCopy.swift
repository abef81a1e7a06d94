import HearthCrypto

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
            let file = try copied(source.open(path), on: target.vault, progress)
            defer { file.discard() }
            _ = try target.vault.publish(file.finished, as: name, in: parent, mode: .failIfExists)
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
            var run = TreeRun(tree: tree, vault: vault, progress: progress)
            try run.fill(unlinked.directory, from: top)
        }
        try vault.link(unlinked, as: name, in: parent)
    }

    /// A copied file that has no name yet.
    struct Copied {
        let finished: Vault.Finished
        let vault: Vault

        /// Throws the file away unless it has got a name.
        func discard() { try? vault.inner.discardStaged(id: finished.staged.id) }
    }

    /// Seals the content of an open file into a new one, durably.
    static func copied(
        _ file: any ReadableFile,
        on vault: Vault,
        _ progress: (Int64) throws -> Void
    ) throws -> Copied {
        let id = "copy-\(RandomName.text())"
        let size = VaultFormat.cipherSize(ofPlainSize: file.info.size)
        let inner = try vault.inner.stage(id: id, size: size)
        do {
            let staged = try EncryptedStagedFile(new: inner, keys: vault.keys)
            try staged.copy(file.info.size, of: file, progress: progress)
            try staged.setModified(file.info.modified)
            try staged.sync()
            return Copied(finished: try vault.finished(staged), vault: vault)
        } catch {
            try? vault.inner.discardStaged(id: id)
            throw error
        }
    }
}

/// The state of one tree's copy.
private struct TreeRun<Tree: SourceTree> {
    let tree: Tree
    let vault: Vault
    let progress: (Int64) throws -> Void
    /// Records of what was made, which are written some at a time.
    private var seals: [(VaultPlace, [UInt8]?)] = []
    private static var batch: Int { 256 }

    init(tree: Tree, vault: Vault, progress: @escaping (Int64) throws -> Void) {
        self.tree = tree
        self.vault = vault
        self.progress = progress
    }

    /// Fills a directory that nobody sees with everything below another one.
    mutating func fill(_ target: VaultDirectory, from source: Tree.Directory) throws {
        var pending = [(source: source, target: target)]
        while let (source, target) = pending.popLast() {
            let info = try tree.info(of: source)
            for item in try copyFiles(of: source, to: target) {
                guard let directory = try tree.enter(item.item) else { continue }
                let made = try vault.makeUnseenDirectory(item.name, in: target)
                try record(made.place, made.seal)
                pending.append((directory, made.directory))
            }
            // Nothing is made in it any more: what comes below lies elsewhere.
            try vault.inner.setModified(info.modified, of: target.path)
        }
        vault.records.settle(seals)
    }

    /// Copies the files of one directory; returns its subdirectories.
    private mutating func copyFiles(
        of source: Tree.Directory,
        to target: VaultDirectory
    ) throws -> [(name: FileName, item: Tree.Item)] {
        var directories: [(name: FileName, item: Tree.Item)] = []
        var failure: (any Error)?
        try tree.forEachItem(of: source) { name, item, isDirectory in
            if isDirectory {
                directories.append((name, item))
                return true
            }
            do {
                try copyFile(item, name, to: target)
                return true
            } catch {
                failure = error
                return false
            }
        }
        if let failure { throw failure }
        return directories
    }

    private mutating func copyFile(
        _ item: Tree.Item,
        _ name: FileName,
        to target: VaultDirectory
    ) throws {
        guard let file = try tree.open(item) else { return }
        let copied = try VolumeCopy.copied(file, on: vault, progress)
        do {
            let made = try vault.publishUnseen(copied.finished, as: name, in: target)
            try record(made.place, made.seal)
        } catch {
            copied.discard()
            throw error
        }
    }

    private mutating func record(_ place: VaultPlace, _ seal: [UInt8]) throws(StorageError) {
        seals.append((place, seal))
        guard seals.count >= Self.batch else { return }
        vault.records.settle(seals)
        seals.removeAll(keepingCapacity: true)
    }
}
