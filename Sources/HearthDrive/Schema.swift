package import HearthSQL

/// The drive's tables, as forward-only migrations.
///
/// Paths are BLOBs relative to the root that owns them: names are bytes, and a root can move without a rewrite.
package enum Schema {
    /// Every migration, in order; a number that has landed never changes.
    package static let migrations: [Migration] = [
        Migration(1, "people, roots, uploads", first),
        Migration(2, "tasks, pools, invitations, archives", second),
        Migration(3, "encrypted folders", third),
        Migration(4, "authorizations of programs", fourth),
        Migration(5, "thumbnails and the browser's media secret", fifth),
    ]

    private static let first = [
        """
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT
        """,
        """
        CREATE TABLE users (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            account_name TEXT NOT NULL,
            account_key TEXT NOT NULL UNIQUE,
            nickname TEXT NOT NULL,
            password TEXT NOT NULL,
            is_owner INTEGER NOT NULL DEFAULT 0,
            is_disabled INTEGER NOT NULL DEFAULT 0,
            created INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE UNIQUE INDEX users_one_owner ON users (is_owner) WHERE is_owner = 1",
        """
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token BLOB NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            kind TEXT NOT NULL,
            scopes TEXT NOT NULL,
            client TEXT NOT NULL,
            created INTEGER NOT NULL,
            last_used INTEGER NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX sessions_user ON sessions (user)",
        """
        CREATE TABLE throttles (
            key TEXT PRIMARY KEY,
            failures INTEGER NOT NULL,
            blocked_until INTEGER NOT NULL,
            window_start INTEGER NOT NULL,
            touched INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE trusted_addresses (
            account_key TEXT NOT NULL,
            address TEXT NOT NULL,
            last_success INTEGER NOT NULL,
            PRIMARY KEY (account_key, address)
        ) STRICT
        """,
        """
        CREATE TABLE roots (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            kind TEXT NOT NULL,
            owner INTEGER,
            creator INTEGER,
            mode INTEGER NOT NULL,
            pool TEXT NOT NULL,
            partition TEXT NOT NULL,
            rel_path BLOB NOT NULL,
            xattr_id BLOB NOT NULL,
            inode INTEGER NOT NULL,
            born INTEGER NOT NULL,
            is_encrypt INTEGER NOT NULL DEFAULT 0,
            name TEXT NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (pool, partition, rel_path)
        ) STRICT
        """,
        "CREATE UNIQUE INDEX roots_personal ON roots (owner) WHERE kind = 'personal'",
        """
        CREATE TABLE grants (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            source TEXT NOT NULL,
            can_read INTEGER NOT NULL,
            can_write INTEGER NOT NULL,
            can_delete INTEGER NOT NULL,
            granted_by INTEGER,
            created INTEGER NOT NULL DEFAULT 0,
            UNIQUE (root, user, source)
        ) STRICT
        """,
        "CREATE INDEX grants_user ON grants (user)",
        """
        CREATE TABLE files (
            partition TEXT NOT NULL,
            inode INTEGER NOT NULL,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            path BLOB NOT NULL,
            size INTEGER NOT NULL,
            modified INTEGER NOT NULL,
            changed INTEGER NOT NULL,
            hash BLOB NOT NULL,
            identification TEXT NOT NULL,
            creator INTEGER NOT NULL,
            PRIMARY KEY (partition, inode)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX files_path ON files (root, path)",
        "CREATE INDEX files_backup ON files (creator) WHERE identification <> ''",
        """
        CREATE TABLE uploads (
            id TEXT PRIMARY KEY,
            user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            dest BLOB NOT NULL,
            key TEXT NOT NULL,
            size INTEGER,
            total_chunks INTEGER,
            state TEXT NOT NULL,
            inode INTEGER NOT NULL,
            final BLOB,
            final_size INTEGER,
            final_modified INTEGER,
            hash BLOB,
            modified INTEGER,
            on_conflict TEXT NOT NULL,
            identification TEXT NOT NULL,
            created INTEGER NOT NULL,
            touched INTEGER NOT NULL,
            released INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE UNIQUE INDEX uploads_open ON uploads (user, root, dest, key) WHERE state <> 'done' AND key <> ''",
        "CREATE INDEX uploads_key ON uploads (user, key)",
        "CREATE INDEX uploads_touched ON uploads (touched)",
        """
        CREATE TABLE chunks (
            upload TEXT NOT NULL REFERENCES uploads (id) ON DELETE CASCADE,
            n INTEGER NOT NULL,
            size INTEGER NOT NULL,
            PRIMARY KEY (upload, n)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE intents (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            op TEXT NOT NULL,
            upload TEXT,
            source_root INTEGER,
            source BLOB,
            final_root INTEGER NOT NULL,
            final BLOB NOT NULL,
            inode INTEGER NOT NULL,
            hash BLOB,
            identification TEXT NOT NULL DEFAULT '',
            user INTEGER NOT NULL
        ) STRICT
        """,
    ]
    private static let second = [
        // One row for each granter: nobody lowers what somebody else gave, and a share back to a granter cannot take
        // his own rights from him.
        """
        CREATE TABLE shares (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            granted_by INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            can_read INTEGER NOT NULL,
            can_write INTEGER NOT NULL,
            can_delete INTEGER NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (root, user, granted_by)
        ) STRICT
        """,
        "CREATE INDEX shares_user ON shares (user)",
        "CREATE INDEX shares_granter ON shares (granted_by)",
        """
        CREATE TABLE tasks (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            task_id TEXT NOT NULL UNIQUE,
            topic TEXT NOT NULL,
            subject TEXT NOT NULL,
            state TEXT NOT NULL,
            user INTEGER NOT NULL,
            parameters TEXT NOT NULL,
            checkpoint TEXT NOT NULL DEFAULT '',
            bytes_done INTEGER NOT NULL DEFAULT 0,
            bytes_total INTEGER NOT NULL DEFAULT 0,
            items_done INTEGER NOT NULL DEFAULT 0,
            items_total INTEGER NOT NULL DEFAULT 0,
            code INTEGER NOT NULL DEFAULT 0,
            argument TEXT,
            result TEXT NOT NULL DEFAULT '',
            created INTEGER NOT NULL,
            updated INTEGER NOT NULL,
            leased_by TEXT,
            leased_until INTEGER NOT NULL DEFAULT 0
        ) STRICT
        """,
        "CREATE INDEX tasks_subject ON tasks (topic, subject)",
        "CREATE INDEX tasks_state ON tasks (state, id)",
        // Apart from the row, which is rewritten with each step of the work.
        """
        CREATE TABLE task_lists (
            task INTEGER PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE,
            list BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE pools (
            id TEXT PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL UNIQUE,
            created INTEGER NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE partitions (
            id TEXT PRIMARY KEY,
            pool TEXT NOT NULL REFERENCES pools (name) ON UPDATE CASCADE ON DELETE CASCADE,
            name TEXT NOT NULL,
            directory TEXT,
            capacity INTEGER NOT NULL,
            wanted INTEGER NOT NULL DEFAULT 0,
            used INTEGER NOT NULL DEFAULT 0,
            state TEXT NOT NULL,
            created INTEGER NOT NULL,
            UNIQUE (pool, name)
        ) STRICT
        """,
        """
        CREATE TABLE invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            token BLOB NOT NULL UNIQUE,
            creator INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            nickname TEXT NOT NULL,
            created INTEGER NOT NULL,
            expires INTEGER NOT NULL,
            used_by INTEGER,
            used INTEGER
        ) STRICT
        """,
        """
        CREATE TABLE archives (
            id BLOB PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
            format TEXT NOT NULL,
            name TEXT NOT NULL,
            paths BLOB NOT NULL,
            expires INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX archives_session ON archives (session, expires)",
    ]
    private static let third = [
        // What is known of the items of vaults: HMACs, of which nobody reads a name (server decisions, 7). `seal` is the
        // one that holds; `next` has those that may hold after a change which is under way, each 32 bytes.
        """
        CREATE TABLE vault_records (
            root INTEGER NOT NULL REFERENCES roots (id) ON DELETE CASCADE,
            directory BLOB NOT NULL,
            name BLOB NOT NULL,
            seal BLOB NOT NULL,
            next BLOB NOT NULL DEFAULT x'',
            PRIMARY KEY (root, directory, name)
        ) STRICT, WITHOUT ROWID
        """,
        // What the row of an upload is to say of its final place when that differs from the place on the disk.
        "ALTER TABLE intents ADD COLUMN answer BLOB",
    ]
    private static let fourth = [
        // Questions on pages that wait for an answer. `nonce` is a hash; `device` or the columns behind it say what is
        // asked.
        """
        CREATE TABLE consents (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            nonce BLOB NOT NULL UNIQUE,
            origin TEXT NOT NULL,
            client TEXT NOT NULL,
            client_name TEXT NOT NULL,
            device INTEGER REFERENCES device_grants (id) ON DELETE CASCADE,
            redirect TEXT,
            challenge BLOB,
            state TEXT,
            expires INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX consents_origin ON consents (origin, id)",
        "CREATE INDEX consents_device ON consents (device)",
        // `session` is no reference: what came of a code is known after it ended, and ids are not used twice.
        """
        CREATE TABLE authorization_codes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            code BLOB NOT NULL UNIQUE,
            user INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
            client TEXT NOT NULL,
            client_name TEXT NOT NULL,
            redirect TEXT NOT NULL,
            challenge BLOB NOT NULL,
            expires INTEGER NOT NULL,
            is_used INTEGER NOT NULL DEFAULT 0,
            session INTEGER
        ) STRICT
        """,
        "CREATE INDEX authorization_codes_user ON authorization_codes (user, id)",
        """
        CREATE TABLE device_grants (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            device_code BLOB NOT NULL UNIQUE,
            user_code BLOB NOT NULL UNIQUE,
            origin TEXT NOT NULL,
            client TEXT NOT NULL,
            client_name TEXT NOT NULL,
            state TEXT NOT NULL DEFAULT 'pending',
            user INTEGER REFERENCES users (id) ON DELETE CASCADE,
            poll_interval INTEGER NOT NULL,
            polled INTEGER,
            expires INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX device_grants_origin ON device_grants (origin)",
        "CREATE INDEX device_grants_user ON device_grants (user)",
    ]
    private static let fifth = [
        // What is kept of images and of what is known besides. `root` is 0 for plain files; `key` names a content and
        // tells nothing of one in an encrypted folder. `variant` 0 is the record, which of plain files lies in the row,
        // all others are files. `size` is what it occupies, `used` a number that grows with each use.
        """
        CREATE TABLE thumbnails (
            root INTEGER NOT NULL,
            key BLOB NOT NULL,
            variant INTEGER NOT NULL,
            size INTEGER NOT NULL,
            used INTEGER NOT NULL,
            record BLOB,
            PRIMARY KEY (root, key, variant)
        ) STRICT, WITHOUT ROWID
        """,
        "CREATE INDEX thumbnails_used ON thumbnails (used)",
        // The older bases ask for images by hash.
        "CREATE INDEX files_hash ON files (hash)",
        // SHA-256 of the secret in a browser's cookie for pictures and playback; none for sessions without one.
        "ALTER TABLE sessions ADD COLUMN media BLOB",
        "CREATE UNIQUE INDEX sessions_media ON sessions (media) WHERE media IS NOT NULL",
    ]
}
