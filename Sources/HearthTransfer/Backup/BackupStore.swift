import HearthClient

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The backups of this machine, and what is known of their files: a SQLite file beside the queue.
///
/// What is known of files can be lost without harm: they are read again, and the home says what it has.
public actor BackupStore {
    /// Where it lies.
    public nonisolated let path: String

    private let handle: SQLiteHandle
    private nonisolated let executor = QueueExecutor(label: "hearth.backup.store")

    /// Jobs run on a thread of its own: they wait for the disk and for other processes.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// What was known of a file when it was read.
    struct Known: Sendable {
        var facts: Facts
        /// SHA-256, 32 bytes.
        var hash: [UInt8]
    }

    /// What tells that a file is the one that was read.
    struct Facts: Sendable, Hashable {
        var size: Int64
        var modified: Int64
        var nanoseconds: Int64
        var inode: UInt64

        init(_ facts: FileFacts) {
            size = facts.size
            modified = facts.modified
            nanoseconds = facts.nanoseconds
            inode = facts.inode
        }

        fileprivate init(_ row: SQLiteRow) {
            size = row.int(2)
            modified = row.int(3)
            nanoseconds = row.int(4)
            inode = UInt64(bitPattern: row.int(5))
        }
    }

    /// Opens the file, making it when it is not there.
    ///
    /// - Throws: ``TransferError/Code/store``; ``TransferError/Code/storeNewer`` for the file of a newer version.
    public init(path: String) throws(TransferError) {
        self.path = path
        let parent = LocalPath(path).parent
        parent.withCString { _ = mkdir($0, 0o700) }
        PrivateDatabase.prepare(path)
        do {
            handle = try SQLiteHandle(path: path, patience: 10_000)
            try handle.script("PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA temp_store=MEMORY;")
            try Self.migrate(handle)
        } catch {
            throw Self.wrap(error, path)
        }
    }

    private static func migrate(_ handle: SQLiteHandle) throws {
        try handle.transaction {
            let found = try handle.int("PRAGMA user_version") ?? 0
            guard found <= 1 else { throw TransferError(.storeNewer) }
            guard found == 0 else { return }
            try handle.script(
                """
                CREATE TABLE sets (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    area TEXT NOT NULL,
                    local BLOB NOT NULL,
                    remote TEXT NOT NULL,
                    label TEXT NOT NULL,
                    kinds TEXT NOT NULL,
                    encrypted INTEGER NOT NULL,
                    created INTEGER NOT NULL,
                    ended INTEGER,
                    files INTEGER NOT NULL DEFAULT 0,
                    known INTEGER NOT NULL DEFAULT 0,
                    sent INTEGER NOT NULL DEFAULT 0,
                    bytes INTEGER NOT NULL DEFAULT 0,
                    hashed INTEGER NOT NULL DEFAULT 0,
                    unsettled INTEGER NOT NULL DEFAULT 0,
                    failed INTEGER NOT NULL DEFAULT 0,
                    stopped INTEGER NOT NULL DEFAULT 0,
                    UNIQUE (area, local, remote)
                );
                CREATE TABLE files (
                    backup INTEGER NOT NULL,
                    path BLOB NOT NULL,
                    size INTEGER NOT NULL,
                    modified INTEGER NOT NULL,
                    nanoseconds INTEGER NOT NULL,
                    inode INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    PRIMARY KEY (backup, path)
                ) WITHOUT ROWID;
                CREATE TABLE sent (
                    backup INTEGER NOT NULL,
                    hash BLOB NOT NULL,
                    PRIMARY KEY (backup, hash)
                ) WITHOUT ROWID;
                PRAGMA user_version = 1;
                """
            )
        }
    }

    private static func wrap(_ error: any Error, _ path: String) -> TransferError {
        if let error = error as? TransferError { return error }
        return TransferError(.store, "\(path): \((error as? SQLiteFailure)?.message ?? "\(error)")")
    }

    private func guarded<T>(_ body: () throws -> T) throws(TransferError) -> T {
        do { return try body() } catch { throw Self.wrap(error, path) }
    }

    // MARK: Sets

    /// Keeps a set; one of the same folders gets its kinds.
    ///
    /// - Returns: the set as it is kept.
    public func add(_ set: BackupSet) throws(TransferError) -> BackupSet {
        let id = try guarded {
            try handle.run(
                """
                INSERT INTO sets (area, local, remote, label, kinds, encrypted, created) VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET kinds = excluded.kinds, label = excluded.label, encrypted = excluded.encrypted
                """,
                .text(set.area),
                .blob(set.local.bytes),
                .text(set.remote.urlPath),
                .text(set.label),
                .text(set.kinds.map(\.rawValue).sorted().joined(separator: ",")),
                .int(set.isEncrypted ? 1 : 0),
                .int(UnixTime.now)
            )
            return try handle.int(
                "SELECT id FROM sets WHERE area = ? AND local = ? AND remote = ?",
                .text(set.area),
                .blob(set.local.bytes),
                .text(set.remote.urlPath)
            )
        }
        guard let id, let kept = try self.set(id) else { throw TransferError(.store, path) }
        return kept
    }

    /// All sets, oldest first.
    public func sets() throws(TransferError) -> [BackupSet] {
        try guarded {
            try handle.rows(
                """
                SELECT id, area, local, remote, label, kinds, encrypted, created, ended, files, known, sent, bytes, hashed,
                    unsettled, failed, stopped FROM sets ORDER BY id
                """,
                as: Self.set
            ).compactMap(\.self)
        }
    }

    /// One set; nil when there is none of that number.
    public func set(_ id: Int64) throws(TransferError) -> BackupSet? { try sets().first { $0.id == id } }

    private static func set(_ row: SQLiteRow) -> BackupSet? {
        guard let remote = RemotePath(href: row.text(3)) else { return nil }
        let kinds = row.text(5).split(separator: ",").compactMap { BackupKind(rawValue: String($0)) }
        var set = BackupSet(
            area: row.text(1),
            local: LocalPath(bytes: row.blob(2)),
            remote: remote,
            label: row.text(4),
            kinds: Set(kinds),
            isEncrypted: row.int(6) != 0
        )
        set.id = row.int(0)
        set.created = row.int(7)
        if let ended = row.optionalInt(8) {
            var outcome = BackupOutcome()
            outcome.files = Int(row.int(9))
            outcome.known = Int(row.int(10))
            outcome.sent = Int(row.int(11))
            outcome.bytes = row.int(12)
            outcome.hashed = Int(row.int(13))
            outcome.unsettled = Int(row.int(14))
            outcome.failed = Int(row.int(15))
            if row.int(16) != 0 { outcome.stops = [TransferFailure(code: .server)] }
            set.last = BackupRecord(ended: ended, outcome: outcome)
        }
        return set
    }

    /// Forgets a set; files stay where they are, on both sides.
    ///
    /// - Returns: whether there was one.
    public func remove(_ id: Int64) throws(TransferError) -> Bool {
        try guarded {
            try handle.transaction {
                try handle.run("DELETE FROM files WHERE backup = ?", .int(id))
                try handle.run("DELETE FROM sent WHERE backup = ?", .int(id))
                try handle.run("DELETE FROM sets WHERE id = ?", .int(id))
                return handle.changes > 0
            }
        }
    }

    /// Notes how a run ended.
    func note(_ outcome: BackupOutcome, of id: Int64) throws(TransferError) {
        try guarded {
            try handle.run(
                """
                UPDATE sets SET ended = ?, files = ?, known = ?, sent = ?, bytes = ?, hashed = ?, unsettled = ?, failed = ?,
                    stopped = ? WHERE id = ?
                """,
                .int(UnixTime.now),
                .int(Int64(outcome.files)),
                .int(Int64(outcome.known)),
                .int(Int64(outcome.sent)),
                .int(outcome.bytes),
                .int(Int64(outcome.hashed)),
                .int(Int64(outcome.unsettled)),
                .int(Int64(outcome.failed)),
                .int(outcome.stops.isEmpty ? 0 : 1),
                .int(id)
            )
        }
    }

    // MARK: Files

    /// What is known of a set's files, by path.
    func files(of id: Int64) throws(TransferError) -> [[UInt8]: Known] {
        try guarded {
            var found: [[UInt8]: Known] = [:]
            try handle.each(
                "SELECT backup, path, size, modified, nanoseconds, inode, hash FROM files WHERE backup = ?",
                [.int(id)]
            ) { (row) throws(SQLiteFailure) in
                found[row.blob(1)] = Known(facts: Facts(row), hash: row.blob(6))
            }
            return found
        }
    }

    /// Notes what was read.
    func note(_ files: [(path: [UInt8], known: Known)], of id: Int64) throws(TransferError) {
        guard !files.isEmpty else { return }
        try guarded {
            try handle.transaction {
                for (path, known) in files {
                    try handle.run(
                        "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?)",
                        .int(id),
                        .blob(path),
                        .int(known.facts.size),
                        .int(known.facts.modified),
                        .int(known.facts.nanoseconds),
                        .int(Int64(bitPattern: known.facts.inode)),
                        .blob(known.hash)
                    )
                }
            }
        }
    }

    /// Forgets files that are not there any more.
    func forget(_ paths: [[UInt8]], of id: Int64) throws(TransferError) {
        guard !paths.isEmpty else { return }
        try guarded {
            try handle.transaction {
                for path in paths {
                    try handle.run("DELETE FROM files WHERE backup = ? AND path = ?", .int(id), .blob(path))
                }
            }
        }
    }

    // MARK: What was sent

    /// Hashes that were sent to a home that keeps no identities.
    func sent(of id: Int64) throws(TransferError) -> Set<[UInt8]> {
        try guarded {
            Set(try handle.rows("SELECT hash FROM sent WHERE backup = ?", .int(id), as: { $0.blob(0) }))
        }
    }

    /// Notes that hashes were sent.
    func noteSent(_ hashes: [[UInt8]], of id: Int64) throws(TransferError) {
        guard !hashes.isEmpty else { return }
        try guarded {
            try handle.transaction {
                for hash in hashes {
                    try handle.run("INSERT OR IGNORE INTO sent VALUES (?, ?)", .int(id), .blob(hash))
                }
            }
        }
    }
}
