import Glibc

/// Room on a partition, in bytes.
package struct VolumeSpace: Hashable, Sendable {
    /// The size of the file system or of the quota.
    package let capacity: Int64
    /// What the server's account may still use.
    package let free: Int64

    /// Both members as given.
    package init(capacity: Int64, free: Int64) {
        self.capacity = capacity
        self.free = free
    }

    /// Of the file system that an open directory lies on.
    init(of directory: Int32) throws(StorageError) {
        var raw = statvfs()
        try check("fstatvfs") { fstatvfs(directory, &raw) }
        let unit = Int64(raw.f_frsize)
        self.init(capacity: Int64(raw.f_blocks) * unit, free: Int64(raw.f_bavail) * unit)
    }
}
