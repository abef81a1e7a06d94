import HearthConcurrency
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Adding, changing and deleting partitions of directory pools.
extension Pools {
    /// Adds a partition as a task.
    ///
    /// - Parameters:
    ///   - name: 1 to 50 of `0-9 A-Z a-z + _ . -`, a letter or digit first.
    ///   - pool: a directory pool.
    ///   - capacity: its limit; a whole number.
    ///   - user: who asked for it.
    /// - Returns: the task's id.
    /// - Throws: 40000, 40002, 40001; 10023 for the embedded pool; 30004; 40007; 40005 while the disk is not there;
    ///   40008; 70001 while the pool is being deleted.
    package func addPartition(
        _ name: String,
        pool: String,
        capacity: Capacity?,
        by user: Int
    ) async throws -> String {
        guard !name.isEmpty, !pool.isEmpty, let bytes = capacity?.bytes, bytes > 0 else {
            throw DriveError(.partitionFieldMissing)
        }
        try PoolName.checkPartition(name)
        return try await changing.withLock {
            try await reload()
            let row = try changeablePool(pool)
            let key = Partitions.Key(pool: pool, name: name)
            if known.withLock({ $0.partitions[key] != nil }) { throw DriveError(.partitionNameTaken) }
            let room = try await blocking.run { [self] in try free(of: row) }
            if bytes > room { throw DriveError(.capacityTooLarge, argument: Capacity.text(room)) }
            let id = try UploadID.make()
            let now = clock.now
            let order = makeOrder(.addPartition, id: id, key, by: user)
            let taskID = try await database.write { [tasks] session in
                if try Tasks.mark(of: pool, topics: [.deletePool], session) != nil {
                    throw DriveError(.taskState, argument: WireDetail.otherTask)
                }
                try session.run(
                    "INSERT INTO partitions (id, pool, name, capacity, state, created) "
                        + "VALUES (?, ?, ?, ?, 'adding', ?)",
                    id,
                    pool,
                    name,
                    bytes,
                    now
                )
                return try tasks.insert(order, session)
            }
            try await reload()
            tasks.wake()
            return taskID
        }
    }

    /// Renames a partition at once and grows it as a task; either may stay as it is.
    ///
    /// Clients always send a capacity: one that is merely how they show the present size changes nothing.
    ///
    /// - Returns: the id of the task; nil when the capacity stays.
    /// - Throws: 40000, 40002, 40001; 10023 for the embedded partition; 40005; 70001 unless it is ready; 40007; 2 for a
    ///   fraction; 40009; 40008.
    @discardableResult
    package func changePartition(
        _ name: String,
        pool: String,
        newName: String,
        capacity: Capacity?,
        by user: Int
    ) async throws -> String? {
        guard !name.isEmpty, !pool.isEmpty, !newName.isEmpty, let capacity, capacity.amount > 0 else {
            throw DriveError(.partitionFieldMissing)
        }
        try PoolName.checkPartition(newName)
        return try await changing.withLock {
            try await reload()
            let row = try changeablePartition(name, in: pool)
            guard row.state == .ready else {
                throw DriveError(.taskState, argument: WireDetail.otherTask)
            }
            let key = Partitions.Key(pool: pool, name: newName)
            if newName != name, known.withLock({ $0.partitions[key] != nil }) {
                throw DriveError(.partitionNameTaken)
            }
            let wanted = try await growth(of: row, to: capacity, isRenamed: newName != name)
            if newName != name {
                try await move([(row.key, key)]) { session in
                    try session.run("UPDATE partitions SET name = ? WHERE id = ?", newName, row.id)
                }
            }
            guard let wanted else { return nil }
            let order = TaskOrder(
                topic: .updatePartition,
                sign: "\(pool)_\(name)",
                subject: "\(pool)/\(newName)",
                user: user,
                parameters: PoolWorker.parameters(row.id)
            )
            let taskID = try await database.write { [tasks] session in
                try session.run("UPDATE partitions SET wanted = ? WHERE id = ?", wanted, row.id)
                return try tasks.insert(order, session)
            }
            try await reload()
            tasks.wake()
            return taskID
        }
    }

    /// Renames a partition at once and leaves its capacity.
    ///
    /// - Throws: as ``changePartition(_:pool:newName:capacity:by:)``.
    package func renamePartition(_ name: String, pool: String, to newName: String) async throws {
        try await reload()
        let capacity = try changeablePartition(name, in: pool).capacity
        try await changePartition(
            name,
            pool: pool,
            newName: newName,
            capacity: Capacity(amount: Double(capacity) / Double(1 << 20), unit: .megabytes),
            by: 0
        )
    }

    /// The new limit, or nil when it stays as it is.
    private func growth(of row: PartitionRow, to capacity: Capacity, isRenamed: Bool) async throws -> Int64? {
        guard let bytes = capacity.bytes else {
            if capacity.shows(row.capacity) { return nil }
            throw DriveError(.badRequest)
        }
        if bytes == row.capacity || bytes == row.promised { return nil }
        if isRenamed, capacity.shows(row.capacity) { return nil }
        if bytes < row.promised { throw DriveError(.capacityShrinks) }
        guard let pool = known.withLock({ $0.pools[row.pool] }) else {
            throw DriveError(.partitionUnavailable)
        }
        let room = try await blocking.run { [self] in try free(of: pool) }
        if bytes - row.promised <= room { return bytes }
        // A rename with the present size rounded up.
        if isRenamed, bytes - row.capacity < capacity.unit.bytes { return nil }
        throw DriveError(.capacityTooLarge, argument: Capacity.text(row.promised + room))
    }

    /// Deletes a partition with everything on it as a task.
    ///
    /// - Returns: the task's id.
    /// - Throws: 40000; 10023 for the embedded partition; 40005, also while the disk is not there; 70001 while it is
    ///   being made, and while folders are being moved.
    package func deletePartition(_ name: String, pool: String, by user: Int) async throws -> String {
        guard !name.isEmpty, !pool.isEmpty else { throw DriveError(.partitionFieldMissing) }
        return try await changing.withLock {
            try await reload()
            let row = try changeablePartition(name, in: pool)
            guard row.state != .adding else {
                throw DriveError(.taskState, argument: WireDetail.otherTask)
            }
            guard let poolRow = known.withLock({ $0.pools[pool] }) else {
                throw DriveError(.partitionUnavailable)
            }
            _ = try await blocking.run { [self] in try directory(of: poolRow) }
            let order = makeOrder(.deletePartition, id: row.id, row.key, by: user)
            let taskID = try await database.write { [tasks] session in
                try Self.refuseWhileMoving(session)
                try session.run("UPDATE partitions SET state = 'deleting' WHERE id = ?", row.id)
                return try tasks.insert(order, session)
            }
            try await reload()
            tasks.wake()
            return taskID
        }
    }

    private func makeOrder(_ topic: TaskTopic, id: String, _ key: Partitions.Key, by user: Int) -> TaskOrder {
        TaskOrder(
            topic: topic,
            sign: "\(key.pool)_\(key.name)",
            subject: "\(key.pool)/\(key.name)",
            user: user,
            parameters: PoolWorker.parameters(id)
        )
    }
}
