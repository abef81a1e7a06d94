import CLinux
import Glibc

extension PoolDirectory {
    private static let attempts = 1_000

    /// Makes a partition's directory; a second call finds what a killed first one made.
    ///
    /// - Parameters:
    ///   - id: the partition's; 1 to 64 letters, digits and hyphens.
    ///   - name: what the directory shall be called; `{name}-2` and so on where something else lies there.
    /// - Returns: the directory's name.
    /// - Throws: `.alreadyExists` when every name is taken; `.noSpace`, `.accessDenied`, `.invalidName`.
    package func makePartition(id: String, name: String) throws(StorageError) -> String {
        _ = try DirectoryVolume.stagedName(id)
        let building = FileName(unchecked: Array(".hearth-new-\(id)".utf8))
        let mover = EntryMover(usesFlags: true, top: try FileStatus(of: top.number).identity)
        for attempt in 1...Self.attempts {
            let candidate = attempt == 1 ? name : "\(name)-\(attempt)"
            guard let target = FileName(candidate) else {
                throw StorageError(.invalidName, "the name of a partition's directory")
            }
            if try FileStatus(of: target, in: top.number) != nil {
                if try partitionID(in: target) == id { return candidate }
                continue
            }
            try build(building, id: id)
            do throws(StorageError) {
                try mover.move(
                    EntryMover.Place(directory: top.number, name: building),
                    to: EntryMover.Place(directory: top.number, name: target),
                    replace: false
                )
            } catch {
                guard error.code == .alreadyExists else { throw error }
                continue
            }
            try syncDirectory(top.number)
            return candidate
        }
        throw StorageError(.alreadyExists, "every name for the partition's directory is taken")
    }

    /// Opens a partition.
    ///
    /// - Throws: `.notFound` when its directory is gone; `.changed` when another one lies there.
    package func openPartition(
        _ directory: String,
        id: String,
        limit: Int64,
        used: Int64
    ) throws(StorageError) -> Partition {
        guard let name = FileName(directory) else {
            throw StorageError(.invalidName, "the name of a partition's directory")
        }
        guard try FileStatus(of: name, in: top.number) != nil else {
            throw StorageError(.notFound, "the directory of a partition is gone")
        }
        guard try partitionID(in: name) == id else {
            throw StorageError(.changed, "the directory belongs to another partition")
        }
        let handle = try openDescriptor(name, in: top.number, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        return try Partition(top: handle, id: id, features: .detected, limit: limit, used: used)
    }

    /// Deletes a partition with everything in it; a second call goes on where a killed first one stopped.
    ///
    /// - Parameters:
    ///   - directory: nil when it was not made for certain.
    ///   - id: what its mark must hold; the directory of anybody else is not touched.
    ///   - progress: hears the number of entries deleted since its last call. What it throws ends the removal; the
    ///     partition is then out of its place already.
    /// - Throws: `.busy` when something is mounted inside; `.io`, or what `progress` threw.
    package func removePartition(
        _ directory: String?,
        id: String,
        progress: (Int64) throws -> Void
    ) throws {
        _ = try DirectoryVolume.stagedName(id)
        let doomed = FileName(unchecked: Array(".hearth-gone-\(id)".utf8))
        if let directory, let name = FileName(directory), try partitionID(in: name) == id {
            let handle = try openDescriptor(
                name,
                in: top.number,
                flags: Int32(HEARTH_O_PATH) | O_DIRECTORY | O_NOFOLLOW
            )
            if MountTable.hasMount(atOrBelow: handle.number) {
                throw StorageError(.busy, "something is mounted inside a partition to be removed")
            }
            let mover = EntryMover(usesFlags: true, top: try FileStatus(of: top.number).identity)
            try mover.move(
                EntryMover.Place(directory: top.number, name: name),
                to: EntryMover.Place(directory: top.number, name: doomed),
                replace: false
            )
            try syncDirectory(top.number)
        }
        for name in [doomed, FileName(unchecked: Array(".hearth-new-\(id)".utf8))] {
            try TreeRemoval.remove(name, in: top.number, failure: { $0 }, progress: progress)
        }
        try syncDirectory(top.number)
    }

    /// A directory that knows which partition it is, durable but without its name.
    private func build(_ name: FileName, id: String) throws(StorageError) {
        let made = DirectoryMaker.make(name, in: top.number)
        guard made == 0 || made == EEXIST else { throw StorageError(errno: made, "mkdirat") }
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        let directory = try openDescriptor(name, in: top.number, flags: flags)
        let own = FileName(fixed: ".hearth")
        let number = errorNumber { own.withCString { mkdirat(directory.number, $0, 0o700) } }
        guard number == 0 || number == EEXIST else { throw StorageError(errno: number, "mkdirat") }
        let inner = try openDescriptor(own, in: directory.number, flags: flags)
        try Mark.write(id, as: Self.partitionMark, in: inner.number)
        try syncDirectory(directory.number)
    }

    /// Which partition a directory says it is; nil when it says nothing.
    private func partitionID(in name: FileName) throws(StorageError) -> String? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW
        do throws(StorageError) {
            let directory = try openDescriptor(name, in: top.number, flags: flags)
            let inner = try openDescriptor(FileName(fixed: ".hearth"), in: directory.number, flags: flags)
            return try Mark.read(Self.partitionMark, in: inner.number)
        } catch {
            guard [.notFound, .notADirectory, .escapes].contains(error.code) else { throw error }
            return nil
        }
    }
}
