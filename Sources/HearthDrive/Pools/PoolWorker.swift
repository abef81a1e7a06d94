import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// Makes, grows and deletes partitions, and deletes pools.
///
/// Tasks name the row by its id: a retry never works on another one of the same name.
struct PoolWorker: TaskWorker {
    let pools: Pools

    let topics: [TaskTopic] = [.addPartition, .updatePartition, .deletePartition, .deletePool]

    static func parameters(_ id: String) -> String { "{\"id\":\"\(id)\"}" }

    private static func id(in parameters: String) throws -> String {
        try JSONValue(parsing: Array(parameters.utf8)).text("id")
    }

    func run(_ task: TaskRun) async throws -> String {
        let id = try Self.id(in: task.parameters)
        try await pools.reload()
        switch task.topic {
        case .addPartition: try await add(id)
        case .updatePartition: try await grow(id)
        case .deletePartition: try await deletePartition(id, task)
        case .deletePool: try await deletePool(id, task)
        default: throw DriveError(.internalError)
        }
        return ""
    }

    func abandoned(_ task: TaskRow, _ session: any SQLSession) throws {
        let id = try Self.id(in: task.parameters)
        switch task.topic {
        case .addPartition: try session.run("DELETE FROM partitions WHERE id = ? AND state = 'adding'", id)
        case .updatePartition: try session.run("UPDATE partitions SET wanted = 0 WHERE id = ?", id)
        case .deletePartition:
            try session.run("UPDATE partitions SET state = 'ready' WHERE id = ? AND state = 'deleting'", id)
        case .deletePool:
            let pool = "(SELECT name FROM pools WHERE id = ?)"
            try session.run(
                "UPDATE partitions SET state = 'ready' WHERE state = 'deleting' AND directory IS NOT NULL "
                    + "AND pool = \(pool)",
                id
            )
            try session.run("DELETE FROM partitions WHERE directory IS NULL AND pool = \(pool)", id)
        default: break
        }
    }

    // MARK: Adding and growing

    private func add(_ id: String) async throws {
        guard let row = pools.row(id: id), row.state == .adding,
            let pool = pools.known.withLock({ $0.pools[row.pool] })
        else { return }
        let directory = try await pools.blocking.run { [pools] in
            let directory = try pools.directory(of: pool)
            return try storage {
                do {
                    return try directory.makePartition(id: id, name: row.name)
                } catch {
                    try? directory.removePartition(nil, id: id) { _ in }
                    throw error
                }
            }
        }
        try await pools.database.write { session in
            _ = try session.run(
                "UPDATE partitions SET state = 'ready', directory = ? WHERE id = ? AND state = 'adding'",
                directory,
                id
            )
        }
        try await pools.reload()
        _ = try await pools.blocking.run { [pools] in pools.open(row.key) }
    }

    private func grow(_ id: String) async throws {
        try await pools.database.write { session in
            _ = try session.run(
                "UPDATE partitions SET capacity = wanted, wanted = 0 WHERE id = ? AND wanted > capacity",
                id
            )
        }
        try await pools.reload()
        guard let row = pools.row(id: id) else { return }
        pools.partitions.opened(row.key)?.partition.setLimit(row.capacity)
    }

    // MARK: Deleting

    private func deletePartition(_ id: String, _ task: TaskRun) async throws {
        guard let row = pools.row(id: id), let pool = pools.known.withLock({ $0.pools[row.pool] }) else {
            return
        }
        let directory = try await pools.blocking.run { [pools] in try pools.directory(of: pool) }
        try await delete(row, directory, task)
    }

    private func deletePool(_ id: String, _ task: TaskRun) async throws {
        guard let pool = pools.pool(id: id) else { return }
        let directory = try? await pools.blocking.run { [pools] in try pools.directory(of: pool) }
        for row in pools.rows(of: pool.name) { try await delete(row, directory, task) }
        if let directory {
            try await pools.blocking.run { try storage { try directory.unregister() } }
        } else {
            pools.log.warning(
                "the disk of a removed pool was not there; what Hearth made on it stays on it",
                ["pool": .string(pool.name)]
            )
        }
        try await pools.database.write { session in
            _ = try session.run("DELETE FROM pools WHERE id = ?", id)
        }
        pools.opened.withLock { _ = $0.directories.removeValue(forKey: id) }
        try await pools.reload()
    }

    /// Rows first, so that nobody meets a half-deleted folder; then the bytes; the partition's own row last, since it
    /// is what a second run finds its way by.
    private func delete(_ row: PartitionRow, _ directory: PoolDirectory?, _ task: TaskRun) async throws {
        pools.opened.withLock { _ = $0.closed.insert(row.id) }
        defer { pools.opened.withLock { _ = $0.closed.remove(row.id) } }
        let ids = try await pools.rootIDs(on: [row.key])
        for id in ids.sorted() {
            try task.checkStopped()
            // Waits for changes that are under way in the folder.
            try await pools.roots.gate.alone(id) {
                try await pools.database.write { session in
                    _ = try session.run("DELETE FROM roots WHERE id = ?", id)
                }
            }
        }
        try await pools.database.write { [pools] session in
            try session.run("DELETE FROM roots WHERE pool = ? AND partition = ?", row.pool, row.name)
            for id in ids {
                try session.run(
                    "DELETE FROM tasks WHERE state = 'failed' AND subject = ? AND topic IN (?, ?)",
                    "\(id)",
                    TaskTopic.moveFolder.rawValue,
                    TaskTopic.deleteFolder.rawValue
                )
            }
            try session.run(
                "DELETE FROM tasks WHERE state = 'failed' AND subject = ? AND topic IN (?, ?, ?)",
                row.subject,
                TaskTopic.addPartition.rawValue,
                TaskTopic.updatePartition.rawValue,
                TaskTopic.deletePartition.rawValue
            )
            let embedded = Partitions.Key(pool: Partitions.defaultName, name: Partitions.defaultName)
            try Pools.setDefault(embedded, instead: row.key, session)
            _ = try pools.roots.pruneShares(session)
        }
        pools.partitions.remove(row.key)
        pools.roots.invalidate()
        pools.whenClosed(ids)
        if let directory {
            try await pools.blocking.run {
                try storage {
                    try directory.removePartition(row.directory, id: row.id) { count in
                        task.advance(items: count)
                        try task.checkStopped()
                    }
                }
            }
        }
        try await pools.database.write { session in
            _ = try session.run("DELETE FROM partitions WHERE id = ?", row.id)
        }
        try await pools.reload()
    }
}

extension JSONValue {
    fileprivate func text(_ name: String) throws -> String {
        guard let text = self[name]?.string else { throw DriveError(.internalError) }
        return text
    }
}
