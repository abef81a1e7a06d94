import HearthCrypto

/// Builds a tree of a vault where nobody sees it: below a directory that is linked only under `hearth/tmp`.
///
/// No step has to be the last one, nothing has to be looked for first, and records are written some at a time. What is
/// built is durable after ``finish()``.
struct UnseenTree {
    /// Up to this many files and directories are made durable one by one; beyond, all at once at the end.
    private static let syncedSingly = 64
    private static let recordsAtOnce = 256

    let vault: Vault
    private var made = 0
    private var undurable: (any Volume)?
    private var seals: [(VaultPlace, [UInt8]?)] = []

    init(in vault: Vault) { self.vault = vault }

    /// Makes a directory.
    ///
    /// - Throws: `.alreadyExists`; `.invalidName`, `.nameTooLong`.
    mutating func makeDirectory(
        _ name: FileName,
        in parent: VaultDirectory
    ) throws(StorageError) -> VaultDirectory {
        let spot = try vault.spots(of: name, in: parent).normal
        let volume = try nextVolume()
        let directory = try vault.newDirectory()
        try volume.makeDirectory(spot.path)
        if spot.isLong { try SmallFiles.write(spot.cipherName, at: spot.longName, on: volume) }
        // The link first: then a crash leaves nothing that is not found from the top.
        try SmallFiles.write(directory.id.bytes, at: spot.link, on: volume)
        try Vault.makeContent(of: directory, on: volume, keys: vault.keys)
        try record(vault.place(of: spot), vault.linkSeal(at: spot, to: directory.id))
        return directory
    }

    /// Makes a file with the content and time of an open one.
    ///
    /// - Throws: `.alreadyExists` when two names of the source are one in form C; what `progress` threw.
    mutating func makeFile(
        _ name: FileName,
        in parent: VaultDirectory,
        from source: any ReadableFile,
        progress: (Int64) throws -> Void
    ) throws {
        let spot = try vault.spots(of: name, in: parent).normal
        let volume = try nextVolume()
        let copied = try CopiedFile(source, in: vault, on: volume, progress: progress)
        do {
            if spot.isLong {
                try volume.makeDirectory(spot.path)
                try SmallFiles.write(spot.cipherName, at: spot.longName, on: volume)
            }
            let file = copied.finished
            try volume.publish(file.staged, at: spot.contents, mode: .failIfExists)
            try record(
                vault.place(of: spot),
                vault.fileSeal(at: spot, header: file.header, size: file.size)
            )
        } catch {
            copied.discard()
            throw error
        }
    }

    /// Sets the time of a directory in which nothing is made any more.
    mutating func setModified(_ time: FileTime, of directory: VaultDirectory) throws(StorageError) {
        try (undurable ?? vault.inner).setModified(time, of: directory.path)
    }

    /// Makes everything durable; the tree may be linked now.
    mutating func finish() throws(StorageError) {
        if undurable != nil, let batch = vault.inner as? any BatchVolume { try batch.syncAll() }
        vault.records.settle(seals)
        seals = []
    }

    /// The volume to make the next item on.
    private mutating func nextVolume() throws(StorageError) -> any Volume {
        made += 1
        if made > Self.syncedSingly, undurable == nil {
            undurable = try (vault.inner as? any BatchVolume)?.undurable()
        }
        return undurable ?? vault.inner
    }

    private mutating func record(_ place: VaultPlace, _ seal: [UInt8]) {
        seals.append((place, seal))
        guard seals.count >= Self.recordsAtOnce else { return }
        vault.records.settle(seals)
        seals.removeAll(keepingCapacity: true)
    }
}
