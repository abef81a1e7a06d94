import CLinux
import Glibc
import Synchronization

/// Trees on their way in or out: below `.hearth`, seen by nobody, and kept over a restart.
extension Partition {
    /// Where a tree waits.
    package enum Parking: String, Sendable, CaseIterable {
        /// `.hearth/arriving`: copies that are not complete yet.
        case arriving
        /// `.hearth/leaving`: what is being deleted.
        case leaving
    }

    /// The path of a parked tree from the partition's top, for ``identity(at:)`` and ``setIdentity(_:at:)``.
    ///
    /// - Throws: `.invalidName` unless the name has 1 to 64 letters, digits and hyphens.
    package static func path(of name: String, in parking: Parking) throws(StorageError) -> VolumePath {
        guard let own = FileName(".hearth"), let place = FileName(parking.rawValue) else {
            throw StorageError(.invalidName, "the parking places have fixed names")
        }
        return VolumePath([own, place, try DirectoryVolume.stagedName(name)])
    }

    /// Takes a tree out of sight in one durable step.
    ///
    /// - Parameters:
    ///   - path: a directory; no component may be a link.
    ///   - name: how it is called there.
    ///   - parking: where it goes.
    /// - Throws: `.notFound`; `.alreadyExists` for a name that is taken; `.busy` when something is mounted inside.
    package func park(_ path: VolumePath, as name: String, in parking: Parking) throws(StorageError) {
        guard let own = path.last, let parentPath = path.parent else {
            throw StorageError(.invalidName, "the top of a partition cannot be moved")
        }
        let tree = try openRoot(path)
        if MountTable.hasMount(atOrBelow: tree.number) {
            throw StorageError(.busy, "something is mounted inside a tree that is to move")
        }
        let parent = try openRoot(parentPath)
        let place = try open(parking)
        try rename(
            EntryMover.Place(directory: parent.number, name: own),
            to: EntryMover.Place(directory: place.number, name: try DirectoryVolume.stagedName(name))
        )
    }

    /// Gives a parked tree a place that people see, in one durable step; missing parents are made.
    ///
    /// - Throws: `.alreadyExists` when something is there; `.notFound`.
    package func unpark(_ name: String, in parking: Parking, to path: VolumePath) throws(StorageError) {
        guard let last = path.last, let parentPath = path.parent, !isReserved(path) else {
            throw StorageError(.invalidName, "a root directory needs a name of its own")
        }
        _ = try DirectoryMaker(walker: rootWalker).makeDirectories(parentPath.names, below: top.number)
        let parent = try openRoot(parentPath)
        let place = try open(parking)
        try rename(
            EntryMover.Place(directory: place.number, name: try DirectoryVolume.stagedName(name)),
            to: EntryMover.Place(directory: parent.number, name: last)
        )
    }

    /// Moves a tree durably: where it is now is synced before where it was.
    private func rename(
        _ source: EntryMover.Place,
        to target: EntryMover.Place
    ) throws(StorageError) {
        try naming.withLock { _ throws(StorageError) in
            try mover.move(source, to: target, replace: false)
        }
        try syncDirectory(target.directory)
        try syncDirectory(source.directory)
    }

    /// Whether a tree of that name is parked.
    package func isParked(_ name: String, in parking: Parking) throws(StorageError) -> Bool {
        let place = try open(parking)
        return try FileStatus(of: DirectoryVolume.stagedName(name), in: place.number) != nil
    }

    /// The names of all trees parked in one place.
    package func parked(in parking: Parking) throws(StorageError) -> [String] {
        let place = try open(parking)
        var names: [String] = []
        try DirectoryReader.forEach(in: place.number) { entry throws(StorageError) in
            let text = String(decoding: entry.name, as: UTF8.self)
            if (try? DirectoryVolume.stagedName(text)) != nil { names.append(text) }
            return true
        }
        return names
    }

    /// Deletes a parked tree; nothing happens when there is none.
    ///
    /// - Parameters:
    ///   - name: the tree.
    ///   - parking: where it is.
    ///   - progress: hears the number of entries deleted since its last call, about every thousand.
    /// - Throws: `.accessDenied`, `.busy`, `.io`, or what `progress` threw: the rest is deleted by another call.
    package func removeParked(
        _ name: String,
        in parking: Parking,
        progress: (Int64) throws -> Void
    ) throws {
        let place = try open(parking)
        let entry = try DirectoryVolume.stagedName(name)
        try TreeRemoval.remove(entry, in: place.number, quota: quota, failure: { $0 }, progress: progress)
        try syncDirectory(place.number)
    }

    /// Deletes a parked tree whose name may be used again meanwhile: it loses the name first.
    package func discardParked(_ name: String, in parking: Parking) throws(StorageError) {
        let place = try open(parking)
        let doomed = Self.temporaryName()
        try mover.move(
            EntryMover.Place(directory: place.number, name: try DirectoryVolume.stagedName(name)),
            to: EntryMover.Place(directory: temporary.number, name: doomed),
            replace: false
        )
        try TreeRemoval.remove(doomed, in: temporary.number, quota: quota)
    }

    /// Makes an empty parked directory unless it is there already.
    package func makeParked(_ name: String, in parking: Parking) throws(StorageError) {
        let place = try open(parking)
        let number = DirectoryMaker.make(try DirectoryVolume.stagedName(name), in: place.number)
        guard number == 0 || number == EEXIST else { throw StorageError(errno: number, "mkdirat") }
        try syncDirectory(place.number)
    }

    /// Finds a directory of this machine that lies right at the partition's top.
    ///
    /// - Parameter path: absolute; links on the way are followed.
    /// - Returns: its name; nil for everything else.
    /// - Throws: `.accessDenied`, `.io`.
    package func entry(at path: String) throws(StorageError) -> FileName? {
        var parts = path.split(separator: "/")
        guard path.hasPrefix("/"), let last = parts.popLast(), let name = FileName(String(last)) else {
            return nil
        }
        let parent = "/" + parts.joined(separator: "/")
        do throws(StorageError) {
            let directory = try openDescriptor("open", flags: Int32(HEARTH_O_PATH) | O_DIRECTORY) {
                hearth_openat(AT_FDCWD, parent, $0, 0)
            }
            guard try FileStatus(of: directory.number).identity == FileStatus(of: top.number).identity,
                try FileStatus(of: name, in: top.number)?.kind == .directory
            else { return nil }
            return name
        } catch {
            guard [.notFound, .notADirectory, .accessDenied].contains(error.code) else { throw error }
            return nil
        }
    }

    /// Removes an empty directory.
    ///
    /// - Throws: `.alreadyExists` when something is in it; `.notFound`.
    package func removeEmptyRoot(at path: VolumePath) throws(StorageError) {
        guard let name = path.last, let parentPath = path.parent, !isReserved(path) else {
            throw StorageError(.invalidName, "the top of a partition cannot be removed")
        }
        let parent = try openRoot(parentPath)
        try check("unlinkat of a directory") {
            name.withCString { unlinkat(parent.number, $0, AT_REMOVEDIR) }
        }
        try syncDirectory(parent.number)
    }

    private func open(_ parking: Parking) throws(StorageError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        let own = try openDescriptor(FileName(fixed: ".hearth"), in: top.number, flags: flags)
        let name = FileName(unchecked: Array(parking.rawValue.utf8))
        let number = errorNumber { name.withCString { mkdirat(own.number, $0, 0o700) } }
        switch number {
        case 0: try syncDirectory(own.number)
        case EEXIST: break
        default: throw StorageError(errno: number, "mkdir below .hearth")
        }
        return try openDescriptor(name, in: own.number, flags: flags)
    }
}
