import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// What is shown of pools.
extension Pools {
    /// All pools, the embedded one first, then by name.
    package func list() async throws -> [PoolInfo] {
        try await check()
        let marks = try await tasks.marks([.deletePool])
        let rows = known.withLock { Array($0.pools.values) }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        return try await blocking.run { [self] in
            [try embedded()] + rows.map { info(of: $0, marks: marks, partitionMarks: [:]) }
        }
    }

    /// One pool with the tasks of its partitions, those being made included.
    ///
    /// - Throws: 30004.
    package func detail(_ name: String) async throws -> PoolInfo {
        try await check()
        if PoolName.isEmbedded(name) { return try await blocking.run { [self] in try embedded() } }
        guard let row = known.withLock({ $0.pools[name] }) else { throw DriveError(.poolNotFound) }
        let marks = try await tasks.marks([.deletePool])
        // Of several the first counts: what goes matters more than what grows.
        let partitionMarks = try await tasks.marks([.deletePartition, .addPartition, .updatePartition])
        return try await blocking.run { [self] in info(of: row, marks: marks, partitionMarks: partitionMarks)
        }
    }

    private func embedded() throws -> PoolInfo {
        let name = Partitions.defaultName
        let open = try partitions.find(pool: name, name: name)
        let space = try storage { try open.partition.space() }
        return PoolInfo(
            id: name,
            name: name,
            path: nil,
            capacity: space.capacity,
            promised: space.used,
            free: 0,
            isOnline: true,
            isVolatile: false,
            mark: nil,
            partitions: [
                PartitionInfo(
                    id: open.partition.id,
                    name: name,
                    capacity: space.capacity,
                    used: space.used,
                    isOnline: true,
                    mark: nil
                )
            ],
            disks: [
                DiskInfo(
                    device: open.partition.device,
                    source: open.partition.source,
                    capacity: space.capacity
                )
            ]
        )
    }

    private func info(
        of pool: PoolRow,
        marks: [String: TaskMark],
        partitionMarks: [String: TaskMark]
    ) -> PoolInfo {
        let rows = rows(of: pool.name)
        let promised = rows.reduce(0) { $0 + $1.promised }
        let directory = try? directory(of: pool)
        let space = try? directory?.space()
        let partitions = rows.map { row in
            let open = self.partitions.opened(row.key)
            return PartitionInfo(
                id: row.state == .adding ? "" : row.id,
                name: row.name,
                capacity: row.state == .adding ? row.promised : row.capacity,
                used: open?.partition.quota?.occupied ?? row.used,
                isOnline: open != nil,
                mark: partitionMarks[row.subject]
            )
        }
        return PoolInfo(
            id: pool.id,
            name: pool.name,
            path: pool.path,
            capacity: space?.capacity ?? promised,
            promised: promised,
            free: (try? free(of: pool)) ?? 0,
            isOnline: space != nil,
            isVolatile: directory?.isVolatile ?? false,
            mark: marks[pool.name],
            partitions: partitions,
            disks: directory.flatMap { directory in
                space.map {
                    [DiskInfo(device: directory.device, source: directory.source, capacity: $0.capacity)]
                }
            } ?? []
        )
    }

    /// What may still be promised on a pool's disk.
    ///
    /// Its free space, less what partitions there were promised and have not used yet. Blocks, shortly.
    ///
    /// - Throws: 40005 while the disk is not there.
    func free(of pool: PoolRow) throws -> Int64 {
        let directory = try directory(of: pool)
        let (pools, rows) = known.withLock { ($0.pools, Array($0.partitions.values)) }
        var free = try storage { try directory.space() }.free
        for row in rows {
            guard let other = pools[row.pool], (try? self.directory(of: other))?.device == directory.device
            else { continue }
            let used = partitions.opened(row.key)?.partition.quota?.occupied ?? row.used
            free -= max(0, row.promised - used)
        }
        return max(0, free)
    }
}
