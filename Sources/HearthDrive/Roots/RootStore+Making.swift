import HearthConcurrency
import HearthCrypto
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Directories of the folders that come by themselves: personal ones and the family's.
extension RootStore {
    /// A root directory that has no row yet.
    struct MadeRoot: Sendable {
        var place: RootPlace
        var xattrID: [UInt8]
        var identity: RootIdentity

        /// Inserts the row, whatever row of a vanished directory names the place.
        func insert(
            kind: Root.Kind,
            owner: Int?,
            creator: Int = 0,
            mode: Int,
            name: String,
            isEncrypted: Bool = false,
            now: Int64,
            _ session: any SQLSession
        ) throws -> Int {
            try RootRows.clear(place, session)
            try session.run(
                "INSERT INTO roots (kind, owner, creator, mode, pool, partition, rel_path, xattr_id, inode, born, "
                    + "name, is_encrypt, created) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                kind.rawValue,
                owner,
                creator,
                mode,
                place.partition.pool,
                place.partition.name,
                place.path.bytes,
                xattrID,
                identity.inode,
                identity.born?.seconds ?? 0,
                name,
                isEncrypted,
                now
            )
            return Int(session.lastInsertID)
        }
    }

    /// Makes `{name}__` on the partition that the settings name, or the next free `{name}_2__` where an unregistered
    /// directory lies: never adopted silently.
    func makeRootDirectory(name: String, label: String) async throws -> MadeRoot {
        let key = try await defaultPartition()
        let partition = try partitions.partition(pool: key.pool, name: key.name)
        let xattrID = Array(try HMACSHA256.authenticate(Array(label.utf8), key: secret).prefix(16))
        return try await blocking.run {
            for attempt in 1...1_000 {
                let text = attempt == 1 ? "\(name)__" : "\(name)_\(attempt)__"
                guard let name = FileName(text) else { break }
                let path = VolumePath([name])
                let place = RootPlace(partition: key, path: path)
                do {
                    _ = try partition.createRoot(at: path, xattrID: xattrID)
                    let identity = try storage { try partition.identity(at: path) }
                    return MadeRoot(place: place, xattrID: xattrID, identity: identity)
                } catch let error as StorageError where error.code == .alreadyExists {
                    // Whatever else lies there, a file included, is not this folder.
                    if let identity = try? partition.identity(at: path), identity.xattrID == xattrID {
                        return MadeRoot(place: place, xattrID: xattrID, identity: identity)
                    }
                } catch let error as StorageError {
                    throw DriveError(error)
                }
            }
            throw DriveError(.folderNameTaken)
        }
    }

    /// The partition that the settings name; the embedded one when that is not open.
    private func defaultPartition() async throws -> Partitions.Key {
        let settings = try await database.read { session in
            try session.query(
                "SELECT name, value FROM settings WHERE name IN ('pool_name', 'partition_name')"
            )
            .reduce(into: [:]) { $0[try $1.text(0)] = try $1.text(1) }
        }
        let embedded = Partitions.Key(pool: Partitions.defaultName, name: Partitions.defaultName)
        guard let pool = settings["pool_name"], let name = settings["partition_name"] else { return embedded }
        if (try? partitions.find(pool: pool, name: name)) != nil {
            return Partitions.Key(pool: pool, name: name)
        }
        log.warning(
            "the partition for new folders is not there; they go to the default one",
            ["pool": .string(pool), "partition": .string(name)]
        )
        return embedded
    }
}
