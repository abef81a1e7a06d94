import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// Directories that somebody put on a partition and that are to become folders.
extension Folders {
    /// Registers a directory at the top of a partition as a managed folder; its files stay as they are.
    ///
    /// One that is a vault becomes an encrypted folder: private, with exactly one member. Nothing in it is written
    /// before it is unlocked for the first time.
    ///
    /// - Parameters:
    ///   - place: the directory, as an absolute path of this machine or as `/{pool}/{partition}/{directory}`.
    ///   - name: the label; the directory's name when nil.
    ///   - members: account names; one makes it private, several shared. None means the owner of the area.
    /// - Returns: the new folder.
    /// - Throws: 10000 when there is no such directory at the top of an open partition; 20027 for names that belong
    ///   to the program; 20013 when it is a folder already, or another one has that name; 5003 for an unknown account;
    ///   20011; 20014 for a vault with several members, 90014 for one of another format, 90013 for one that lacks a file.
    package func adopt(_ place: String, name: String?, members: [String]) async throws -> Folder {
        let found = try await find(place)
        let partition = try roots.partitions.partition(pool: found.key.pool, name: found.key.name)
        let label = name ?? found.directory.display
        try FolderName.check(label, .open)
        try FolderName.check(found.directory.display, .open)
        let path = VolumePath([found.directory])
        let xattrID = try SecureRandom.bytes(16)
        let now = clock.now
        return try await editing.withLock {
            let present = try await blocking.run { try storage { try partition.identity(at: path) } }
            let isVault = try await blocking.run { try Self.isVault(try partition.volume(at: path)) }
            let (owner, users) = try await database.read { session in
                try Self.checkName(label, on: found.key, except: nil, session)
                if try session.first(
                    "SELECT 1 FROM roots WHERE pool = ?1 AND partition = ?2 AND (rel_path = ?3 OR inode = ?4)",
                    found.key.pool,
                    found.key.name,
                    path.bytes,
                    present.inode
                ) != nil {
                    throw DriveError(.folderNameTaken)
                }
                return try Self.people(members, session)
            }
            if isVault, users.count != 1 { throw DriveError(.tooManyMembers) }
            let identity = try await blocking.run {
                try storage {
                    try partition.setIdentity(xattrID, at: path)
                    return try partition.identity(at: path)
                }
            }
            let made = RootStore.MadeRoot(
                place: RootPlace(partition: found.key, path: path),
                xattrID: xattrID,
                identity: identity
            )
            let folder = try await database.write { session in
                let id = try made.insert(
                    kind: .managed,
                    owner: nil,
                    creator: owner,
                    mode: users.count == 1 ? 1 : 2,
                    name: label,
                    isEncrypted: isVault,
                    now: now,
                    session
                )
                let rows = users.map { FolderMember(user: $0, rights: .all) }
                try Self.insert(rows, of: id, now: now, session)
                guard let root = try Self.root(id, session) else { throw DriveError(.internalError) }
                return Folder(
                    root: root,
                    persons: try Self.members(of: root, session).map(\.nickname),
                    mark: nil,
                    isManaged: true
                )
            }
            roots.invalidate()
            return folder
        }
    }

    /// Every folder, for the command line.
    package func all() async throws -> [Folder] {
        try await database.read { session in
            try session.query("SELECT \(Root.columns) FROM roots r WHERE r.kind <> 'direct' ORDER BY r.id")
                .map {
                    let root = try Root(row: $0)
                    return Folder(
                        root: root,
                        persons: try Self.members(of: root, session).map(\.nickname),
                        mark: try Tasks.mark(
                            of: "\(root.id)",
                            topics: [.moveFolder, .deleteFolder],
                            session
                        ),
                        isManaged: true
                    )
                }
        }
    }

    /// Whether a directory is a vault that can be opened, without its password.
    ///
    /// - Throws: 90014 for a vault of another format; 90013 for one that is damaged or lacks its key file.
    private static func isVault(_ volume: any Volume) throws -> Bool {
        func has(_ name: String) throws -> Bool {
            guard let name = FileName(name) else { return false }
            return try volume.infoIfPresent(VolumePath([name])) != nil
        }
        let hasKeyFile = try has("masterkey.cryptomator")
        if try has("vault.cryptomator") {
            _ = try Vaults.configuration(of: volume)
            guard hasKeyFile else { throw DriveError(.damaged) }
            let file = try Vaults.keyFile(volume).bytes
            do throws(CryptoError) {
                _ = try MasterkeyFile(json: file)
            } catch {
                throw Vaults.failure(error, wrong: .damaged)
            }
            return true
        }
        // Up to format 7 the key file stood alone. A file of that name beside others is somebody's backup of one.
        if hasKeyFile, try has("d") {
            let refusal = VaultConfiguration.refusal(ofKeyFileAlone: try Vaults.keyFile(volume).bytes)
            throw Vaults.failure(refusal, wrong: .damaged)
        }
        return false
    }

    private struct Found: Sendable {
        var key: Partitions.Key
        var directory: FileName
    }

    private func find(_ place: String) async throws -> Found {
        let parts = place.split(separator: "/").map(String.init)
        if parts.count == 3, let directory = FileName(parts[2]) {
            let key = Partitions.Key(
                pool: PoolName.canonical(parts[0]),
                name: PoolName.canonical(parts[1])
            )
            if let partition = try? roots.partitions.partition(pool: key.pool, name: key.name),
                (try? partition.identity(at: VolumePath([directory]))) != nil
            {
                return Found(key: key, directory: directory)
            }
        }
        let partitions = roots.partitions.all.map(\.partition)
        let found: (id: String, directory: FileName)? = try await blocking.run {
            for partition in partitions {
                if let name = try storage({ try partition.entry(at: place) }) { return (partition.id, name) }
            }
            return nil
        }
        guard let found, let (key, _) = roots.partitions.named(id: found.id) else {
            throw DriveError(.resourceNotFound)
        }
        return Found(key: key, directory: found.directory)
    }

    /// The owner of the area, and the accounts named.
    private static func people(
        _ names: [String],
        _ session: any SQLSession
    ) throws -> (owner: Int, users: [Int]) {
        guard let owner = try session.first("SELECT id FROM users WHERE is_owner = 1") else {
            throw DriveError(.notSetUp)
        }
        let id = Int(try owner.int(0))
        var users: [Int] = []
        for name in names {
            let key = AccountName.key(name)
            guard let row = try session.first("SELECT id FROM users WHERE account_key = ?", key) else {
                throw DriveError(.userNotFound)
            }
            let user = Int(try row.int(0))
            if !users.contains(user) { users.append(user) }
        }
        return (id, users.isEmpty ? [id] : users)
    }
}
