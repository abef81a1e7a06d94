import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// New folders.
extension Folders {
    /// Makes a managed folder; every member may.
    ///
    /// An encrypted one is a whole vault before it is seen. It begins locked, for its maker too: the password opens it.
    ///
    /// - Returns: its id, and of an encrypted one the recovery key, which cannot be read again.
    /// - Throws: in the contract's order (wangpan-api, 5.2): 20000, 20027, 20011, 20013, 20014, 20015, 10004 for
    ///   members that there are not, 20018, 20000, 20020, 20021, 20002; 30004, 40005; 20004; 20013 where a directory
    ///   lies that no folder owns; 20006.
    package func create(
        _ draft: FolderDraft,
        _ caller: Caller,
        policy: NamePolicy
    ) async throws -> CreatedFolder {
        try draft.checkFields(policy)
        let key = draft.target
        return try await editing.withLock {
            try await database.read { session in
                try Self.checkName(draft.name, on: key, except: nil, session)
                try draft.checkMemberCount()
                try Self.checkMembers(draft.members, session)
            }
            try draft.checkEncryption()
            let partition = try checkedTarget(draft.target)
            let vault = draft.isEncrypted ? try await vaults.makeVault(password: draft.password) : nil
            let name = try FolderName.directory(for: draft.name)
            let made = try await makeDirectory(name, on: partition, key, vault)
            let now = clock.now
            let creator = caller.user.id
            do {
                let id = try await database.write { session in
                    let id = try made.insert(
                        kind: .managed,
                        owner: nil,
                        creator: creator,
                        mode: draft.mode,
                        name: draft.name,
                        isEncrypted: draft.isEncrypted,
                        now: now,
                        session
                    )
                    try Self.insert(draft.members, of: id, now: now, session)
                    return id
                }
                roots.invalidate()
                return CreatedFolder(id: id, recoveryKey: vault?.recoveryKey)
            } catch {
                _ = try? await blocking.run { try Self.remove(made.place.path, on: partition) }
                throw error
            }
        }
    }

    /// Takes back a directory that got no row.
    private static func remove(_ path: VolumePath, on partition: Partition) throws {
        try storage {
            if try NewVault.isUntouched(partition.volume(at: path)) {
                try partition.volume(at: .root).remove(path) { _ in }
            } else {
                try partition.removeEmptyRoot(at: path)
            }
        }
    }

    /// The open partition of a place that a client named.
    ///
    /// - Throws: 30004 without such a pool, 40005 without such a partition.
    func checkedTarget(_ key: Partitions.Key) throws -> Partition {
        let key = try pools.checkedTarget(pool: key.pool, partition: key.name)
        return try roots.partitions.partition(pool: key.pool, name: key.name)
    }

    private func makeDirectory(
        _ name: FileName,
        on partition: Partition,
        _ key: Partitions.Key,
        _ vault: NewVault?
    ) async throws -> RootStore.MadeRoot {
        let path = VolumePath([name])
        let xattrID = try SecureRandom.bytes(16)
        if try await isAbandoned(path, on: partition) {
            // A creation that was killed between directory and row.
            try await blocking.run { try Self.remove(path, on: partition) }
        }
        return try await blocking.run {
            do {
                _ = try partition.createRoot(at: path, xattrID: xattrID) { volume throws(StorageError) in
                    try vault?.write(to: volume)
                }
                let identity = try partition.identity(at: path)
                return RootStore.MadeRoot(
                    place: RootPlace(partition: key, path: path),
                    xattrID: xattrID,
                    identity: identity
                )
            } catch let error as StorageError {
                switch error.code {
                case .alreadyExists: throw DriveError(.folderNameTaken, cause: error)
                case .nameTooLong: throw DriveError(.folderNameTooLong, cause: error)
                case .invalidName: throw DriveError(.forbiddenCharacter, cause: error)
                case .noSpace: throw DriveError(.noSpace, cause: error)
                default: throw DriveError(.folderCreateFailed, cause: error)
                }
            }
        }
    }

    /// A directory with an identity that no row knows, empty or a new vault with nothing in it.
    private func isAbandoned(_ path: VolumePath, on partition: Partition) async throws -> Bool {
        let xattrID: [UInt8]? = try await blocking.run {
            guard let identity = try? partition.identity(at: path), let id = identity.xattrID else {
                return nil
            }
            return try storage { try NewVault.isUntouched(partition.volume(at: path)) } ? id : nil
        }
        guard let xattrID else { return false }
        return try await database.read {
            try $0.first("SELECT 1 FROM roots WHERE xattr_id = ?", xattrID) == nil
        }
    }
}

/// A folder just made.
package struct CreatedFolder: Sendable {
    /// Its number.
    package let id: Int
    /// What opens an encrypted one when its password is lost; nil for a plain one.
    ///
    /// This is the only moment at which it can be read.
    package let recoveryKey: String?
}
