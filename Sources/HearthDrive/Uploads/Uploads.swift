import HearthWire
import HearthConcurrency
package import HearthCrypto
import HearthLog
import HearthSQL
package import HearthStorage
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
    private let live = Mutex<[String: LiveUpload]>([:])
    private let opening = AsyncLock()
    private let admission = AsyncLock()
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
    /// - Throws: 10020, 10005 and what ``RootStore/access(_:of:)`` throws; 20027 for names that may not be made.
    package func destination(
        _ path: ResourcePath,
        _ caller: Caller,
        policy: NamePolicy
    ) async throws -> (RootAccess, VolumePath) {
        let (root, below) = try path.requireRoot()
        let access = try await roots.access(root, of: caller.user.id)
        guard access.rights.contains(.write) else { throw DriveError(.noWriteRight) }
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
        let (access, below) = try await destination(path, caller, policy: attributes.policy)
        let upload = try await open(access, below, key: "", caller, attributes)
        return Status(id: upload.row.id, chunks: [:], size: upload.row.plan.size, finished: nil)
    }

    /// A session of the new door, open or done.
    ///
    /// - Throws: 3 when the caller has none of that id.
    package func status(_ id: String, _ caller: Caller) async throws -> Status {
        let row = try await row(id, caller)
        if row.state == .done {
            return Status(id: id, chunks: [:], size: row.plan.size, finished: try finished(row))
        }
        let upload = try await load(row)
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
        return try await write(n, length: source.length, source, to: try await load(row))
    }

    /// Finishes a session of the new door.
    ///
    /// - Parameters:
    ///   - id: the session.
    ///   - caller: its owner.
    ///   - hash: what the bytes must hash to; nil trusts the count and sizes alone.
    ///   - size: what the file must measure.
    ///   - expected: `If-Match` tags for a replacement.
    /// - Returns: the published file.
    /// - Throws: 10014, 10013, 10012, 90005, and what writing may throw.
    package func complete(
        _ id: String,
        _ caller: Caller,
        hash: SHA256Digest?,
        size: Int64?,
        expected: [String] = []
    ) async throws -> Resource {
        let row = try await row(id, caller)
        let access = try await requireWrite(row, caller)
        return try await finish(row, access, hash: hash, size: size, expected: expected)
    }

    /// Drops a session and what it holds; a finished one keeps its file.
    package func cancel(_ id: String, _ caller: Caller) async throws {
        let row = try await row(id, caller)
        try await requireWrite(row, caller)
        if row.state == .open { try await end(row) } else { try await dropAnswer(row) }
    }

    /// Forgets a finished session.
    func dropAnswer(_ row: UploadRow) async throws {
        let id = row.id
        _ = try await database.write { try $0.run("DELETE FROM uploads WHERE id = ? AND state = 'done'", id) }
    }

    // MARK: Machinery

    /// Opens a session: file first, row second, so that a crash between leaves only a file that the start removes.
    func open(
        _ access: RootAccess,
        _ destination: VolumePath,
        key: String,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> LiveUpload {
        // One at a time: the allowance is counted from rows that this adds to.
        try await admission.withLock { try await openNow(access, destination, key: key, caller, attributes) }
    }

    private func openNow(
        _ access: RootAccess,
        _ destination: VolumePath,
        key: String,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> LiveUpload {
        let plan = attributes.plan
        let needed = plan.size ?? Int64(plan.count ?? 0) * ChunkPlan.chunkSize
        try await checkAllowance(caller, access, needed)
        let id = try UploadID.make()
        let volume = access.volume
        let blocking = blocking
        let staged = try await blocking.run {
            guard try storage({ try volume.space() }).free > needed else { throw DriveError(.noSpace) }
            return try storage { try volume.stage(id: id, size: needed > 0 ? needed : nil) }
        }
        let row = UploadRow(
            id: id,
            user: caller.user.id,
            root: access.root.id,
            destination: destination,
            key: key,
            plan: plan,
            inode: staged.inode,
            modified: attributes.modified,
            conflict: attributes.conflict,
            identification: attributes.identification
        )
        let now = clock.now
        let touched = running.now
        do {
            try await database.write { try row.insert($0, created: now, touched: touched) }
        } catch {
            try? await blocking.run { try volume.discardStaged(id: id) }
            throw error
        }
        let upload = LiveUpload(row: row, staged: staged, chunks: [:])
        live.withLock { $0[id] = upload }
        return upload
    }

    /// At most 64 open sessions, and all but the largest of them no more than half of the free space.
    ///
    /// The largest is free: a single film may fill the disk, and the photos beside it still come through.
    private func checkAllowance(_ caller: Caller, _ access: RootAccess, _ needed: Int64) async throws {
        let user = caller.user.id
        let declared = "coalesce(size, total_chunks * \(ChunkPlan.chunkSize), 0)"
        let (count, reserved, largest) = try await database.read { session in
            let row = try session.first(
                "SELECT count(*), coalesce(sum(\(declared)), 0), coalesce(max(\(declared)), 0) "
                    + "FROM uploads WHERE user = ? AND state = 'open'",
                user
            )
            return (Int(try row?.int(0) ?? 0), try row?.int(1) ?? 0, try row?.int(2) ?? 0)
        }
        if count >= Self.sessionsPerUser { throw DriveError(.busy, retryAfter: 60) }
        let free = try storage { try access.volume.space() }.free
        let others = reserved - largest + min(needed, largest)
        if others > (free + reserved) / 2 { throw DriveError(.noSpace) }
    }

    private func row(_ id: String, _ caller: Caller) async throws -> UploadRow {
        let user = caller.user.id
        guard let row = try await database.read({ try UploadRow.find(id: id, user: user, $0) }) else {
            throw DriveError(.notFound)
        }
        return row
    }

    @discardableResult
    private func requireWrite(_ row: UploadRow, _ caller: Caller) async throws -> RootAccess {
        let access = try await roots.access(row.root, of: caller.user.id)
        guard access.rights.contains(.write) else { throw DriveError(.noWriteRight) }
        return access
    }

    /// The session in memory, reopened from its row and file when this process has not touched it yet.
    func load(_ row: UploadRow) async throws -> LiveUpload {
        if let upload = live.withLock({ $0[row.id] }) { return upload }
        return try await opening.withLock {
            if let upload = live.withLock({ $0[row.id] }) { return upload }
            let volume = try await roots.staging(of: row.root)
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

    /// Writes one chunk at its place, fsyncs it, records it.
    ///
    /// A chunk that is there already is drained and answered with the full list.
    func write(
        _ n: Int,
        length: Int64?,
        _ source: any ByteSource,
        to upload: LiveUpload
    ) async throws -> [Int: Int64] {
        let allowed = try upload.row.plan.lengths(of: n)
        if let length, !allowed.contains(length) { throw DriveError(.chunksIncomplete) }
        guard let ticket = try upload.ticket(for: n) else {
            try await source.drain { _ in }
            return try await stored(n, in: upload)
        }
        do {
            let size = try await receive(source, at: ChunkPlan.offset(of: n), allowed, ticket, upload)
            let staged = upload.staged
            try await blocking.run { try storage { try staged.sync() } }
            // Overtaken by a newer request with the same chunk: its outcome is this one's too.
            guard upload.claim(ticket, n) else { return try await stored(n, in: upload) }
            try await record(n, size, in: upload)
        } catch {
            upload.drop(ticket, n)
            throw error
        }
        // Owned by the upload: it ends with the contiguous part and touches nothing else.
        Task(executorPreference: pool) { [blocking] in await upload.hashForward(blocking) }
        return upload.chunks
    }

    /// Commits a chunk whose bytes are safe, then counts it.
    func record(_ n: Int, _ size: Int64, in upload: LiveUpload) async throws {
        let id = upload.row.id
        let touched = running.now
        try await database.write { session in
            try session.run("INSERT OR IGNORE INTO chunks (upload, n, size) VALUES (?, ?, ?)", id, n, size)
            try session.run("UPDATE uploads SET touched = ?, released = 0 WHERE id = ?", touched, id)
        }
        upload.record(n, size)
    }

    private func stored(_ n: Int, in upload: LiveUpload) async throws -> [Int: Int64] {
        guard await upload.isStored(n) else { throw DriveError(.busy, retryAfter: 1) }
        return upload.chunks
    }

    private func receive(
        _ source: any ByteSource,
        at offset: Int64,
        _ allowed: ClosedRange<Int64>,
        _ ticket: LiveUpload.Ticket,
        _ upload: LiveUpload
    ) async throws -> Int64 {
        let staged = upload.staged
        var received: Int64 = 0
        try await source.drain { piece in
            guard received + Int64(piece.count) <= allowed.upperBound else {
                throw DriveError(.chunksIncomplete)
            }
            try ticket.write { try storage { try staged.write(piece, at: offset + received) } }
            received += Int64(piece.count)
        }
        guard allowed.contains(received) else { throw DriveError(.chunksIncomplete) }
        return received
    }

    /// Checks count, sizes and hash, and publishes; the second finisher gets the first one's answer.
    func finish(
        _ row: UploadRow,
        _ access: RootAccess,
        hash: SHA256Digest?,
        size: Int64?,
        count: Int? = nil,
        identification: String? = nil,
        conflict: ConflictPolicy? = nil,
        modified: Int64? = nil,
        expected: [String] = []
    ) async throws -> Resource {
        if row.state == .done { return try finished(row) }
        let user = row.user
        let id = row.id
        let upload: LiveUpload
        do {
            upload = try await load(row)
        } catch let error as DriveError where error.code == .notFound {
            // Published between our look at the row and at the file.
            guard let now = try await database.read({ try UploadRow.find(id: id, user: user, $0) }),
                now.state == .done
            else { throw error }
            return try finished(now)
        }
        return try await upload.finishing.withLock {
            guard let now = try await database.read({ try UploadRow.find(id: id, user: user, $0) }) else {
                throw DriveError(.chunksIncomplete)
            }
            if now.state == .done { return try finished(now) }
            upload.end()
            do {
                return try await publish(
                    upload,
                    access,
                    hash: hash,
                    size: size,
                    count: count,
                    identification: identification,
                    conflict: conflict,
                    modified: modified,
                    expected: expected
                )
            } catch let error as DriveError where error.code == .hashMismatch {
                try await discard(upload)
                throw error
            } catch {
                upload.reopen()
                throw error
            }
        }
    }

    private func publish(
        _ upload: LiveUpload,
        _ access: RootAccess,
        hash: SHA256Digest?,
        size: Int64?,
        count: Int?,
        identification: String?,
        conflict: ConflictPolicy?,
        modified: Int64?,
        expected: [String]
    ) async throws -> Resource {
        let row = upload.row
        let chunks = upload.chunks
        if let count, count != row.plan.count ?? count, !(row.plan.size == 0 && count <= 1) {
            throw DriveError(.chunksIncomplete)
        }
        let plan = row.plan.count == nil ? try ChunkPlan(size: nil, count: count) : row.plan
        let total = try plan.finishedSize(chunks)
        if let size, size != total { throw DriveError(.chunksIncomplete) }
        let digest = try await upload.finishHash(size: total, blocking)
        if let hash, hash != digest { throw DriveError(.hashMismatch) }
        let staged = upload.staged
        try await blocking.run { try storage { try staged.truncate(to: total) } }
        let order = Publisher.Order(
            access: access,
            destination: row.destination,
            conflict: conflict ?? row.conflict,
            expected: expected,
            hash: digest,
            modified: modified ?? row.modified,
            identification: identification ?? row.identification,
            user: row.user,
            upload: row.id
        )
        let resource = try await publisher.publish(staged, order)
        forget(row.id)
        return resource
    }

    /// The answer of a session that is done, the same for seven days.
    func finished(_ row: UploadRow) throws -> Resource {
        guard let final = row.final else { throw DriveError(.chunksIncomplete) }
        let time = FileTime(seconds: row.finalModified, nanoseconds: 0)
        let info = FileInfo(
            kind: .file,
            size: row.finalSize,
            modified: time,
            changed: time,
            born: nil,
            inode: row.inode,
            device: 0,
            allocated: row.finalSize
        )
        return Resource(root: row.root, path: final, info: info)
    }

    /// Ends a session; one that was finished meanwhile keeps its file and its answer.
    func end(_ row: UploadRow) async throws {
        let upload = try await load(row)
        try await upload.finishing.withLock {
            let (id, user) = (row.id, row.user)
            let now = try await database.read { try UploadRow.find(id: id, user: user, $0) }
            if now?.state == .open { try await discard(upload) }
        }
    }

    /// Removes an open session, whose `finishing` the caller holds; row first, so that no row promises bytes that
    /// are gone.
    private func discard(_ upload: LiveUpload) async throws {
        let id = upload.row.id
        upload.end()
        // Forgotten last: until then whoever asks for the session meets this object, and its lock.
        defer { forget(id) }
        _ = try await database.write { try $0.run("DELETE FROM uploads WHERE id = ?", id) }
        let volume = try await roots.staging(of: upload.row.root)
        try await blocking.run {
            // The space comes back now, whoever still holds the file open.
            try? upload.staged.truncate(to: 0)
            do {
                try volume.discardStaged(id: id)
            } catch let error as StorageError where error.code == .notFound {
                return
            }
        }
    }

    func forget(_ id: String) { _ = live.withLock { $0.removeValue(forKey: id) } }
}
