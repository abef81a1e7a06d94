import HearthConcurrency
package import HearthCrypto
import HearthLog
import HearthSQL
package import HearthStorage
import HearthWire

/// What members do with files and directories below roots they have rights on.
///
/// Every call checks the rights on the very handle that the operation then uses.
package final class Files: Sendable {
    let roots: RootStore
    let database: any SQLDatabase
    let blocking: ThreadPool
    let index: DirectoryIndex
    let clock: any WallClock
    /// Identifiers and validators.
    package let tags: FileTags
    let transfers: SingleFlight<TransferKey, TransferOutcome>
    let removals: SingleFlight<RemovalKey, Int>
    /// Hears of every file and directory that a copy or move has put somewhere, with the hash of a copied file if the
    /// original's is known.
    let whenPlaced = Hook<(resource: Resource, caller: Caller, hash: SHA256Digest?)>()

    init(
        roots: RootStore,
        database: any SQLDatabase,
        pool: ThreadPool,
        blocking: ThreadPool,
        index: DirectoryIndex,
        clock: any WallClock,
        tags: FileTags
    ) {
        self.roots = roots
        self.database = database
        self.blocking = blocking
        self.index = index
        self.clock = clock
        self.tags = tags
        transfers = SingleFlight(pool: pool)
        removals = SingleFlight(pool: pool)
    }

    /// The root of a path with the caller's rights, and the path below it.
    ///
    /// - Throws: 10005 for the virtual root; 10018, 10019, 10000 as ``RootStore/access(_:for:)``.
    package func access(_ path: ResourcePath, _ caller: Caller) async throws -> (RootAccess, VolumePath) {
        try await roots.access(path, caller)
    }

    // MARK: Directories

    /// Makes one directory.
    ///
    /// - Throws: in the contract's order (wangpan-api, 4.2, 4.3): 10020, 20027 for forbidden characters, 10028
    ///   without space, 20027 for a missing parent, 10012 for a name in use unless `autoRename`.
    package func makeDirectory(
        _ path: ResourcePath,
        _ caller: Caller,
        policy: NamePolicy,
        autoRename: Bool
    ) async throws -> Resource {
        try await roots.changing([try path.requireRoot().root]) {
            let (access, directory) = try await roots.access(
                path,
                caller,
                needing: .write,
                or: .noWriteRight
            )
            guard let name = directory.last, let parent = directory.parent else {
                throw DriveError(.nameInUse)
            }
            try policy.check(name)
            let volume = access.volume
            let root = access.root.id
            return try await blocking.run {
                guard try storage({ try volume.space() }).free > 0 else { throw DriveError(.noSpace) }
                var target = directory
                for attempt in 1...10_000 {
                    do {
                        try volume.makeDirectory(target)
                        return Resource(root: root, path: target, info: try volume.info(target))
                    } catch let error as StorageError where error.code == .alreadyExists && autoRename {
                        guard let next = FreeName.candidate(name, attempt) else { break }
                        target = parent.appending(next)
                    } catch let error as StorageError {
                        throw DriveError(error, missing: .forbiddenCharacter)
                    }
                }
                throw DriveError(.nameInUse)
            }
        }
    }

    /// Gives an entry another last component.
    ///
    /// - Throws: 10020, 10029, 20027, 10012, 10000; 10023 for a bare first-level root.
    package func rename(
        _ path: ResourcePath,
        _ caller: Caller,
        to text: String,
        policy: NamePolicy
    ) async throws -> Resource {
        try await roots.changing([try path.requireRoot().root]) {
            let (access, below) = try await roots.access(path, caller, needing: .write, or: .noWriteRight)
            // A shared directory is renamed as the entry that it is in the folder around it.
            let place = try await roots.place(of: access, below)
            let (source, volume) = (place.path, place.volume)
            guard let parent = source.parent, source.last != nil else { throw DriveError(.forbidden) }
            let target = parent.appending(try access.root.normalized(try policy.name(text)))
            let info = try await blocking.run { try storage { try volume.entryInfo(source) } }
            // The caller may know nothing of the folder around a shared directory: his path stays what it was.
            let shown = below.isRoot ? below : target
            if target == source {
                return Resource(root: access.root.id, path: shown, name: target.last, info: info)
            }
            if access.seal.isEncrypted {
                let renamed = try await blocking.run {
                    try storage {
                        try volume.rename(source, to: target, on: volume, replace: false)
                        return try volume.entryInfo(target)
                    }
                }
                return Resource(root: access.root.id, path: shown, name: target.last, info: renamed)
            }
            let move = MoveIntent(
                sourceRoot: place.root,
                source: source,
                finalRoot: place.root,
                final: target,
                inode: info.inode,
                user: caller.user.id
            )
            let moved = try await move.perform(roots) { [blocking] in
                try await blocking.run {
                    try storage { try volume.rename(source, to: target, on: volume, replace: false) }
                    return try storage { try volume.entryInfo(target) }
                }
            }
            return Resource(root: access.root.id, path: shown, name: target.last, info: moved.info)
        }
    }

    // MARK: Reading

    /// An open file with what a download says about it.
    package struct Opened: Sendable {
        /// The file.
        package let resource: Resource
        /// Its bytes.
        package let file: any ReadableFile
        /// Entity tag, quoted.
        package let etag: String
        /// SHA-256, when it is known for exactly these bytes; of an encrypted file it is never kept.
        package let hash: SHA256Digest?
        /// Whether it lies in an encrypted folder: nobody on the way may keep it.
        package let isEncrypted: Bool
    }

    /// Opens a regular file.
    ///
    /// - Throws: 10005 for a directory or anything else that is no regular file; 10000 when it is missing.
    package func open(_ path: ResourcePath, _ caller: Caller) async throws -> Opened {
        let (access, below) = try await access(path, caller)
        return try await open(below, access)
    }

    /// The same below a root that was looked up already.
    func open(_ below: VolumePath, _ access: RootAccess) async throws -> Opened {
        let volume = access.volume
        let file = try storage { try volume.open(below) }
        let info = file.info
        let partition = volume.partitionID
        let hash =
            access.seal.isEncrypted
            ? nil : try await database.read { try FileIndex.hash(of: info, partition: partition, $0) }
        let etag = try tags.etag(info, now: clock)
        return Opened(
            resource: Resource(root: access.root.id, path: below, info: info),
            file: file,
            etag: etag,
            hash: hash,
            isEncrypted: access.seal.isEncrypted
        )
    }

    /// Identities of the files that this member has backed up, those whose file is still in place.
    package func backups(_ caller: Caller) async throws -> [String] {
        let user = caller.user.id
        let rows = try await database.read { session in
            try session.query(
                "SELECT root, path, inode, identification FROM files WHERE creator = ? AND identification <> '' "
                    + "ORDER BY identification",
                user
            ).map { row in
                (
                    root: Int(try row.int(0)), path: try row.blob(1),
                    inode: UInt64(bitPattern: try row.int(2)),
                    identification: try row.text(3)
                )
            }
        }
        var volumes: [Int: any Volume] = [:]
        for root in Set(rows.map(\.root)) { volumes[root] = try? await roots.volume(of: root) }
        let open = volumes
        return try await blocking.run {
            rows.filter { row in
                guard let volume = open[row.root], let path = VolumePath(bytes: row.path) else {
                    return false
                }
                return (try? volume.info(path))?.inode == row.inode
            }.map(\.identification)
        }
    }
}
