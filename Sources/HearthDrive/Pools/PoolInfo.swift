/// A pool as it is shown.
package struct PoolInfo: Sendable {
    /// Random for directory pools, `_default_` for the embedded one.
    package let id: String
    /// What people call it.
    package let name: String
    /// The directory; nil for the embedded pool.
    package let path: String?
    /// Bytes of its file system; while the disk is not there, what its partitions were promised.
    package let capacity: Int64
    /// Bytes promised to partitions; of the embedded pool, what is in use.
    package let promised: Int64
    /// Bytes that new or growing partitions may still get.
    package let free: Int64
    /// Whether its disk is there.
    package let isOnline: Bool
    /// Whether everything in it is lost when the machine restarts.
    package let isVolatile: Bool
    /// The task that removes it.
    package let mark: TaskMark?
    /// By name.
    package let partitions: [PartitionInfo]
    /// What it lies on; empty while the disk is not there.
    package let disks: [DiskInfo]

    /// For lists: the task's status, or `offline`, or nothing.
    package var status: String { mark?.status ?? (isOnline ? "" : PoolInfo.offline) }

    static let offline = "offline"
}

/// A partition as it is shown.
package struct PartitionInfo: Sendable {
    /// Random; empty until it is made.
    package let id: String
    /// What people call it.
    package let name: String
    /// The limit in bytes, or what it will be once it is made.
    package let capacity: Int64
    /// Bytes in use.
    package let used: Int64
    /// Whether it can be used.
    package let isOnline: Bool
    /// The task about it.
    package let mark: TaskMark?

    /// For lists: the task's status, or `offline`, or nothing.
    package var status: String { mark?.status ?? (isOnline || id.isEmpty ? "" : PoolInfo.offline) }
}

/// A disk as it is shown below its pool.
package struct DiskInfo: Sendable {
    /// Numbers of the device.
    package let id: String
    /// How the kernel calls it.
    package let name: String
    /// Bytes of its file system.
    package let capacity: Int64
}

extension DiskInfo {
    init(device: UInt64, source: String?, capacity: Int64) {
        // The kernel's packing of major and minor numbers.
        let major = (device >> 8) & 0xfff | (device >> 32) & ~0xfff
        let minor = device & 0xff | (device >> 12) & ~0xff
        let id = "\(major):\(minor)"
        self.init(id: id, name: source ?? id, capacity: capacity)
    }
}
