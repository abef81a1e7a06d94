import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// The folder that each member gets at the first visit of "my files".
extension RootStore {
    /// The member's personal folder, made at the first call.
    package func personalRoot(of user: User) async throws -> Root {
        if let root = try await storedPersonalRoot(of: user.id) { return root }
        return try await making.withLock {
            if let root = try await storedPersonalRoot(of: user.id) { return root }
            return try await makePersonalRoot(of: user)
        }
    }

    private func storedPersonalRoot(of user: Int) async throws -> Root? {
        try await database.read { session in
            try session.first(
                "SELECT \(Root.columns) FROM roots r WHERE r.kind = 'personal' AND r.owner = ?",
                user
            ).map { try Root(row: $0) }
        }
    }

    private func makePersonalRoot(of user: User) async throws -> Root {
        let partition = try partitions.partition(pool: Partitions.defaultName, name: Partitions.defaultName)
        // Derived, not random: a crash between the directory and its row leaves a directory that is known again.
        let label = Array("personal|\(user.id)|\(user.accountName)".utf8)
        let xattrID = Array(try HMACSHA256.authenticate(label, key: secret).prefix(16))
        let (path, identity) = try await blocking.run {
            try Self.makeDirectory(for: user.id, xattrID: xattrID, on: partition)
        }
        let now = clock.now
        let root = try await database.write { session in
            let base = "\(user.nickname)-文件"
            var name = base
            var counter = 0
            while try session.first("SELECT 1 FROM roots WHERE name = ?", name) != nil {
                counter += 1
                name = "\(base)\(counter)"
            }
            try session.run(
                "INSERT INTO roots (kind, owner, creator, mode, pool, partition, rel_path, xattr_id, inode, born, "
                    + "name, created) VALUES ('personal', ?1, 0, 1, ?2, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
                user.id,
                Partitions.defaultName,
                path.bytes,
                xattrID,
                identity.inode,
                identity.born?.seconds ?? 0,
                name,
                now
            )
            let id = session.lastInsertID
            try session.run(
                "INSERT INTO grants (root, user, source, can_read, can_write, can_delete) "
                    + "VALUES (?, ?, 'member', 1, 1, 1)",
                id,
                user.id
            )
            let row = try session.first("SELECT \(Root.columns) FROM roots r WHERE r.id = ?", id)
            guard let row else { throw DriveError(.internalError) }
            return try Root(row: row)
        }
        invalidate()
        return root
    }

    /// `__{id}__`, or the next free name when an unregistered directory lies there: never adopted silently.
    private static func makeDirectory(
        for user: Int,
        xattrID: [UInt8],
        on partition: Partition
    ) throws -> (VolumePath, RootIdentity) {
        for attempt in 1...1_000 {
            let text = attempt == 1 ? "__\(user)__" : "__\(user)_\(attempt)__"
            guard let name = FileName(text) else { break }
            let path = VolumePath([name])
            do {
                _ = try partition.createRoot(at: path, xattrID: xattrID)
                return (path, try storage { try partition.identity(at: path) })
            } catch let error as StorageError where error.code == .alreadyExists {
                // Whatever else lies there, a file included, is not this member's folder.
                if let identity = try? partition.identity(at: path), identity.xattrID == xattrID {
                    return (path, identity)
                }
            }
        }
        throw DriveError(.folderNameTaken)
    }
}
