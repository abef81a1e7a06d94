import HearthCrypto

extension Vault {
    /// The directory of a name.
    ///
    /// - Throws: `.notFound`; `.notADirectory`; `.damaged` for a link that cannot be one or was changed behind our
    ///   back; `.invalidName`.
    func child(_ name: FileName, of parent: VaultDirectory) throws(StorageError) -> VaultDirectory {
        let (normal, raw) = try spots(of: name, in: parent)
        if let raw, let child = try childIfLinked(raw) { return child }
        if let child = try childIfLinked(normal) { return child }
        switch try locate(name, in: parent).content {
        case .nothing, .shell, .directory: throw StorageError(.notFound, "no such directory in a vault")
        case .file, .other: throw StorageError(.notADirectory, "an entry of a vault is no directory")
        case .unreadable: throw Self.unreadable
        }
    }

    static let unreadable = StorageError(
        .damaged,
        "an entry of a vault does not hold its content, or not its name"
    )

    private func childIfLinked(_ spot: VaultSpot) throws(StorageError) -> VaultDirectory? {
        do throws(StorageError) {
            return try child(at: spot)
        } catch {
            guard error.code == .notFound || error.code == .notADirectory else { throw error }
            return nil
        }
    }

    /// The directory that a spot leads to.
    ///
    /// - Parameters:
    ///   - spot: where the link is.
    ///   - isHeld: whether the caller holds the lock of the spot's directory.
    /// - Returns: the directory, its record checked.
    /// - Throws: `.notFound` or `.notADirectory` when there is no link; `.damaged`.
    func child(at spot: VaultSpot, isHeld: Bool = false) throws(StorageError) -> VaultDirectory {
        if let kept = links.find(spot) {
            if let info = try present(spot.link), LinkCache.Stamp(info) == kept.stamp {
                return kept.directory
            }
            links.remove(spot)
        }
        return try readLink(at: spot, isHeld: isHeld)
    }

    /// Reads a link and holds it against its record; one without a record gets it.
    private func readLink(at spot: VaultSpot, isHeld: Bool) throws(StorageError) -> VaultDirectory {
        let (child, stamp) = try unrecordedChild(at: spot)
        let place = try place(of: spot)
        let seal = try linkSeal(at: spot, to: child.id)
        switch try standing(of: seal, at: place) {
        case .recorded: break
        case _ where !isHeld:
            // Somebody may be changing the link and its record: look again when nobody does.
            return try locks.holding([spot.directory.id]) { () throws(StorageError) in
                try readLink(at: spot, isHeld: true)
            }
        case .missing, .oneOfSeveral: records.settle([(place, seal)])
        case .different: throw Self.changedOutside
        }
        links.insert(child, stamp, at: spot)
        return child
    }

    /// The directory of a link that is in the right form, without asking the records.
    private func unrecordedChild(
        at spot: VaultSpot
    ) throws(StorageError) -> (child: VaultDirectory, stamp: LinkCache.Stamp) {
        // The name goes after the link: without it, there should be no link either.
        if spot.isLong, try !isNamed(spot), try present(spot.link) != nil { throw Self.unreadable }
        let (id, info) = try storedLink(at: spot.path)
        guard id != spot.directory.id else {
            throw StorageError(.damaged, "a directory of a vault leads to itself")
        }
        return (try directory(id), LinkCache.Stamp(info))
    }

    /// The id in the `dir.c9r` of a node.
    ///
    /// - Throws: `.damaged` for anything that is no id: above all, an empty file is not the root.
    func storedLink(
        at node: VolumePath
    ) throws(StorageError) -> (id: VaultDirectoryID, info: FileInfo) {
        let read: (bytes: [UInt8], info: FileInfo)
        do throws(StorageError) {
            read = try SmallFiles.read(
                node.appending(VaultNames.directoryLink),
                on: inner,
                limit: VaultDirectoryID.longest
            )
        } catch {
            let isOddFile = [.isADirectory, .notARegularFile, .escapes].contains(error.code)
            throw isOddFile ? StorageError(.damaged, "a directory's link is no file") : error
        }
        guard let id = VaultDirectoryID(read.bytes) else {
            throw StorageError(.damaged, "a directory's link holds no id")
        }
        return (id, read.info)
    }

    /// The child of a link for taking trees apart: only when nothing speaks against it, and recording nothing.
    func childToFollow(at spot: VaultSpot) throws(StorageError) -> VaultDirectory? {
        do throws(StorageError) {
            let child = try unrecordedChild(at: spot).child
            let seal = try linkSeal(at: spot, to: child.id)
            return try standing(of: seal, at: place(of: spot)) == .different ? nil : child
        } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return nil
        }
    }
}
