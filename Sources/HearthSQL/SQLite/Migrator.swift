import Glibc
import HearthLog

/// Brings the schema of a file up to date.
struct Migrator {
    let connection: SQLiteConnection
    let path: String
    let migrations: [Migration]
    let logger: Logger

    /// Applies what is missing, in order, each in a transaction of its own.
    ///
    /// - Throws: `.newerSchema` with nothing changed; what a statement throws, with that migration rolled back and
    ///   those before it kept.
    func run() throws(SQLError) {
        let numbers = migrations.map(\.number)
        guard zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }), numbers.allSatisfy({ $0 > 0 }) else {
            throw SQLError(.statement, "migrations must be numbered upwards from 1")
        }
        let present = try presentNumber()
        let known = numbers.last ?? 0
        guard present <= known else {
            throw SQLError(
                .newerSchema,
                "the database \(path) has schema \(present), this program knows schemas up to \(known): "
                    + "use the newer program, or restore a backup from before the update"
            )
        }
        try connection.script(
            """
            CREATE TABLE IF NOT EXISTS schema_migrations (
                number INTEGER PRIMARY KEY, name TEXT NOT NULL, applied INTEGER NOT NULL
            ) STRICT;
            CREATE TABLE IF NOT EXISTS database_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
            """
        )
        let missing = migrations.filter { $0.number > present }
        guard let next = missing.first else { return }
        if present > 0 { try copy(before: next.number) }
        for migration in missing {
            try apply(migration)
            logger.info(
                "database migrated",
                ["number": .number(migration.number), "name": .string(migration.name)]
            )
        }
    }

    private func presentNumber() throws(SQLError) -> Int {
        let table = try connection.first("SELECT 1 FROM sqlite_master WHERE name = 'schema_migrations'")
        guard table != nil else { return 0 }
        return Int(try connection.first("SELECT max(number) FROM schema_migrations")?.optionalInt(0) ?? 0)
    }

    private func copy(before number: Int) throws(SQLError) {
        let destination = "\(path).before-\(number)"
        try SQLiteDatabase.backup(from: path, to: destination)
        logger.info("database copied before its migration", ["copy": .string(destination)])
    }

    private func apply(_ migration: Migration) throws(SQLError) {
        // Tables are rebuilt by create, copy, drop, rename, which broken keys must survive in between
        // (sqlite.org/lang_altertable.html, section 7). The setting does nothing inside a transaction.
        try connection.script("PRAGMA foreign_keys=OFF")
        do throws(SQLError) {
            try connection.script("BEGIN IMMEDIATE")
            for statement in migration.statements { try connection.script(statement) }
            if let broken = try connection.first("PRAGMA foreign_key_check") {
                throw SQLError(
                    .constraint,
                    "a foreign key of \(broken[0]) is broken",
                    constraint: .foreignKey
                )
            }
            _ = try connection.run(
                "INSERT INTO schema_migrations (number, name, applied) VALUES (?, ?, ?)",
                [migration.number, migration.name, Int64(time(nil))]
            )
            try connection.script("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.script("ROLLBACK") }
            try? connection.script("PRAGMA foreign_keys=ON")
            throw SQLError(
                error.code,
                "migration \(migration.number) (\(migration.name)): \(error.message)",
                extendedCode: error.extendedCode,
                constraint: error.constraint
            )
        }
        try connection.script("PRAGMA foreign_keys=ON")
    }
}
