import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Pools and their partitions: the embedded pool, and directories that the owner registered.
///
/// The rows are kept in memory: each request that names a partition asks for them.
package final class Pools: Sendable {
    struct Known {
        var pools: [String: PoolRow] = [:]
        var partitions: [Partitions.Key: PartitionRow] = [:]
    }

    let database: any SQLDatabase
    let partitions: Partitions
    let roots: RootStore
    let blocking: ThreadPool
    let clock: any WallClock
    let log: Logger
    let known = Mutex(Known())
    /// Held around every change of pools and partitions, so that checks and rows belong together.
    let changing = AsyncLock()

    init(
        database: any SQLDatabase,
        partitions: Partitions,
        roots: RootStore,
        blocking: ThreadPool,
        clock: any WallClock,
        log: Logger
    ) {
        self.database = database
        self.partitions = partitions
        self.roots = roots
        self.blocking = blocking
        self.clock = clock
        self.log = log
    }

    /// Reads the rows again; call after every change of them.
    func reload() async throws {
        let rows = try await database.read { session in
            (
                try session.query("SELECT \(PoolRow.columns) FROM pools").map { try PoolRow(row: $0) },
                try session.query("SELECT \(PartitionRow.columns) FROM partitions").map {
                    try PartitionRow(row: $0)
                }
            )
        }
        known.withLock { known in
            known.pools = Dictionary(rows.0.map { ($0.name, $0) }) { first, _ in first }
            known.partitions = Dictionary(rows.1.map { ($0.key, $0) }) { first, _ in first }
        }
    }

    /// The partition that a folder or the settings may be put on; every spelling of the embedded one is understood.
    ///
    /// - Throws: 30004 for an unknown pool; 40005 for a partition that is unknown, not ready, going, or whose disk is
    ///   not there.
    package func checkedTarget(pool: String, partition: String) throws -> Partitions.Key {
        let key = Partitions.Key(pool: PoolName.canonical(pool), name: PoolName.canonical(partition))
        if key.pool != Partitions.defaultName {
            let (isPool, row) = known.withLock { ($0.pools[key.pool] != nil, $0.partitions[key]) }
            guard isPool else { throw DriveError(.poolNotFound) }
            guard row?.state == .ready else { throw DriveError(.partitionUnavailable) }
        }
        _ = try partitions.find(pool: key.pool, name: key.name)
        return key
    }
}
