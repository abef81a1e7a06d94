import CLinux
import Glibc

/// Tries out what a file system can do.
enum FileSystemProbe {
    /// Tries with two small files, which are gone afterwards.
    static func capabilities(in directory: Int32, features: KernelFeatures) -> VolumeCapabilities {
        var result = VolumeCapabilities()
        result.followsLinks = features.openat2
        let names = [Partition.temporaryName(), Partition.temporaryName()]
        defer {
            for name in names { _ = errorNumber { name.withCString { unlinkat(directory, $0, 0) } } }
        }
        let flags = O_RDWR | O_CREAT | O_EXCL
        guard let first = try? openDescriptor(names[0], in: directory, flags: flags, mode: 0o600),
            let second = try? openDescriptor(names[1], in: directory, flags: flags, mode: 0o600)
        else {
            return result
        }
        result.hasXattrs = fsetxattr(first.number, "user.hearth.probe", "1", 1, 0) == 0
        let reserved = hearth_fallocate(first.number, Int32(HEARTH_FALLOC_KEEP_SIZE), 0, 4_096)
        // A full disk can reserve in principle.
        result.reservesSpace = reserved == 0 || (errno != EOPNOTSUPP && errno != ENOSYS)
        result.hasReflink =
            pwrite(first.number, "x", 1, 0) == 1 && hearth_ficlone(second.number, first.number) == 0
        return result
    }

    /// Whether syncing a new file makes its directory entry durable as well.
    ///
    /// ext2/3/4, XFS, Btrfs and tmpfs commit the creation together with the file or sync the parent; POSIX does not ask
    /// for it, so the directory is synced too on everything else.
    static func syncCoversNames(_ directory: Int32) -> Bool {
        let known: Set<Int64> = [0xEF53, 0x5846_5342, 0x9123_683E, 0x0102_1994]
        return known.contains(hearth_filesystem_type(directory))
    }
}
