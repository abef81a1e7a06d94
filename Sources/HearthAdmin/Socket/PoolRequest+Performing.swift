import HearthDrive
import HearthWire

extension PoolRequest {
    /// How long a command waits for its task, in steps of 50 ms.
    private static let patience = 400

    /// Does it on a drive; the text is for the person at the keyboard.
    ///
    /// - Parameters:
    ///   - drive: with its partitions.
    ///   - drains: whether nobody else works on tasks, so that this call does.
    /// - Returns: what was done, or why a task failed.
    /// - Throws: what ``Pools`` throws.
    func perform(on drive: Drive, drains: Bool) async throws -> AdminReply {
        let pools = drive.pools
        switch self {
        case .list: return .told(Self.table(try await pools.list()))
        case .addDirectory(let name, let path):
            let pool = try await pools.addDirectory(name: name, path: path)
            let done = "\(pool.path ?? path) is pool \(name) now, with room for \(Capacity.text(pool.free))."
            guard pool.isVolatile else { return .told(done) }
            return .told(
                done + "\nWarning: it lies in memory; everything in it is lost when the machine restarts."
            )
        case .rename(let name, let newName):
            try await pools.rename(name, to: newName)
            return .told("Pool \(name) is called \(newName) now.")
        case .remove(let name):
            let task = try await pools.remove(name, by: 0)
            return try await Self.wait(for: task, drive, drains, "Pool \(name) is removed.")
        case .addPartition(let pool, let name, let size):
            let task = try await pools.addPartition(name, pool: pool, capacity: Self.capacity(size), by: 0)
            return try await Self.wait(
                for: task,
                drive,
                drains,
                "Partition \(name) is added to pool \(pool)."
            )
        case .growPartition(let pool, let name, let size):
            let task = try await pools.changePartition(
                name,
                pool: pool,
                newName: name,
                capacity: Self.capacity(size),
                by: 0
            )
            let done = "Partition \(name) has \(Capacity.text(size << 20)) now."
            guard let task else { return .told(done) }
            return try await Self.wait(for: task, drive, drains, done)
        case .renamePartition(let pool, let name, let newName):
            try await pools.renamePartition(name, pool: pool, to: newName)
            return .told("Partition \(name) is called \(newName) now.")
        case .removePartition(let pool, let name):
            let task = try await pools.deletePartition(name, pool: pool, by: 0)
            return try await Self.wait(for: task, drive, drains, "Partition \(name) is removed.")
        case .scan:
            await pools.scanNow()
            return .told(Self.table(try await pools.list()))
        }
    }

    private static func capacity(_ megabytes: Int64) -> Capacity {
        Capacity(amount: Double(megabytes), unit: .megabytes)
    }

    private static func wait(
        for task: String,
        _ drive: Drive,
        _ drains: Bool,
        _ done: String
    ) async throws -> AdminReply {
        if drains { await drive.tasks.drain() }
        for _ in 1...patience {
            switch try await drive.tasks.standing(of: task) {
            case .done: return .told(done)
            case .failed(let code, let argument):
                return .refused(
                    "\(code.reason(.english, argument: argument)) The task \(task) can be retried or dismissed."
                )
            case .pending where drains: break
            case .pending:
                try await Task.sleep(for: .milliseconds(50))
                continue
            }
            break
        }
        return .told("\(task) is under way; hearth pool list shows when it is done.")
    }

    // MARK: Table

    private static func table(_ pools: [PoolInfo]) -> String {
        var rows = [["POOL", "PARTITION", "SIZE", "USED", "FREE", "STATE", "PLACE"]]
        for pool in pools {
            rows.append([
                pool.name, "", Capacity.text(pool.capacity), Capacity.text(pool.promised),
                pool.path == nil ? "" : Capacity.text(pool.free), pool.status, pool.path ?? "",
            ])
            for partition in pool.partitions {
                rows.append([
                    pool.name, partition.name, Capacity.text(partition.capacity),
                    Capacity.text(partition.used), Capacity.text(max(0, partition.capacity - partition.used)),
                    partition.id.isEmpty ? "being added" : partition.status, "",
                ])
            }
        }
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = row.indices.map { index in
                row[index] + String(repeating: " ", count: widths[index] - row[index].count)
            }.joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    /// The drive's code in the words of the command line; nil leaves the usual text.
    static func text(for code: WireCode) -> String? {
        switch code {
        case .forbidden: "this is the embedded pool; it is as the server's disk is"
        case .poolNotFound: "there is no pool of that name; hearth pool list shows all"
        case .partitionUnavailable:
            "there is no partition of that name, or its disk is not there; hearth pool list shows all"
        case .taskState: "a task about it, or a folder on its way, comes first; hearth pool list shows them"
        default: nil
        }
    }
}
