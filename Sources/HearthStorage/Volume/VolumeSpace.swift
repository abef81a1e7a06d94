import Glibc

/// Room on a partition, in bytes.
package struct VolumeSpace: Hashable, Sendable {
    /// The size of the file system or of the quota.
    package let capacity: Int64
    /// What the server's account may still use.
    package let free: Int64
    /// What is occupied: less than `capacity - free`, since file systems keep room back for the administrator.
    package let used: Int64

    /// All members as given.
    package init(capacity: Int64, free: Int64, used: Int64) {
        self.capacity = capacity
        self.free = free
        self.used = used
    }

    /// Of the file system that an open directory lies on.
    init(of directory: Int32) throws(StorageError) {
        var raw = statvfs()
        try check("fstatvfs") { fstatvfs(directory, &raw) }
        let unit = Int64(raw.f_frsize)
        self.init(
            capacity: Int64(raw.f_blocks) * unit,
            free: Int64(raw.f_bavail) * unit,
            used: Int64(raw.f_blocks - min(raw.f_bfree, raw.f_blocks)) * unit
        )
    }
}
