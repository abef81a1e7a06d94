/// The tables of the queue, by version; `user_version` tells which one a file has.
enum TransferSchema {
    /// What this program writes.
    static var version: Int { steps.count }

    /// Brings a file up to date.
    ///
    /// - Throws: ``TransferError/Code/storeNewer`` for a file of a newer program, which is left as it is.
    static func migrate(_ handle: SQLiteHandle) throws {
        try handle.transaction {
            let found = Int(try handle.int("PRAGMA user_version") ?? 0)
            guard found <= version else { throw TransferError(.storeNewer) }
            for step in found..<version { try handle.script(steps[step]) }
            if found < version { try handle.script("PRAGMA user_version = \(version)") }
        }
    }

    private static let steps = [first, second, third]

    /// The queue's own name, by which it tells its temporary files from those of another.
    private static let third = """
        CREATE TABLE queue (id TEXT NOT NULL);
        INSERT INTO queue VALUES (lower(hex(randomblob(4))));
        """

    /// `placed`: the identity of a download's file, noted just before it gets its name.
    private static let second = "ALTER TABLE transfers ADD COLUMN placed TEXT;"

    /// Children hang directly on what was ordered: `pid` and `root` of a child are the same, however deep it lies.
    ///
    /// `blocks` is a bit for every block of 8 MiB, from the lowest bit of the first byte on.
    private static let first = """
        CREATE TABLE transfers (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            pid INTEGER NOT NULL,
            root INTEGER NOT NULL,
            direction INTEGER NOT NULL,
            kind INTEGER NOT NULL,
            status INTEGER NOT NULL,
            lane INTEGER NOT NULL,
            area TEXT NOT NULL,
            user INTEGER NOT NULL,
            local BLOB NOT NULL,
            remote TEXT NOT NULL,
            name BLOB NOT NULL,
            size INTEGER,
            transferred INTEGER NOT NULL DEFAULT 0,
            modified INTEGER,
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            conflict TEXT NOT NULL,
            identification TEXT NOT NULL DEFAULT '',
            flags INTEGER NOT NULL DEFAULT 0,
            source TEXT,
            hash TEXT,
            upload_id TEXT,
            part BLOB,
            blocks BLOB,
            boot TEXT,
            verification INTEGER NOT NULL DEFAULT 0,
            error_code TEXT,
            error_wire INTEGER,
            error_detail TEXT,
            children INTEGER NOT NULL DEFAULT 0,
            children_finished INTEGER NOT NULL DEFAULT 0,
            children_failed INTEGER NOT NULL DEFAULT 0,
            runner INTEGER,
            wish INTEGER NOT NULL DEFAULT 0
        );
        CREATE INDEX transfers_turn ON transfers (root, lane, id) WHERE status IN (0, 5);
        CREATE INDEX transfers_runner ON transfers (runner, lane, id) WHERE runner IS NOT NULL;
        CREATE INDEX transfers_new ON transfers (root) WHERE pid = 0 AND root = 0;
        CREATE INDEX transfers_top ON transfers (id) WHERE pid = 0;
        CREATE INDEX transfers_state ON transfers (root, status);
        CREATE INDEX transfers_wish ON transfers (wish) WHERE wish <> 0;
        CREATE UNIQUE INDEX transfers_once ON transfers (pid, local, remote) WHERE pid <> 0;
        CREATE TABLE runners (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            pid INTEGER NOT NULL,
            started TEXT NOT NULL,
            boot TEXT NOT NULL,
            beat INTEGER NOT NULL
        );
        """
}
