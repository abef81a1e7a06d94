#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The durable queue: a SQLite file that several processes may use at once.
///
/// WAL with `synchronous=NORMAL`: a killed process loses nothing, and a power cut at most the last moments, never the
/// file's soundness. That is enough, because nothing here is the only truth: the server says which chunks it has, and
/// what a download has written counts after a restart of the system only if it was fsynced before it was recorded
/// (``TransferRow/boot``). `FULL` would cost an fsync for each of 100 000 small files.
public actor TransferStore {
    /// Where a damaged queue was put when this one was opened; nil when there was none.
    public nonisolated let setAside: String?
    /// Where the queue lies.
    public nonisolated let path: String

    /// Names the queue: eight hex digits, by chance.
    nonisolated let queueID: String
    let handle: SQLiteHandle
    let identity: ProcessIdentity
    private nonisolated let executor = QueueExecutor(label: "hearth.transfer.store")
    private var seenVersion: Int64 = -1

    /// Jobs run on a thread of its own: they wait for the disk and for other processes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Opens the queue, making it and its directory's last component when they are not there.
    ///
    /// A damaged file is renamed to `….damaged-N` and a new one begun; ``setAside`` then says so.
    ///
    /// - Throws: ``TransferError/Code/store`` when the file cannot be used; ``TransferError/Code/storeNewer`` for the
    ///   queue of a newer version, which stays as it is.
    public init(path: String) throws(TransferError) {
        self.path = path
        identity = .current()
        let parent = LocalPath(path).parent
        parent.withCString { _ = mkdir($0, 0o700) }
        var aside: String?
        if Self.isSuspect(path) { aside = try Self.setDamagedAside(path) }
        do {
            handle = try Self.openHandle(path)
        } catch let failure as SQLiteFailure where failure.isDamage {
            aside = try Self.setDamagedAside(path)
            do { handle = try Self.openHandle(path) } catch { throw Self.wrap(error, path) }
        } catch {
            throw Self.wrap(error, path)
        }
        do {
            queueID = try handle.rows("SELECT id FROM queue", as: { $0.text(0) }).first ?? ""
        } catch {
            throw Self.wrap(error, path)
        }
        setAside = aside
    }

    private static func openHandle(_ path: String) throws -> SQLiteHandle {
        PrivateDatabase.prepare(path)
        let handle = try SQLiteHandle(path: path, patience: 10_000)
        try handle.script("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;")
        // 8 MiB of pages at most, so that memory does not grow with the queue.
        try handle.script("PRAGMA cache_size=-8192; PRAGMA wal_autocheckpoint=1000;")
        try TransferSchema.migrate(handle)
        return handle
    }

    // MARK: Damage

    /// A file that was found damaged while it was used is looked at whole before it is used again.
    private static func isSuspect(_ path: String) -> Bool {
        guard access(path + ".suspect", F_OK) == 0 else { return false }
        unlink(path + ".suspect")
        guard let handle = try? SQLiteHandle(path: path, patience: 10_000) else { return true }
        let answer = try? handle.rows("PRAGMA quick_check(1)", as: { $0.text(0) })
        return answer != ["ok"]
    }

    private static func setDamagedAside(_ path: String) throws(TransferError) -> String {
        for number in 1...10_000 {
            let target = "\(path).damaged-\(number)"
            guard access(target, F_OK) != 0 else { continue }
            guard rename(path, target) == 0 else { break }
            for suffix in ["-wal", "-shm"] where access(path + suffix, F_OK) == 0 {
                rename(path + suffix, target + suffix)
            }
            return target
        }
        throw TransferError(.store, path)
    }

    private static func wrap(_ error: any Error, _ path: String) -> TransferError {
        if let error = error as? TransferError { return error }
        return TransferError(.store, "\(path): \((error as? SQLiteFailure)?.message ?? "\(error)")")
    }

    /// Runs what talks to the file; a damage leaves a mark for the next opening.
    func guarded<T>(_ body: () throws -> T) throws(TransferError) -> T {
        do {
            return try body()
        } catch {
            if (error as? SQLiteFailure)?.isDamage == true {
                let mark = open(path + ".suspect", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
                if mark >= 0 { close(mark) }
            }
            throw Self.wrap(error, path)
        }
    }

    // MARK: Looking

    /// One record.
    public func record(_ id: TransferID) throws(TransferError) -> TransferRecord? {
        try row(id)?.record()
    }

    /// What was ordered, oldest first, without the children of folders.
    public func records(_ filter: TransferFilter = TransferFilter()) throws(TransferError) -> [TransferRecord]
    {
        var conditions = ["pid = 0", "id > ?"]
        var values: [SQLiteValue] = [.int(filter.after?.rawValue ?? 0)]
        if let direction = filter.direction {
            conditions.append("direction = ?")
            values.append(.int(Int64(direction.rawValue)))
        }
        if let area = filter.area {
            conditions.append("area = ?")
            values.append(.text(area))
        }
        if let statuses = filter.statuses {
            let numbers = statuses.map { String($0.rawValue) }.sorted().joined(separator: ",")
            conditions.append("status IN (\(numbers))")
        }
        values.append(.int(Int64(max(0, filter.limit))))
        return try list(conditions.joined(separator: " AND "), values).map { $0.record() }
    }

    /// The children of a folder or group, oldest first.
    ///
    /// - Parameters:
    ///   - id: what was ordered.
    ///   - statuses: these states, or all.
    ///   - after: children after this one.
    ///   - limit: at most so many.
    /// - Returns: a page.
    /// - Throws: ``TransferError/Code/store``.
    public func children(
        of id: TransferID,
        statuses: Set<TransferStatus>? = nil,
        after: TransferID? = nil,
        limit: Int = 1_000
    ) throws(TransferError) -> [TransferRecord] {
        var condition = "pid = ? AND id > ?"
        if let statuses {
            condition +=
                " AND status IN (\(statuses.map { String($0.rawValue) }.sorted().joined(separator: ",")))"
        }
        let values: [SQLiteValue] = [
            .int(id.rawValue), .int(after?.rawValue ?? 0), .int(Int64(max(0, limit))),
        ]
        return try list(condition, values).map { $0.record() }
    }

    func row(_ id: TransferID) throws(TransferError) -> TransferRow? {
        try guarded {
            try handle.rows(
                "SELECT \(TransferRow.columns) FROM transfers WHERE id = ?",
                .int(id.rawValue),
                as: TransferRow.init
            ).first
        }
    }

    /// Rows by number; the last parameter is the limit.
    func list(_ condition: String, _ values: [SQLiteValue]) throws(TransferError) -> [TransferRow] {
        try guarded {
            var found: [TransferRow] = []
            let sql = "SELECT \(TransferRow.columns) FROM transfers WHERE \(condition) ORDER BY id LIMIT ?"
            try handle.each(sql, values) { (row) throws(SQLiteFailure) in found.append(TransferRow(row)) }
            return found
        }
    }

    /// Whether another connection has written since the last question.
    func hasForeignChange() throws(TransferError) -> Bool {
        try guarded {
            let version = try handle.int("PRAGMA data_version") ?? 0
            defer { seenVersion = version }
            return seenVersion != version
        }
    }
}
