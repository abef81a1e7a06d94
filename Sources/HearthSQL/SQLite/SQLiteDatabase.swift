package import HearthLog

/// A database in one SQLite file: WAL, `synchronous=FULL`, one writer, several readers.
///
/// What ``write(_:)`` acknowledged survives a power cut. The file is made with mode 0600; beside it lie `-wal` and
/// `-shm` while it is open. Disk blocks are taken before they are needed, 16 MiB for the log and steps of 4 MiB for
/// the file, so that small writes (deleting, logging out) still work when the disk is full.
package final class SQLiteDatabase: SQLDatabase {
    /// The file's path as it was given.
    package let path: String
    /// Twice what the log holds between two checkpoints.
    private static let logReserve = 16 << 20
    /// Bytes by which the file grows.
    private static let growth: Int32 = 4 << 20

    private let readers: SQLiteReaders
    private let writer: SQLiteWriter
    private let condition: SQLiteCondition
    private let bootCheck = BootCheck()

    /// Opens the file, makes it when there is none, and applies missing migrations.
    ///
    /// Blocks its thread. Before a migration of a database that is not empty, a copy `<path>.before-<number>` is
    /// made. If the machine was started anew since the last check, one begins in the background, see ``health``.
    ///
    /// - Parameters:
    ///   - path: in a folder that exists.
    ///   - migrations: every migration there ever was, ascending.
    ///   - readers: how many reads may run at the same time.
    ///   - busyTimeoutMs: how long a write waits for the lock of another process.
    ///   - bootIDPath: where the kernel tells its boot id; others for tests.
    ///   - logger: hears of migrations and failures.
    /// - Throws: `.newerSchema`, `.corrupt` when the file is no database, `.io` and the like.
    package init(
        path: String,
        migrations: [Migration],
        readers: Int = 4,
        busyTimeoutMs: Int = 5000,
        bootIDPath: String = "/proc/sys/kernel/random/boot_id",
        logger: Logger
    ) throws(SQLError) {
        self.path = path
        condition = SQLiteCondition(logger: logger)
        try SQLiteFile.create(path)
        let connection = try SQLiteConnection(
            path: path,
            role: .writer,
            busyTimeoutMs: Int32(clamping: busyTimeoutMs)
        )
        let bootID = BootCheck.bootID(path: bootIDPath)
        let isCheckDue: Bool
        do throws(SQLError) {
            try Self.prepare(connection)
            try Migrator(connection: connection, path: path, migrations: migrations, logger: logger).run()
            isCheckDue = try Self.isCheckDue(connection, bootID)
            // The schema reaches the file, and with it the first reserve of blocks.
            try connection.script("PRAGMA wal_checkpoint")
        } catch {
            connection.close()
            throw error
        }
        if !SQLiteFile.reserveLog(Self.logReserve, of: path) {
            logger.warning("no disk space could be reserved for the database's log")
        }
        self.readers = try SQLiteReaders(path: path, count: readers)
        writer = try SQLiteWriter(connection: connection, condition: condition)
        if isCheckDue, let bootID {
            bootCheck.start(path: path, condition: condition) { [writer] in Self.remember(bootID, writer) }
        }
    }

    /// Ends the thread without waiting for it; ``close()`` does it in order.
    deinit {
        bootCheck.cancel()
        writer.stop()
    }

    /// Runs statements that only read, all on one snapshot.
    package func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T
    {
        do {
            return try await readers.read(body)
        } catch let error as SQLError where error.code == .corrupt {
            condition.notice(error)
            throw error
        }
    }

    /// Runs statements that change the database; durable when it returns.
    @discardableResult
    package func write<T: Sendable>(
        _ body: @escaping @Sendable (any SQLSession) throws -> T
    ) async throws -> T {
        try await withCheckedThrowingContinuation { continuation in
            let write = SQLiteWrite(
                perform: { session in
                    let value = try body(session)
                    return { continuation.resume(returning: value) }
                },
                fail: { continuation.resume(throwing: $0) }
            )
            writer.add(write)
        }
    }

    /// Whether writes are accepted.
    package var health: SQLHealth { condition.health }

    /// The health once no check runs.
    package func checkedHealth() async -> SQLHealth {
        await bootCheck.ended()
        return health
    }

    /// Writes and commits since it was opened.
    package var statistics: SQLiteStatistics { writer.statistics }

    /// Refuses what comes from now on, finishes what was accepted, and returns when the files are closed.
    package func close() async {
        bootCheck.cancel()
        await bootCheck.ended()
        await readers.close()
        writer.stop()
        await writer.ended()
    }

    /// Statements kept ready by the readers; for tests.
    var cachedStatementCounts: [Int] { readers.cachedStatementCounts }

    private static func prepare(_ connection: SQLiteConnection) throws(SQLError) {
        try connection.grow(by: growth)
        let mode = try connection.first("PRAGMA journal_mode=WAL")?.text(0)
        guard mode == "wal" else {
            throw SQLError(.io, "the file system does not support WAL: \(mode ?? "no answer")")
        }
        // A checkpoint costs two syncs: fewer of them, after 8 MiB; a log that a burst made large is cut again.
        for pragma in ["synchronous=FULL", "wal_autocheckpoint=2000", "journal_size_limit=67108864"] {
            try connection.script("PRAGMA \(pragma)")
        }
    }

    /// Whether the machine was started anew since the file was last known to be sound; a new file is.
    private static func isCheckDue(_ connection: SQLiteConnection, _ bootID: String?) throws(SQLError) -> Bool
    {
        let stored = try connection.first("SELECT value FROM database_meta WHERE key = 'boot_id'")?.text(0)
        guard let bootID, stored != bootID else { return false }
        guard stored == nil else { return true }
        try connection.script("BEGIN IMMEDIATE")
        _ = try connection.run("INSERT INTO database_meta (key, value) VALUES ('boot_id', ?)", [bootID])
        try connection.script("COMMIT")
        return false
    }

    private static func remember(_ bootID: String, _ writer: SQLiteWriter) {
        let sql = "UPDATE database_meta SET value = ? WHERE key = 'boot_id'"
        writer.add(
            SQLiteWrite(
                perform: { session in
                    try session.run(sql, bootID)
                    return {}
                },
                // The check is then made once more at the next start.
                fail: { _ in }
            )
        )
    }
}
