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
}
