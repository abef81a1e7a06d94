import Glibc
import HearthCrypto

extension Vault {
    /// A directory that nobody sees yet: `hearth/tmp/<name>/dir.c9r` leads to its content.
    struct Unlinked {
        /// Its name under `hearth/tmp`, claimed until it is let go.
        let name: FileName
        /// The node that is to be renamed into place.
        let path: VolumePath
        let directory: VaultDirectory
        /// Of the link's file, which keeps its number and times when the node is renamed.
        let stamp: LinkCache.Stamp
    }

    static let temporary = VolumePath([VaultNames.own, VaultNames.temporary])

    /// A claimed place under `hearth/tmp`, where nothing is yet.
    func claimTemporary() throws(StorageError) -> (name: FileName, path: VolumePath) {
        try inner.makeDirectories(Self.temporary)
        let name = locks.claim()
        return (name, Self.temporary.appending(name))
    }

    /// A directory with a new id, of which nothing is on the disk.
    func newDirectory() throws(StorageError) -> VaultDirectory {
        let id = try cipher("making a directory's id") { () throws(CryptoError) in
            try VaultDirectoryID.random()
        }
        return try directory(id)
    }

    /// Begins a directory with a new id, empty and linked nowhere but under `hearth/tmp`.
    ///
    /// The caller ends it with ``letGo(_:)``, whatever became of it.
    func beginDirectory() throws(StorageError) -> Unlinked {
        let directory = try newDirectory()
        let (name, path) = try claimTemporary()
        do throws(StorageError) {
            try inner.makeDirectory(path)
            // The link first: whatever follows is found and deleted after a crash.
            let info = try SmallFiles.write(
                directory.id.bytes,
                at: path.appending(VaultNames.directoryLink),
                on: inner
            )
            try Self.makeContent(of: directory, on: inner, keys: keys)
            return Unlinked(name: name, path: path, directory: directory, stamp: LinkCache.Stamp(info))
        } catch {
            try? takeApart(path)
            locks.release(name)
            throw error
        }
    }

    /// Ends the work on an unlinked directory; what is still under `hearth/tmp` is deleted, as far as that goes.
    func letGo(_ unlinked: Unlinked) {
        // Once it is in place, nothing is found here.
        if (try? present(unlinked.path)) != nil { try? takeApart(unlinked.path) }
        locks.release(unlinked.name)
    }

    /// Gives an unlinked directory its name, in one durable step.
    ///
    /// - Throws: `.alreadyExists`, `.notFound` when the parent's content is gone.
    func link(
        _ unlinked: Unlinked,
        as name: FileName,
        in parent: VaultDirectory
    ) throws(StorageError) {
        let normal = try spots(of: name, in: parent).normal
        if normal.isLong {
            try SmallFiles.write(
                normal.cipherName,
                at: unlinked.path.appending(VaultNames.longName),
                on: inner,
                mode: .replace(expecting: nil)
            )
        }
        try locks.holding([parent.id]) { () throws(StorageError) in
            let (spot, content) = try locate(name, in: parent)
            guard content.isFree else { throw StorageError(.alreadyExists, "the name is taken in a vault") }
            let place = try place(of: spot)
            let seal = try linkSeal(at: spot, to: unlinked.directory.id)
            try announce(seal, at: place)
            try clear(spot, content)
            try inner.rename(unlinked.path, to: spot.path, on: inner, replace: false)
            records.settle([(place, seal)])
            links.insert(unlinked.directory, unlinked.stamp, at: spot)
        }
    }

    /// Makes a directory in one durable step.
    ///
    /// - Throws: `.alreadyExists`, `.invalidName`, `.nameTooLong`.
    func makeDirectory(
        _ name: FileName,
        in parent: VaultDirectory
    ) throws(StorageError) -> VaultDirectory {
        guard try locate(name, in: parent).content.isFree else {
            throw StorageError(.alreadyExists, "the name is taken in a vault")
        }
        let unlinked = try beginDirectory()
        defer { letGo(unlinked) }
        try link(unlinked, as: name, in: parent)
        return unlinked.directory
    }

    /// Makes a directory with others inside each other below it, in one durable step.
    ///
    /// - Parameters:
    ///   - name: of the first.
    ///   - below: of those inside it.
    ///   - parent: what gets the first.
    /// - Throws: `.alreadyExists`, `.invalidName`, `.nameTooLong`; nothing is left behind.
    func makeDirectories(
        _ name: FileName,
        _ below: ArraySlice<FileName>,
        in parent: VaultDirectory
    ) throws(StorageError) {
        guard try locate(name, in: parent).content.isFree else {
            throw StorageError(.alreadyExists, "the name is taken in a vault")
        }
        let unlinked = try beginDirectory()
        defer { letGo(unlinked) }
        var tree = UnseenTree(in: self)
        var last = unlinked.directory
        for name in below { last = try tree.makeDirectory(name, in: last) }
        try tree.finish()
        try link(unlinked, as: name, in: parent)
    }

    /// Takes away what an interrupted change left at a spot that counts as free.
    func clear(_ spot: VaultSpot, _ content: VaultSpot.Content) throws(StorageError) {
        guard case .shell = content else { return }
        try removeInner(spot.path)
    }

    /// Makes the node of a long name with nothing but the name in it, in one step.
    func makeShell(at spot: VaultSpot) throws(StorageError) {
        let (name, path) = try claimTemporary()
        defer { locks.release(name) }
        do throws(StorageError) {
            try inner.makeDirectory(path)
            try SmallFiles.write(
                spot.cipherName,
                at: path.appending(VaultNames.longName),
                on: inner
            )
            try inner.rename(path, to: spot.path, on: inner, replace: false)
        } catch {
            try? removeInner(path)
            throw error
        }
    }

    /// Takes a node away that has lost its content, or was made for content that did not come.
    func dropShell(at spot: VaultSpot) {
        // A failed rename may have happened all the same.
        guard let content = try? look(at: spot), case .shell = content else { return }
        try? removeInner(spot.path)
    }

    /// Makes a directory's times tell that an entry came, where that happened inside a node.
    func touch(_ directory: VaultDirectory) {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let time = FileTime(seconds: Int64(now.tv_sec), nanoseconds: Int32(now.tv_nsec))
        try? inner.setModified(time, of: directory.path)
    }

    /// Removes an entry of the inner volume, with everything below it.
    func removeInner(_ path: VolumePath) throws(StorageError) {
        do {
            try inner.remove(path) { _ in }
        } catch let error as StorageError {
            throw error
        } catch {
            throw StorageError(.io, "removing an item of a vault: \(error)")
        }
    }
}
