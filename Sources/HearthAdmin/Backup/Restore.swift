import CLinux
import Glibc
import HearthDrive
package import HearthLog
import HearthSQL
package import HearthServer

/// Puts a backup's database and keys into a data directory.
package struct Restore {
    /// What came of it.
    package struct Outcome: Sendable {
        /// Where the old database and keys went; nil when there were none.
        package var kept: String?
        /// Names of encrypted folders, whose records are as old as the backup.
        package var encrypted: [String]
    }

    private let source: String
    private let data: DataDirectory
    private let logger: Logger

    /// Prepares; nothing is looked at yet.
    ///
    /// - Parameters:
    ///   - source: a directory that ``Backup`` made.
    ///   - data: created when missing.
    ///   - logger: hears of migrations.
    package init(from source: String, into data: DataDirectory, logger: Logger) {
        self.source = source
        self.data = data
        self.logger = logger
    }

    /// Restores; what was there before is kept in a directory beside.
    ///
    /// - Parameter force: also over a drive that has an owner.
    /// - Returns: what is to be told.
    /// - Throws: `.inUse` beside a running server, `.refused` over a drive with an owner. The old drive is as it was
    ///   unless this returns.
    package func run(force: Bool) async throws -> Outcome {
        guard access(source + "/hearth.sqlite", R_OK) == 0, access(source + "/keys/server.secret", R_OK) == 0
        else {
            throw ServiceError(
                .refused,
                "\(source) is no backup: it lacks hearth.sqlite or keys/server.secret"
            )
        }
        try data.create()
        let lock = try data.lock()
        defer { withExtendedLifetime(lock) {} }
        if data.hasDatabase, !force, try await hasOwner() {
            throw ServiceError(
                .refused,
                "\(data.path) holds a drive with an owner; --force replaces it and keeps the old one beside it"
            )
        }
        let staged = data.path + "/restore.partial"
        DirectoryTree.remove(staged)
        defer { DirectoryTree.remove(staged) }
        if mkdir(staged, 0o700) != 0 { throw ServiceError("cannot create \(staged)", errno: errno) }
        let encrypted = try await stageDatabase(at: staged + "/hearth.sqlite")
        try Backup.copyKeys(from: source + "/keys", to: staged + "/keys")
        return Outcome(kept: try replace(with: staged), encrypted: encrypted)
    }

    private func hasOwner() async throws -> Bool {
        let database: SQLiteDatabase
        do {
            database = try open(data.database)
        } catch {
            throw ServiceError(
                .refused,
                "the database in \(data.path) cannot be opened (\(error.message)); --force replaces it"
            )
        }
        let found = try await database.read { try $0.first("SELECT 1 FROM users WHERE is_owner = 1") != nil }
        await database.close()
        return found
    }

    /// A copy that is opened once is known to be a database of a version that this program understands.
    ///
    /// - Returns: the names of its encrypted folders.
    private func stageDatabase(at path: String) async throws -> [String] {
        try SQLiteDatabase.backup(from: source + "/hearth.sqlite", to: path)
        do {
            let database = try open(path)
            let isSound = try await database.read { try $0.first("PRAGMA quick_check(1)")?.text(0) == "ok" }
            guard isSound else {
                await database.close()
                throw ServiceError(.refused, "\(source)/hearth.sqlite is damaged")
            }
            let encrypted = try await database.read { session in
                try session.query("SELECT name FROM roots WHERE is_encrypt = 1 ORDER BY name").map {
                    try $0.text(0)
                }
            }
            await database.close()
            return encrypted
        } catch let error as SQLError {
            throw ServiceError(.refused, "\(source)/hearth.sqlite cannot be used: \(error.message)")
        }
    }

    private func open(_ path: String) throws(SQLError) -> SQLiteDatabase {
        try SQLiteDatabase(path: path, migrations: Schema.migrations, readers: 1, logger: logger)
    }

    /// Keeps the old set under names of its own, then renames the new one over it.
    private func replace(with staged: String) throws(ServiceError) -> String? {
        var old: String?
        if data.hasDatabase || access(data.keys, F_OK) == 0 {
            let kept = try makeKeptDirectory()
            for suffix in ["", "-wal", "-shm"] {
                let name = "hearth.sqlite" + suffix
                if link("\(data.path)/\(name)", "\(kept)/\(name)") != 0, errno != ENOENT {
                    throw ServiceError("cannot keep \(name) in \(kept)", errno: errno)
                }
            }
            if rename(data.keys, kept + "/keys") != 0, errno != ENOENT {
                throw ServiceError("cannot keep the keys in \(kept)", errno: errno)
            }
            try OperatorFiles.syncDirectory(kept)
            old = kept
        }
        if rename(staged + "/keys", data.keys) != 0 {
            throw ServiceError("cannot put \(data.keys) in place", errno: errno)
        }
        for suffix in ["-wal", "-shm"] { unlink(data.database + suffix) }
        if rename(staged + "/hearth.sqlite", data.database) != 0 {
            throw ServiceError("cannot put \(data.database) in place", errno: errno)
        }
        try OperatorFiles.syncDirectory(data.path)
        return old
    }

    private func makeKeptDirectory() throws(ServiceError) -> String {
        for number in 1..<1_000 {
            let path = "\(data.path)/before-restore-\(number)"
            if mkdir(path, 0o700) == 0 { return path }
            if errno != EEXIST { throw ServiceError("cannot create \(path)", errno: errno) }
        }
        throw ServiceError(.files, "too many before-restore directories in \(data.path); delete old ones")
    }
}
