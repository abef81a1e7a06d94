import HearthCrypto

/// A tree that is copied: what its directories and entries are remembered by, so that depth costs nothing.
protocol SourceTree {
    /// How a directory is found again.
    associatedtype Directory
    /// How an entry is found again.
    associatedtype Item

    /// What a directory is.
    func info(of directory: Directory) throws(StorageError) -> FileInfo
    /// Streams files and directories, until false comes back.
    func forEachItem(
        of directory: Directory,
        _ body: (_ name: FileName, _ item: Item, _ isDirectory: Bool) -> Bool
    ) throws(StorageError)
    /// Opens a file; nil when it is gone or is none any more.
    func open(_ item: Item) throws(StorageError) -> (any ReadableFile)?
    /// Enters a directory; nil when it is gone or is none any more.
    func enter(_ item: Item) throws(StorageError) -> Directory?
}

extension SourceTree {
    /// Nil for what vanished while it was copied.
    fileprivate func ifPresent<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result? {
        do throws(StorageError) { return try body() } catch {
            let vanished: [StorageError.Code] = [
                .notFound, .notADirectory, .isADirectory, .notARegularFile, .escapes,
            ]
            guard vanished.contains(error.code) else { throw error }
            return nil
        }
    }
}

/// A tree of any volume, by paths.
struct PlainTree: SourceTree {
    let volume: any Volume
    /// The directory that holds the vault which gets the copy: it would never end in there.
    let vault: FileInfo

    func info(of directory: VolumePath) throws(StorageError) -> FileInfo {
        let info = try volume.info(directory)
        if info.inode == vault.inode, info.device == vault.device {
            throw StorageError(.intoItself, "the destination lies inside the source")
        }
        return info
    }

    func forEachItem(
        of directory: VolumePath,
        _ body: (FileName, VolumePath, Bool) -> Bool
    ) throws(StorageError) {
        try volume.forEachEntry(of: directory) { entry in
            // A link is not followed below what is copied, and a vault's volume makes none.
            guard entry.kind != .other, !entry.isLink else { return true }
            let name = FileName(unchecked: entry.name)
            return body(name, directory.appending(name), entry.kind == .directory)
        }
    }

    func open(_ item: VolumePath) throws(StorageError) -> (any ReadableFile)? {
        try ifPresent { () throws(StorageError) in try volume.open(item) }
    }

    func enter(_ item: VolumePath) throws(StorageError) -> VolumePath? {
        let info = try ifPresent { () throws(StorageError) in try volume.entryInfo(item) }
        return info?.kind == .directory ? item : nil
    }
}

/// A tree of a vault, by the ids of its directories.
final class VaultTree: SourceTree {
    private let vault: Vault
    /// No directory is in a tree twice, unless a link was tampered with: then the copy would never end.
    private var seen: Set<VaultDirectoryID> = []

    init(vault: Vault) { self.vault = vault }

    func info(of directory: VaultDirectory) throws(StorageError) -> FileInfo {
        guard seen.insert(directory.id).inserted else {
            throw StorageError(.damaged, "a directory of a vault lies inside itself")
        }
        guard let info = try vault.present(directory.path) else {
            throw StorageError(.damaged, "the content of a vault's directory is missing")
        }
        return info
    }

    func forEachItem(
        of directory: VaultDirectory,
        _ body: (FileName, VaultSpot, Bool) -> Bool
    ) throws(StorageError) {
        var isDamaged = false
        try vault.scan(directory) { found in
            guard case .entry(let entry) = found else {
                isDamaged = true
                return false
            }
            switch entry.kind {
            case .file: return body(entry.name, entry.spot, false)
            case .directory: return body(entry.name, entry.spot, true)
            case .other: return true
            }
        }
        // A copy without it would look whole.
        if isDamaged { throw StorageError(.damaged, "a name of a vault cannot be read") }
    }

    func open(_ item: VaultSpot) throws(StorageError) -> (any ReadableFile)? {
        try ifPresent { () throws(StorageError) in try vault.openFile(at: item) }
    }

    func enter(_ item: VaultSpot) throws(StorageError) -> VaultDirectory? {
        try ifPresent { () throws(StorageError) in try vault.child(at: item) }
    }
}
