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

    /// What is open.
    struct Opened {
        /// By the pool's id.
        var directories: [String: PoolDirectory] = [:]
        /// Partitions that this process has opened once: what lies in their temporary places then is its own.
        var seen: Set<String> = []
        /// Partitions that are being deleted and not opened again.
        var closed: Set<String> = []
        /// Pools whose absence is in the log.
        var missed: Set<String> = []
    }

    /// Work that follows the opening of a partition.
    enum Job: Sendable {
        case scan(String)
        case clean(String, LeftOvers)
    }

    let database: any SQLDatabase
    let partitions: Partitions
    let roots: RootStore
    let tasks: Tasks
    let blocking: ThreadPool
    let clock: any WallClock
    let log: Logger
    let known = Mutex(Known())
    let opened = Mutex(Opened())
    /// Held around every change of pools and partitions, so that checks and rows belong together.
    let changing = AsyncLock()
    /// The directory that no pool may overlap.
    let dataPath: String?
    /// Told when partitions close: whatever holds open files on them lets go.
    let whenClosed = Hook<Set<Int>>()
    let jobs: AsyncStream<Job>
    let enqueue: AsyncStream<Job>.Continuation

    init(
        database: any SQLDatabase,
        partitions: Partitions,
        roots: RootStore,
        tasks: Tasks,
        blocking: ThreadPool,
        clock: any WallClock,
        dataPath: String?,
        log: Logger
    ) {
        self.database = database
        self.partitions = partitions
        self.roots = roots
        self.tasks = tasks
        self.blocking = blocking
        self.clock = clock
        self.dataPath = dataPath
        self.log = log
        (jobs, enqueue) = AsyncStream.makeStream()
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

    // MARK: Rows

    /// - Throws: 30004; 10023 for the embedded pool, which is as the server's disk is.
    func changeablePool(_ name: String) throws -> PoolRow {
        if PoolName.isEmbedded(name) { throw DriveError(.forbidden, argument: WireDetail.embeddedPool) }
        guard let row = known.withLock({ $0.pools[name] }) else { throw DriveError(.poolNotFound) }
        return row
    }

    /// - Throws: 40005 for an unknown pool or partition; 10023 for the embedded ones.
    func changeablePartition(_ name: String, in pool: String) throws -> PartitionRow {
        if PoolName.isEmbedded(pool) { throw DriveError(.forbidden, argument: WireDetail.embeddedPool) }
        let key = Partitions.Key(pool: pool, name: name)
        guard let row = known.withLock({ $0.partitions[key] }) else {
            throw DriveError(.partitionUnavailable)
        }
        return row
    }

    /// The partitions of a pool, by name.
    func rows(of pool: String) -> [PartitionRow] {
        known.withLock { known in known.partitions.values.filter { $0.pool == pool } }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// A row by its stable id.
    func row(id: String) -> PartitionRow? {
        known.withLock { known in known.partitions.values.first { $0.id == id } }
    }

    /// A pool's row by its stable id.
    func pool(id: String) -> PoolRow? {
        known.withLock { known in known.pools.values.first { $0.id == id } }
    }
}
