import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Registering, renaming and removing pools.
extension Pools {
    /// Makes a directory of this machine a pool; what lies in it is left alone.
    ///
    /// - Parameters:
    ///   - name: 1 to 50 of `0-9 A-Z a-z + _ . -`, a letter or digit first.
    ///   - path: absolute, an existing directory, apart from the data directory and from other pools, and not
    ///     one that the kernel makes up, such as `/proc`; one in memory is taken with a warning in the log.
    /// - Returns: the pool.
    /// - Throws: 30000, 30002, 30001, 30003; 90010, 90011, 90012.
    package func addDirectory(name: String, path: String) async throws -> PoolInfo {
        try PoolName.checkPool(name)
        try await changing.withLock {
            try await reload()
            if known.withLock({ $0.pools[name] != nil }) { throw DriveError(.poolNameTaken) }
            let id = try UploadID.make()
            let directory = try await blocking.run { [self] in
                let resolved = try checkedPath(path)
                do throws(StorageError) {
                    return try PoolDirectory.register(resolved, id: id)
                } catch {
                    let isRefused = error.code == .accessDenied || error.code == .readOnly
                    throw isRefused
                        ? DriveError(.poolDirectoryReadOnly, cause: error)
                        : DriveError(error, missing: .poolDirectoryMissing)
                }
            }
            let now = clock.now
            do {
                try await database.write { session in
                    _ = try session.run(
                        "INSERT INTO pools (id, name, path, created) VALUES (?, ?, ?, ?)",
                        id,
                        name,
                        directory.path,
                        now
                    )
                }
            } catch {
                try? await blocking.run { try directory.unregister() }
                throw error
            }
            if directory.isVolatile {
                log.warning(
                    "a pool lies in memory: its files are lost when the machine restarts",
                    ["pool": .string(name), "path": .string(directory.path)]
                )
            }
            opened.withLock { $0.directories[id] = directory }
            try await reload()
        }
        return try await detail(name)
    }

    /// The path without links, if a pool may be there.
    private func checkedPath(_ path: String) throws -> String {
        guard path.hasPrefix("/") else { throw DriveError(.poolDirectoryMissing) }
        let resolved: String
        do throws(StorageError) {
            resolved = try PoolDirectory.resolve(path)
        } catch {
            throw DriveError(
                error.code == .accessDenied ? .poolDirectoryReadOnly : .poolDirectoryMissing,
                cause: error
            )
        }
        if (try? PoolDirectory.isVirtual(resolved)) ?? false {
            throw DriveError(.poolDirectoryTaken, argument: WireDetail.virtualDirectory)
        }
        var taken = known.withLock { $0.pools.values.map(\.path) }
        if let dataPath { taken.append((try? PoolDirectory.resolve(dataPath)) ?? dataPath) }
        if resolved == "/" || taken.contains(where: { PoolDirectory.overlap(resolved, $0) }) {
            throw DriveError(.poolDirectoryTaken)
        }
        // The same disk mounted at a second place.
        if let id = try? PoolDirectory.id(at: resolved), pool(id: id) != nil {
            throw DriveError(.poolDirectoryTaken)
        }
        return resolved
    }

    /// Gives a pool another name; folders, settings and tasks follow.
    ///
    /// - Throws: 30000, 30002, 30001; 10023 for the embedded pool; 30004; 30003; 70001 while partitions are being made
    ///   or deleted.
    package func rename(_ name: String, to newName: String) async throws {
        try PoolName.checkPool(newName)
        try await changing.withLock {
            try await reload()
            let row = try changeablePool(name)
            if newName == name { return }
            if known.withLock({ $0.pools[newName] != nil }) { throw DriveError(.poolNameTaken) }
            let rows = rows(of: name)
            guard rows.allSatisfy({ $0.state == .ready }) else {
                throw DriveError(.taskState, argument: WireDetail.otherTask)
            }
            let moves = rows.map { ($0.key, Partitions.Key(pool: newName, name: $0.name)) }
            try await move(moves) { session in
                if try Tasks.mark(of: name, topics: [.deletePool], session) != nil {
                    throw DriveError(.taskState, argument: WireDetail.otherTask)
                }
                try session.run("UPDATE pools SET name = ? WHERE id = ?", newName, row.id)
            }
        }
    }

    /// Removes a pool with its partitions and their folders as a task; what Hearth did not make in its directory stays.
    ///
    /// Of a pool whose disk is not there only the rows go.
    ///
    /// - Returns: the task's id.
    /// - Throws: 10023 for the embedded pool; 30004; 70001 while folders are being moved.
    package func remove(_ name: String, by user: Int) async throws -> String {
        try await changing.withLock {
            try await reload()
            let row = try changeablePool(name)
            let order = TaskOrder(
                topic: .deletePool,
                sign: name,
                subject: name,
                user: user,
                parameters: PoolWorker.parameters(row.id)
            )
            let taskID = try await database.write { [tasks] session in
                try Self.refuseWhileMoving(session)
                try session.run("UPDATE partitions SET state = 'deleting' WHERE pool = ?", name)
                return try tasks.insert(order, session)
            }
            try await reload()
            tasks.wake()
            return taskID
        }
    }

    /// A folder that is on its way could arrive on what is about to be deleted.
    static func refuseWhileMoving(_ session: any SQLSession) throws {
        let moving = try session.first(
            "SELECT 1 FROM tasks WHERE topic = ? AND state IN ('queued', 'running')",
            TaskTopic.moveFolder.rawValue
        )
        if moving != nil { throw DriveError(.taskState, argument: WireDetail.movingFolder) }
    }

    /// Changes the addresses of partitions in one commit; nobody finds them missing meanwhile.
    ///
    /// - Parameters:
    ///   - moves: old and new addresses.
    ///   - body: what else belongs to the commit; runs first.
    /// - Throws: what `body` throws, with nothing changed.
    func move(
        _ moves: [(from: Partitions.Key, to: Partitions.Key)],
        _ body: @escaping @Sendable (any SQLSession) throws -> Void
    ) async throws {
        for (from, to) in moves { partitions.alias(from, as: to) }
        do {
            try await database.write { session in
                try body(session)
                for (from, to) in moves { try Self.move(from, to, session) }
            }
        } catch {
            for (_, to) in moves { partitions.remove(to) }
            throw error
        }
        try await reload()
        roots.invalidate()
        for (from, _) in moves { partitions.remove(from) }
    }

    /// What holds a partition's address follows; the partition's own row is the caller's.
    private static func move(_ from: Partitions.Key, _ to: Partitions.Key, _ session: any SQLSession) throws {
        try session.run(
            "UPDATE roots SET pool = ?, partition = ? WHERE pool = ? AND partition = ?",
            to.pool,
            to.name,
            from.pool,
            from.name
        )
        try session.run(
            "UPDATE tasks SET subject = ? WHERE subject = ? AND topic IN (?, ?, ?)",
            "\(to.pool)/\(to.name)",
            "\(from.pool)/\(from.name)",
            TaskTopic.addPartition.rawValue,
            TaskTopic.updatePartition.rawValue,
            TaskTopic.deletePartition.rawValue
        )
        try setDefault(to, instead: from, session)
    }

    /// The settings, if they name exactly this partition, name another one.
    static func setDefault(
        _ key: Partitions.Key,
        instead old: Partitions.Key,
        _ session: any SQLSession
    ) throws {
        let isNamed = try session.first(
            "SELECT 1 FROM settings a, settings b WHERE a.name = 'pool_name' AND a.value = ? "
                + "AND b.name = 'partition_name' AND b.value = ?",
            old.pool,
            old.name
        )
        guard isNamed != nil else { return }
        try session.run("UPDATE settings SET value = ? WHERE name = 'pool_name'", key.pool)
        try session.run("UPDATE settings SET value = ? WHERE name = 'partition_name'", key.name)
    }
}
