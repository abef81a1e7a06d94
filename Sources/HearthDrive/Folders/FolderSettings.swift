import HearthSQL
import HearthWire

/// The settings of folder management (wangpan-api, 5.9).
package struct FolderSettings: Sendable, Hashable {
    /// Where personal folders and the family's are made.
    package var pool: String
    /// The partition inside the pool.
    package var partition: String
    /// Whether a member's private folders and personal folder go with him.
    package var isAutoDelete: Bool

    /// All parts are required.
    package init(pool: String, partition: String, isAutoDelete: Bool) {
        self.pool = pool
        self.partition = partition
        self.isAutoDelete = isAutoDelete
    }

    /// What is stored; the built-in place and no deletion unless set.
    static func load(_ session: any SQLSession) throws -> FolderSettings {
        var values: [String: String] = [:]
        for row in try session.query(
            "SELECT name, value FROM settings WHERE name IN ('pool_name', 'partition_name', 'is_auto_del')"
        ) {
            values[try row.text(0)] = try row.text(1)
        }
        return FolderSettings(
            pool: values["pool_name"] ?? Partitions.defaultName,
            partition: values["partition_name"] ?? Partitions.defaultName,
            isAutoDelete: values["is_auto_del"] == "1"
        )
    }

    func store(_ session: any SQLSession) throws {
        let values = [
            ("pool_name", pool), ("partition_name", partition), ("is_auto_del", isAutoDelete ? "1" : "0"),
        ]
        for (name, value) in values {
            try session.run(
                "INSERT INTO settings (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
                name,
                value
            )
        }
    }
}

extension Folders {
    /// The settings as they are.
    package func settings() async throws -> FolderSettings {
        try await database.read { try FolderSettings.load($0) }
    }

    /// Replaces the settings; the owner's business.
    ///
    /// - Throws: 10023; 60000 for an empty name; 30004, 40005; 60001 when they could not be stored.
    package func change(_ settings: FolderSettings, _ caller: Caller) async throws {
        guard caller.user.isOwner else { throw DriveError(.forbidden) }
        if settings.pool.isEmpty || settings.partition.isEmpty { throw DriveError(.settingFieldMissing) }
        let key = try pools.checkedTarget(pool: settings.pool, partition: settings.partition)
        let checked = FolderSettings(
            pool: key.pool,
            partition: key.name,
            isAutoDelete: settings.isAutoDelete
        )
        do {
            try await database.write { try checked.store($0) }
        } catch let error as SQLError where error.code != .full && error.code != .busy {
            throw DriveError(.settingsFailed, cause: error)
        }
    }
}
