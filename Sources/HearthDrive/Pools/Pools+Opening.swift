import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// What a killed run left on a partition whose disk came later than the server.
struct LeftOvers: Sendable {
    var temporary: [FileName]
    var staged: [String]
}

/// Disks come and go: partitions are opened when they are there, and closed when they are gone.
extension Pools {
    /// Opens what is there; called once, before recovery, which cleans what is open then.
    func start() async throws {
        try await reload()
        partitions.setOpener { [weak self] in self?.open($0) ?? false }
        try await blocking.run { [self] in
            for row in known.withLock({ Array($0.partitions.values) }) { _ = open(row.key, isStart: true) }
        }
    }

    /// Opens a partition that is known and not open, if its disk is there.
    ///
    /// - Returns: whether it is open now.
    func open(_ key: Partitions.Key, isStart: Bool = false) -> Bool {
        let (pool, row) = known.withLock { ($0.pools[key.pool], $0.partitions[key]) }
        guard let pool, let row, row.state != .adding, let directory = row.directory else { return false }
        return opened.withLock { state in
            if partitions.isOpen(key) { return true }
            if state.closed.contains(row.id) { return false }
            do {
                let disk = try self.directory(of: pool, &state)
                let partition = try disk.openPartition(
                    directory,
                    id: row.id,
                    limit: row.capacity,
                    used: row.used
                )
                if state.seen.insert(row.id).inserted, !isStart {
                    let staged = try partition.volume(at: VolumePath()).stagedIDs()
                    let left = LeftOvers(temporary: try partition.leftOvers(), staged: staged)
                    enqueue.yield(.clean(row.id, left))
                }
                try partitions.add(partition, as: key)
                state.missed.remove(row.id)
                enqueue.yield(.scan(row.id))
                return true
            } catch {
                if state.missed.insert(row.id).inserted {
                    log.warning(
                        "a partition cannot be opened; its folders wait for the disk",
                        [
                            "pool": .string(pool.name), "partition": .string(row.name),
                            "error": .string("\(error)"),
                        ]
                    )
                }
                return false
            }
        }
    }

    /// The open directory of a pool.
    ///
    /// - Throws: 40005 while its disk is not there.
    func directory(of pool: PoolRow) throws -> PoolDirectory {
        do {
            return try opened.withLock { try directory(of: pool, &$0) }
        } catch let error as StorageError {
            throw DriveError(.partitionUnavailable, cause: error)
        }
    }

    private func directory(of pool: PoolRow, _ state: inout Opened) throws(StorageError) -> PoolDirectory {
        if let known = state.directories[pool.id] { return known }
        let made = try PoolDirectory(path: pool.path, id: pool.id)
        state.directories[pool.id] = made
        return made
    }

    /// Closes what is gone and opens what is back; runs each minute and before pools are shown.
    package func check() async throws {
        try await reload()
        let (pools, rows) = known.withLock { (Array($0.pools.values), Array($0.partitions.values)) }
        let gone = try await blocking.run { [self] in
            var gone: [PoolRow] = []
            for pool in pools {
                let directory = opened.withLock { $0.directories[pool.id] }
                if let directory, !directory.isPresent() { gone.append(pool) }
            }
            return gone
        }
        for pool in gone {
            log.warning("the disk of a pool is gone", ["pool": .string(pool.name)])
            await saveUse()
            try await close(rows.filter { $0.pool == pool.name })
            opened.withLock { _ = $0.directories.removeValue(forKey: pool.id) }
        }
        let closed = rows.filter { !partitions.isOpen($0.key) }
        if closed.isEmpty { return }
        let isChanged = try await blocking.run { [self] in closed.filter { open($0.key) }.count > 0 }
        if isChanged { roots.invalidate() }
    }

    /// Forgets the handles of partitions; whoever works on them finishes or fails there.
    func close(_ rows: [PartitionRow]) async throws {
        let open = rows.filter { partitions.isOpen($0.key) }
        if open.isEmpty { return }
        for row in open { partitions.remove(row.key) }
        roots.invalidate()
        let ids = try await rootIDs(on: open.map(\.key))
        whenClosed(ids)
    }

    /// The roots on some partitions.
    func rootIDs(on keys: [Partitions.Key]) async throws -> Set<Int> {
        try await database.read { session in
            var ids: Set<Int> = []
            for key in keys {
                for row in try session.query(
                    "SELECT id FROM roots WHERE pool = ? AND partition = ?",
                    key.pool,
                    key.name
                ) {
                    ids.insert(Int(try row.int(0)))
                }
            }
            return ids
        }
    }
}
