import HearthConcurrency
package import HearthCrypto
import HearthLog
import HearthSQL
package import HearthStorage
import HearthWire
import Synchronization

/// Both upload doors on one machinery (architecture, 7).
package final class Uploads: Sendable {
    /// Open sessions a member may have at once.
    package static let sessionsPerUser = 64

    let roots: RootStore
    let database: any SQLDatabase
    let blocking: ThreadPool
    let pool: ThreadPool
    let clock: any WallClock
    let running: RunningClock
    let publisher: Publisher
    let log: Logger
    let live = Mutex<[String: LiveUpload]>([:])
    /// Hears of every file that an upload has put somewhere.
    let whenPlaced = Hook<(resource: Resource, caller: Caller)>()
    let opening = AsyncLock()
    let admission = AsyncLock()
    /// Held while the old door looks for or opens its session, so that two first chunks open one.
    let oldDoor = AsyncLock()

    init(
        roots: RootStore,
        database: any SQLDatabase,
        pool: ThreadPool,
        blocking: ThreadPool,
        clock: any WallClock,
        running: RunningClock,
        tags: FileTags,
        log: Logger
    ) {
        self.roots = roots
        self.database = database
        self.pool = pool
        self.blocking = blocking
        self.clock = clock
        self.running = running
        self.log = log
        publisher = Publisher(
            database: database,
            blocking: blocking,
            tags: tags,
            clock: clock,
            running: running
        )
    }

    /// What a client says of a file before or while it sends it.
    package struct Attributes: Sendable {
        /// Bytes and chunks.
        package var plan: ChunkPlan
        /// Unix seconds the file shall carry.
        package var modified: Int64?
        /// What to do when the name is taken.
        package var conflict: ConflictPolicy
        /// Whether the client said so, and not only the default; the last word wins at `merge`.
        package var isConflictExplicit = false
        /// `If-Match` tags for a replacement.
        package var expected: [String]
        /// Backup identity.
        package var identification: String
        /// What names may be created.
        package var policy: NamePolicy

        /// The contract's defaults.
        package init(
            plan: ChunkPlan,
            modified: Int64? = nil,
            conflict: ConflictPolicy = .rename,
            expected: [String] = [],
            identification: String = "",
            policy: NamePolicy = .open
        ) {
            self.plan = plan
            self.modified = modified
            self.conflict = conflict
            self.expected = expected
            self.identification = identification
            self.policy = policy
        }
    }

    /// A session's state, as its owner may see it.
    package struct Status: Sendable {
        /// Names the session.
        package let id: String
        /// Recorded chunks by number.
        package let chunks: [Int: Int64]
        /// Bytes of the whole file, when known.
        package let size: Int64?
        /// The finished file.
        package let finished: Resource?
    }

    // MARK: Rights and places

    /// The destination with the right to write there.
    ///
    /// - Throws: 10020, 10005 and what ``RootStore/access(_:for:)`` throws; 20027 for names that may not be made.
    package func destination(
        _ path: ResourcePath,
        _ caller: Caller,
        policy: NamePolicy
    ) async throws -> (RootAccess, VolumePath) {
        let (access, below) = try await roots.access(path, caller, needing: .write, or: .noWriteRight)
        guard let name = below.last, var parent = below.parent else { throw DriveError(.illegalPath) }
        // Only what is going to be created is held against the policy.
        if try access.volume.infoIfPresent(below) == nil { try policy.check(name) }
        while let last = parent.last, let next = parent.parent {
            do {
                guard try access.volume.info(parent).kind == .directory else {
                    throw DriveError(.destinationNotDirectory)
                }
                break
            } catch let error as StorageError where error.code == .notFound {
                try policy.check(last)
                parent = next
            } catch let error as StorageError where error.code == .notADirectory {
                throw DriveError(.destinationNotDirectory, cause: error)
            } catch let error as StorageError {
                throw DriveError(error)
            }
        }
        return (access, below)
    }

    /// Refuses before the body what cannot fit (10028): free space must be greater than what comes.
    package func checkSpace(_ access: RootAccess, for bytes: Int64) throws {
        guard try storage({ try access.volume.space() }).free > bytes else {
            throw DriveError(.noSpace)
        }
    }

    // MARK: Sessions

    /// Opens a session of the new door.
    package func create(
        _ path: ResourcePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Status {
        let (root, _) = try path.requireRoot()
        let upload = try await roots.changing([root]) {
            let (access, below) = try await destination(path, caller, policy: attributes.policy)
            return try await open(access, below, key: "", caller, attributes)
        }
        return Status(id: upload.row.id, chunks: [:], size: upload.row.plan.size, finished: nil)
    }

    /// A session of the new door, open or done.
    ///
    /// - Throws: 3 when the caller has none of that id.
    package func status(_ id: String, _ caller: Caller) async throws -> Status {
        let row = try await row(id, caller)
        // Of plain folders a session is its owner's, whatever became of his rights; a locked one tells nothing.
        let seal =
            try await roots.isEncrypted(row.root)
            ? try await roots.access(row.root, for: caller).seal : .plain
        if row.state == .done {
            return Status(id: id, chunks: [:], size: row.plan.size, finished: try finished(row, seal))
        }
        let upload = try await load(row, caller)
        return Status(id: id, chunks: upload.chunks, size: row.plan.size, finished: nil)
    }

    /// Takes one chunk of the new door.
    package func putChunk(
        _ id: String,
        _ n: Int,
        _ source: any ByteSource,
        _ caller: Caller
    ) async throws -> [Int: Int64] {
        let row = try await row(id, caller)
        try await requireWrite(row, caller)
        if row.state == .done { throw DriveError(.chunksIncomplete) }
        return try await write(n, length: source.length, source, to: try await load(row, caller), caller)
    }

    /// Finishes a session of the new door.
    ///
    /// - Parameters:
    ///   - id: the session.
    ///   - caller: its owner.
    ///   - hash: what the bytes must hash to; nil trusts the count and sizes alone.
    ///   - size: what the file must measure.
    ///   - conflict: what to do when the name is taken; nil is what the session was begun with. So that a person who
    ///     is told of a taken name at the end can answer, and nothing is sent again.
    ///   - expected: `If-Match` tags for a replacement.
    /// - Returns: the published file.
    /// - Throws: 10014, 10013, 10012, 90005, and what writing may throw.
    package func complete(
        _ id: String,
        _ caller: Caller,
        hash: SHA256Digest?,
        size: Int64?,
        conflict: ConflictPolicy? = nil,
        expected: [String] = []
    ) async throws -> Resource {
        let root = try await row(id, caller).root
        return try await roots.changing([root]) {
            let row = try await row(id, caller)
            let access = try await requireWrite(row, caller)
            return try await finish(
                row,
                access,
                caller,
                hash: hash,
                size: size,
                conflict: conflict,
                expected: expected
            )
        }
    }

    /// Drops a session and what it holds; a finished one keeps its file.
    package func cancel(_ id: String, _ caller: Caller) async throws {
        let root = try await row(id, caller).root
        try await roots.changing([root]) {
            let row = try await row(id, caller)
            try await requireWrite(row, caller)
            if row.state == .open { try await end(row) } else { try await dropAnswer(row) }
        }
    }

    /// Forgets a finished session.
    func dropAnswer(_ row: UploadRow) async throws {
        let id = row.id
        _ = try await database.write { try $0.run("DELETE FROM uploads WHERE id = ? AND state = 'done'", id) }
    }

    // MARK: Lookup

    private func row(_ id: String, _ caller: Caller) async throws -> UploadRow {
        let user = caller.user.id
        guard let row = try await database.read({ try UploadRow.find(id: id, user: user, $0) }) else {
            throw DriveError(.notFound)
        }
        return row
    }

    @discardableResult
    private func requireWrite(_ row: UploadRow, _ caller: Caller) async throws -> RootAccess {
        try await roots.access(row.root, caller, needing: .write, or: .noWriteRight)
    }

    /// The session in memory, reopened from its row and file when this process has not touched it yet.
    ///
    /// - Parameters:
    ///   - row: an open session.
    ///   - caller: who has the root unlocked, if it is encrypted; nil for jobs, which open those of plain roots alone.
    /// - Returns: the session.
    /// - Throws: 3 when its file is gone; 20009 when its root is locked.
    func load(_ row: UploadRow, _ caller: Caller?) async throws -> LiveUpload {
        if let upload = live.withLock({ $0[row.id] }) { return upload }
        // Behind the gate: while a folder's files change places, neither place is right.
        return try await roots.changing([row.root]) { try await reopen(row, caller) }
    }

    /// Where unfinished files of a root are opened: of an encrypted one by its keys, and never without.
    private func staging(of root: Int, _ caller: Caller?) async throws -> any Volume {
        guard try await roots.isEncrypted(root) else { return try await roots.staging(of: root) }
        guard let caller else { throw DriveError(.folderPasswordWrong) }
        return try await roots.access(root, for: caller).volume
    }

    private func reopen(_ row: UploadRow, _ caller: Caller?) async throws -> LiveUpload {
        try await opening.withLock {
            if let upload = live.withLock({ $0[row.id] }) { return upload }
            let volume = try await staging(of: row.root, caller)
            let id = row.id
            let chunks = try await database.read { try UploadRow.chunks(of: id, $0) }
            do {
                let staged = try await blocking.run { try volume.reopenStaged(id: id) }
                let upload = LiveUpload(row: row, staged: staged, chunks: chunks)
                live.withLock { $0[id] = upload }
                return upload
            } catch let error as StorageError where error.code == .notFound {
                // The temporary file was removed behind our back: the session is over.
                _ = try await database.write {
                    try $0.run("DELETE FROM uploads WHERE id = ? AND state = 'open'", id)
                }
                throw DriveError(.notFound, cause: error)
            } catch let error as StorageError {
                throw DriveError(error)
            }
        }
    }

    func forget(_ id: String) { _ = live.withLock { $0.removeValue(forKey: id) } }
}
