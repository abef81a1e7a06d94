import CLinux
import Glibc
import Synchronization

extension DirectoryVolume {
    /// Moves an entry to another name on this partition.
    package func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) {
        let other = try samePartition(volume)
        let from = try target(path, creating: false)
        let to = try other.target(destination, creating: true)
        let (source, place) = (from.place, to.place)
        partition.quota?.begin()
        defer { partition.quota?.end() }
        try partition.naming.withLock { _ throws(StorageError) in
            let replaced = replace ? try reclaimed(at: place) : 0
            try partition.mover.move(source, to: place, replace: replace)
            partition.quota?.give(replaced)
        }
        try to.sync()
        if try FileStatus(of: from.parent.number).identity != FileStatus(of: to.parent.number).identity {
            try from.sync()
        }
    }

    /// Copies a file or a whole tree; it appears at the destination in one step.
    package func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws {
        if let vault = volume as? EncryptedVolume {
            return try VolumeCopy.run(path, from: self, to: destination, on: vault, progress: progress)
        }
        guard let other = volume as? DirectoryVolume else {
            throw StorageError(.crossVolume, "a copy to another kind of volume is made by that volume")
        }
        let target = try other.target(destination, creating: true)
        if try FileStatus(of: target.name, in: target.parent.number) != nil {
            throw StorageError(.alreadyExists, "the destination of a copy exists")
        }
        let source = try openFile { flags throws(StorageError) in try open(path, flags: flags) }
        let status = try FileStatus(of: source.number)
        if status.kind == .directory,
            try other.partition.mover.isInside(target.parent.number, status.identity)
        {
            throw StorageError(.intoItself, "the destination lies inside the source")
        }
        let building = Partition.temporaryName()
        let meter = other.partition.quota.map { CopyMeter($0) }
        do {
            try TreeCopy.run(
                source.number,
                status,
                in: other.partition.temporary.number,
                as: building,
                meter: meter,
                progress: progress
            )
            try other.partition.move(building, to: target.name, in: target.parent.number)
        } catch {
            try? TreeRemoval.remove(building, in: other.partition.temporary.number)
            meter?.undo()
            throw error
        }
        meter?.finish()
        try target.sync()
    }

    /// Removes an entry; a tree disappears in one step and is deleted afterwards.
    package func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws {
        let target = try target(path, creating: false)
        guard let status = try FileStatus(of: target.name, in: target.parent.number) else {
            throw StorageError(.notFound, "nothing to remove")
        }
        try progress(0)
        if status.kind != .directory {
            try removeFile(target.name, in: target.parent.number)
            try target.sync()
            return try progress(1)
        }
        let tree = try openDescriptor(
            target.name,
            in: target.parent.number,
            flags: Int32(HEARTH_O_PATH) | O_DIRECTORY | O_NOFOLLOW
        )
        if MountTable.hasMount(atOrBelow: tree.number) {
            throw StorageError(.busy, "something is mounted inside a tree to be removed")
        }
        let doomed = Partition.temporaryName()
        do throws(StorageError) {
            try partition.mover.move(
                target.place,
                to: EntryMover.Place(directory: partition.temporary.number, name: doomed),
                replace: false
            )
        } catch {
            // On another file system bound into the root: deleted where it is.
            guard error.code == .crossVolume else { throw error }
            try TreeRemoval.remove(target.name, in: target.parent.number, failure: { $0 }, progress: progress)
            return try target.sync()
        }
        try target.sync()
        try TreeRemoval.remove(
            doomed,
            in: partition.temporary.number,
            quota: partition.quota,
            failure: { $0 },
            progress: progress
        )
        try progress(1)
    }

    /// Removes files and links of one directory, with one sync.
    package func removeFiles(
        _ names: [FileName],
        in directory: VolumePath,
        removed: () throws -> Void
    ) throws {
        guard let first = names.first else { return }
        let target = try target(directory.appending(first), creating: false)
        do {
            for name in names {
                if hides(directory.appending(name)) {
                    throw StorageError(.notFound, "the name belongs to the program")
                }
                try removeFile(name, in: target.parent.number)
                try removed()
            }
        } catch {
            try? target.sync()
            throw error
        }
        try target.sync()
    }

    private func removeFile(_ name: FileName, in parent: Int32) throws(StorageError) {
        guard let status = try FileStatus(of: name, in: parent) else {
            throw StorageError(.notFound, "nothing to remove")
        }
        if status.kind == .directory { throw StorageError(.changed, "a file has become a directory") }
        partition.quota?.begin()
        defer { partition.quota?.end() }
        try check("unlinkat") { name.withCString { unlinkat(parent, $0, 0) } }
        partition.quota?.give(status.reclaimed)
    }

    /// The sum of a tree.
    package func treeSize(
        _ path: VolumePath,
        counting: CountedFiles
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        let info = try info(path)
        switch info.kind {
        case .file: return (info.size, 1, 0)
        case .other: return (0, 0, 0)
        case .directory: break
        }
        var sum = (bytes: Int64(0), files: 0, directories: 0)
        let hidesReserved = location.isRoot && path.isRoot
        var walk = try TreeWalk(try open(path, flags: O_RDONLY | O_DIRECTORY), crossesMounts: true)
        try walk.run(
            visit: { names, _ throws(StorageError) in
                if hidesReserved, names.count == 1, names[0].bytes.starts(with: Partition.reservedPrefix) {
                    return false
                }
                if !names.isEmpty { sum.directories += 1 }
                return true
            },
            entry: { entry, type, directory throws(StorageError) in
                guard type == .file, let name = entry.cString,
                    let status = try FileStatus(of: name, in: directory)
                else {
                    return
                }
                if counting.contains(entry.name) { sum.files += 1 }
                sum.bytes += status.info.size
            }
        )
        return sum
    }

    private func samePartition(_ volume: any Volume) throws(StorageError) -> DirectoryVolume {
        guard let other = volume as? DirectoryVolume, other.partitionID == partitionID else {
            throw StorageError(.crossVolume, "the destination is on another partition")
        }
        return other
    }
}
