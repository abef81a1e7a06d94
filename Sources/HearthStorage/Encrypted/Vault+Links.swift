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
        // A directory has one parent. Two links are what a sync program leaves, or bad intent: of those, the one that was
        // seen first is taken.
        if let home = links.home(of: id), !home.isSame(as: spot), leads(home, to: id) {
            links.insert(rival: spot, of: id)
            throw StorageError(.damaged, "two directories of a vault have the same content")
        }
        return (try directory(id), LinkCache.Stamp(info))
    }

    private func leads(_ spot: VaultSpot, to id: VaultDirectoryID) -> Bool {
        (try? storedLink(at: spot.path))?.id == id
    }

    /// Whether another link leads to the same directory, as far as that is known.
    private func hasRival(_ id: VaultDirectoryID, at spot: VaultSpot) -> Bool {
        guard let rival = links.rival(of: id), !rival.isSame(as: spot), leads(rival, to: id) else {
            return false
        }
        // One inside of the directory itself is no way to it.
        var above: Set<VaultDirectoryID> = []
        var next = rival.directory.id
        while next != id, above.insert(next).inserted, let home = links.home(of: next) {
            next = home.directory.id
        }
        return next != id
    }

    /// Looks once at all links of a directory, for two that lead to the same one.
    private func survey(_ directory: VaultDirectory) throws(StorageError) {
        if links.isSurveyed(directory) { return }
        try scan(directory) { found in
            guard case .entry(let entry) = found, case .directory = entry.kind,
                let id = try? storedLink(at: entry.spot.path).id
            else { return true }
            if let home = links.home(of: id), leads(home, to: id) {
                if !home.isSame(as: entry.spot) { links.insert(rival: entry.spot, of: id) }
            } else {
                links.insert(home: entry.spot, of: id)
            }
            return true
        }
        links.insert(surveyed: directory)
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

    /// What a link is to somebody who takes it away.
    enum Removable {
        /// It leads to a directory that goes with it.
        case tree(VaultDirectory)
        /// Nothing goes with it: it holds no id, or that of a directory which has another place.
        case linkAlone
        /// It is not the recorded one: what it leads to may be another directory, alive elsewhere.
        case changed
    }

    /// What goes with a link; records nothing.
    ///
    /// - Parameters:
    ///   - spot: where the link is.
    ///   - isTop: whether this very entry is to go, not one above it: then its neighbours are looked at first.
    /// - Returns: what can be removed with the link.
    /// - Throws: what the inner volume says, and `.io` of the records.
    func removable(at spot: VaultSpot, isTop: Bool = false) throws(StorageError) -> Removable {
        do throws(StorageError) {
            if isTop { try survey(spot.directory) }
            let child = try unrecordedChild(at: spot).child
            // Whichever of two links goes, the directory stays for the other.
            if hasRival(child.id, at: spot) { return .linkAlone }
            let seal = try linkSeal(at: spot, to: child.id)
            return try standing(of: seal, at: place(of: spot)) == .different ? .changed : .tree(child)
        } catch {
            guard Self.meansUnreadable(error) else { throw error }
            return .linkAlone
        }
    }
}
