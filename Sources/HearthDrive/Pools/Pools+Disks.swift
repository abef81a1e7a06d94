import HearthWire
import Synchronization

/// Pools made from block devices: the requests are understood, and answered with what to do instead.
extension Pools {
    /// Making a pool from a disk.
    ///
    /// - Throws: 30000, 30002, 30001, 30003 as if it were possible; then 90009.
    package func refuseDisk(name: String, disk: String) async throws {
        if name.isEmpty || disk.isEmpty { throw DriveError(.poolFieldMissing) }
        try PoolName.checkPool(name)
        try await reload()
        if known.withLock({ $0.pools[name] != nil }) { throw DriveError(.poolNameTaken) }
        throw DriveError(.disksNotManaged)
    }

    /// Adding a disk to a pool.
    ///
    /// - Throws: 50000, also for the embedded pool; 30004; then 90009.
    package func refuseDisk(pool: String, disk: String) async throws {
        if pool.isEmpty || disk.isEmpty || PoolName.isEmbedded(pool) { throw DriveError(.diskFieldMissing) }
        try await reload()
        if known.withLock({ $0.pools[pool] == nil }) { throw DriveError(.poolNotFound) }
        throw DriveError(.disksNotManaged)
    }
}
