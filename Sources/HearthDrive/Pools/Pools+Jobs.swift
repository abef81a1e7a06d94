import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import Synchronization

/// What goes on behind requests: scans, and storing what is in use.
extension Pools {
    private static let attempts = 3

    /// Works on scans until the surrounding task is cancelled.
    package func run() async {
        for await job in jobs {
            switch job {
            case .scan(let id): await scan(id)
            case .clean(let id, let left): await clean(id, left)
            }
        }
    }

    /// Scans every partition with a limit; returns at once, the scans run behind.
    package func scanAll() {
        for row in known.withLock({ Array($0.partitions.values) }) { enqueue.yield(.scan(row.id)) }
    }

    /// Scans every partition with a limit and waits for it.
    package func scanNow() async {
        for row in known.withLock({ Array($0.partitions.values) }) { await scan(row.id) }
    }

    private func scan(_ id: String) async {
        guard let row = row(id: id), let open = partitions.opened(row.key) else { return }
        do {
            try await blocking.run {
                // Again when something changed meanwhile; the last one corrects what it safely can.
                for _ in 1...Self.attempts where !Task.isCancelled {
                    if try open.partition.scan() { break }
                }
            }
            await saveUse()
        } catch {
            log.warning(
                "a partition could not be scanned",
                ["pool": .string(row.pool), "partition": .string(row.name), "error": .string("\(error)")]
            )
        }
    }

    private func clean(_ id: String, _ left: LeftOvers) async {
        guard let row = row(id: id), let open = partitions.opened(row.key) else { return }
        do {
            let known = try await database.read { session in
                Set(try session.query("SELECT id FROM uploads WHERE state = 'open'").map { try $0.text(0) })
            }
            try await blocking.run {
                try open.partition.clear(left.temporary)
                for id in left.staged where !known.contains(id) { try? open.top.discardStaged(id: id) }
            }
        } catch {
            log.warning(
                "what a former run left on a partition could not be removed",
                ["pool": .string(row.pool), "partition": .string(row.name), "error": .string("\(error)")]
            )
        }
    }

    /// Stores what partitions with a limit have in use, where it changed.
    package func saveUse() async {
        let rows = known.withLock { Array($0.partitions.values) }
        var changed: [(row: PartitionRow, used: Int64)] = []
        for row in rows {
            guard let used = partitions.opened(row.key)?.partition.quota?.used, used != row.used else {
                continue
            }
            changed.append((row, used))
        }
        if changed.isEmpty { return }
        do {
            try await database.write { [changed] session in
                for (row, used) in changed {
                    try session.run("UPDATE partitions SET used = ? WHERE id = ?", used, row.id)
                }
            }
            try await reload()
        } catch {
            log.warning("the use of partitions could not be stored", ["error": .string("\(error)")])
        }
    }
}

extension Uploads {
    /// Lets go of the open files of sessions on some roots; they are opened again from their rows, if those stay.
    func release(roots: Set<Int>) {
        let released = live.withLock { live in
            let gone = live.filter { roots.contains($0.value.row.root) }
            for id in gone.keys { live.removeValue(forKey: id) }
            return Array(gone.values)
        }
        for upload in released { upload.end() }
    }
}
