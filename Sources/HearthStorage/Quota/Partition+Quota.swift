import CLinux
import Glibc

extension Partition {
    /// Adds up what the files of the partition occupy and corrects the account; nothing happens without a limit.
    ///
    /// Reads every directory, so it takes its time on a large partition.
    ///
    /// - Returns: whether the account is exact: nothing changed while the scan ran.
    /// - Throws: `.io`, `.changed`.
    @discardableResult
    package func scan() throws(StorageError) -> Bool {
        guard let quota else { return true }
        let start = quota.snapshot()
        return quota.settle(scan: try measure(), since: start)
    }

    /// Sets another limit, where the partition has one.
    package func setLimit(_ limit: Int64) { quota?.setLimit(limit) }

    /// Bytes on the disk of all files but unfinished ones; a file with several names counts once.
    private func measure() throws(StorageError) -> Int64 {
        var sum: Int64 = 0
        var counted: Set<FileIdentity> = []
        var isOwn = false
        let start = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(top.number, ".", $0, 0)
        }
        var walk = try TreeWalk(start, crossesMounts: false)
        try walk.run(
            visit: { path, _ throws(StorageError) in
                isOwn = path.count == 1 && path[0].bytes.elementsEqual(Self.reservedPrefix)
                // Unfinished files are charged one by one.
                return
                    !(path.count == 2 && path[0].bytes.elementsEqual(Self.reservedPrefix)
                    && path[1].bytes.elementsEqual("uploads".utf8))
            },
            entry: { entry, type, directory throws(StorageError) in
                guard type == .file, !isOwn, let name = entry.cString,
                    let status = try FileStatus(of: name, in: directory)
                else {
                    return
                }
                if status.links > 1, !counted.insert(status.identity).inserted { return }
                sum += status.info.allocated
            }
        )
        return sum
    }

    /// Charges what unfinished files of a former run occupy.
    func chargeStaged() throws(StorageError) {
        guard let quota else { return }
        let listing = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(uploads.number, ".", $0, 0)
        }
        let directory = listing.number
        try DirectoryReader.forEach(in: directory) { entry throws(StorageError) in
            guard let name = entry.cString, let status = try FileStatus(of: name, in: directory) else {
                return true
            }
            _ = quota.charge(
                of: String(decoding: entry.name, as: UTF8.self),
                allocated: status.info.allocated
            )
            return true
        }
    }
}
