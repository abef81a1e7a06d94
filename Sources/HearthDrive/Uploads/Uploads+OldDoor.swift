import HearthConcurrency
import HearthCrypto
import HearthSQL
package import HearthStorage
import HearthWire

/// The old door: the hash comes first and finds the session (wangpan-api, chapter 7).
extension Uploads {
    /// The session of (user, destination, hash), opened at the first chunk.
    ///
    /// A first touch takes over the chunks that another destination's session of the same bytes already holds, so
    /// that a client which asked `GET chunks/{hash}` may leave out what it was told.
    package func chunk(
        _ n: Int,
        size: Int64?,
        of key: UploadKey,
        to access: RootAccess,
        _ destination: VolumePath,
        _ source: any ByteSource,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> [Int: Int64] {
        // Before the session: what is refused leaves nothing behind.
        let allowed = try attributes.plan.lengths(of: n)
        if let size, !allowed.contains(size) { throw DriveError(.chunksIncomplete) }
        let upload = try await roots.changing([access.root.id]) {
            let access = try await current(access, caller)
            return try await session(of: key, to: access, destination, caller, attributes)
        }
        return try await write(n, length: size, source, to: upload, caller)
    }

    /// Finishes what `chunk` has gathered.
    ///
    /// - Throws: 10014 when chunks are missing, then 10013; finishing again within 7 days gives the same answer.
    package func merge(
        _ key: UploadKey,
        totalChunks: Int,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Resource {
        try await roots.changing([access.root.id]) {
            let access = try await current(access, caller)
            return try await mergeNow(key, totalChunks, to: access, destination, caller, attributes)
        }
    }

    private func mergeNow(
        _ key: UploadKey,
        _ totalChunks: Int,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> Resource {
        let row = try await find(key, at: destination, access, caller)
        let isEmptyFile = totalChunks == 0
        if let row {
            if row.state == .open || !isEmptyFile {
                return try await finish(
                    row,
                    access,
                    caller,
                    hash: key.hash,
                    size: nil,
                    count: totalChunks,
                    identification: attributes.identification,
                    conflict: attributes.isConflictExplicit ? attributes.conflict : nil,
                    modified: attributes.modified,
                    expected: attributes.expected
                )
            }
            if let final = try row.final.map({ try access.seal.path($0) }),
                try access.volume.entryIfPresent(final)?.inode == row.inode
            {
                return try finished(row, access.seal)
            }
        }
        guard isEmptyFile else {
            // A client that was told of another destination's chunks may have none left to send.
            let upload = try await takenOver(key, totalChunks, to: access, destination, caller, attributes)
            return try await finish(
                upload.row,
                access,
                caller,
                hash: key.hash,
                size: nil,
                count: totalChunks,
                conflict: attributes.isConflictExplicit ? attributes.conflict : nil,
                modified: attributes.modified,
                expected: attributes.expected
            )
        }
        return try await uploadWhole(key, to: access, destination, EmptySource(), caller, attributes)
    }

    /// Chunks known for a hash.
    ///
    /// Without a destination only when exactly one open session of the caller has it, since the answer must not
    /// promise bytes that another destination holds.
    package func chunks(
        of key: UploadKey,
        at destination: ResourcePath?,
        _ caller: Caller
    ) async throws -> [Int: Int64] {
        let row: UploadRow?
        if let destination {
            let (access, below) = try await roots.access(destination, caller)
            let found = try await find(key, at: below, access, caller)
            row = found?.state == .open ? found : nil
        } else {
            let known = try await sessions(of: key, caller)
            row = known.count == 1 ? known.first?.row : nil
        }
        guard let row else { return [:] }
        let id = row.id
        return try await database.read { try UploadRow.chunks(of: id, $0) }
    }

    /// Drops an unfinished upload, named as `{destination}{hash}` (wangpan-api, 4.11).
    ///
    /// Only the caller's own; one that does not exist is success, since then nothing is left of it.
    ///
    /// - Throws: 2 for an empty path; 10004 when the path does not end with a hash; 10018–10020.
    package func dropCache(segments: [[UInt8]], _ caller: Caller) async throws {
        guard var last = segments.last else { throw DriveError(.badRequest) }
        guard let (name, key) = UploadKey.split(last) else {
            throw DriveError(.illegalParameter, argument: "hash")
        }
        last = name
        let path = try ResourcePath(segments: segments.dropLast() + [last])
        let (access, below) = try await roots.access(path, caller, needing: .write, or: .noWriteRight)
        let row = try await find(key, at: below, access, caller)
        if let row, row.state == .open { try await end(row) }
    }

    // MARK: Sessions

    /// The caller's session of a destination and a hash: the open one, or else the newest that is done.
    private func find(
        _ key: UploadKey,
        at destination: VolumePath,
        _ access: RootAccess,
        _ caller: Caller
    ) async throws -> UploadRow? {
        let (user, root) = (caller.user.id, access.root.id)
        let (place, text) = (try access.seal.bytes(destination), try access.seal.key(key.text))
        return try await database.read {
            try UploadRow.find(user: user, root: root, destination: place, key: text, $0)
        }
    }

    /// An open session, and whether what it holds is sealed.
    private struct KnownSession: Sendable {
        var row: UploadRow
        var isEncrypted: Bool
    }

    /// Open sessions of the caller with a key, wherever they go: below plain roots, and below the encrypted ones that
    /// his token has unlocked.
    ///
    /// At most two of each root matter: one is an answer, two are none.
    private func sessions(of key: UploadKey, _ caller: Caller) async throws -> [KnownSession] {
        let user = caller.user.id
        var known = try await database.read { try UploadRow.open(user: user, key: key.text, $0) }
            .map { KnownSession(row: $0, isEncrypted: false) }
        for root in roots.vaults.list(of: caller).map(\.root) {
            // Rights that went, or a disk that is not there: nothing is known of it.
            guard let access = try? await roots.access(root, for: caller.presenting(nil)),
                access.seal.isEncrypted
            else { continue }
            let sealed = try access.seal.key(key.text)
            known += try await database.read { try UploadRow.open(user: user, root: root, key: sealed, $0) }
                .map { KnownSession(row: $0, isEncrypted: true) }
        }
        return known
    }

    /// The one session whose chunks a new one may begin with.
    ///
    /// What is sealed is never brought to a plain folder by the server (10024 is the rule for files).
    private func forerunner(
        of key: UploadKey,
        to access: RootAccess,
        _ caller: Caller
    ) async throws -> UploadRow? {
        let others = try await sessions(of: key, caller)
        guard others.count == 1, let other = others.first else { return nil }
        return other.isEncrypted && !access.seal.isEncrypted ? nil : other.row
    }

    private func session(
        of key: UploadKey,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> LiveUpload {
        let known = try await find(key, at: destination, access, caller)
        if let known, known.state == .open {
            return try await load(known, checking: attributes.plan, caller)
        }
        let (upload, other) = try await oldDoor.withLock { () async throws -> (LiveUpload, UploadRow?) in
            let row = try await find(key, at: destination, access, caller)
            if let row, row.state == .open {
                return (try await load(row, checking: attributes.plan, caller), nil)
            }
            let other = try await forerunner(of: key, to: access, caller)
            return (try await open(access, destination, key: key.text, caller, attributes), other)
        }
        // Outside the lock: copying gigabytes must not hold up anybody else's chunk.
        if let other { try await takeOver(other, into: upload, caller) }
        return upload
    }

    private func load(
        _ row: UploadRow,
        checking plan: ChunkPlan,
        _ caller: Caller
    ) async throws -> LiveUpload {
        if let size = plan.size, let known = row.plan.size, size != known {
            throw DriveError(.chunksIncomplete)
        }
        return try await load(row, caller)
    }

    /// A session whose chunks all come from the one other session of the same bytes.
    ///
    /// - Throws: 10014 when there is no such session.
    private func takenOver(
        _ key: UploadKey,
        _ totalChunks: Int,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> LiveUpload {
        guard let other = try await forerunner(of: key, to: access, caller) else {
            throw DriveError(.chunksIncomplete)
        }
        var attributes = attributes
        attributes.plan = try ChunkPlan(size: other.plan.size, count: totalChunks)
        return try await session(of: key, to: access, destination, caller, attributes)
    }

    /// Copies what another session of the same bytes holds; a failure only means that the client sends it again.
    ///
    /// A chunk that the client sends meanwhile takes its place over from the copy.
    private func takeOver(
        _ other: UploadRow,
        into upload: LiveUpload,
        _ caller: Caller
    ) async throws {
        guard let from = try? await load(other, caller) else { return }
        let blocking = blocking
        for (n, size) in from.chunks.sorted(by: { $0.key < $1.key }) {
            guard let ticket = try upload.ticket(for: n) else { continue }
            let start = ChunkPlan.offset(of: n)
            do {
                try await blocking.run {
                    try ticket.write { try upload.staged.copy(start..<(start + size), from: from.staged) }
                    try upload.staged.sync()
                }
                if upload.claim(ticket, n) { try await record(n, size, in: upload) }
            } catch {
                upload.drop(ticket, n)
                return
            }
        }
    }
}

/// A body of no bytes.
private struct EmptySource: ByteSource {
    var length: Int64? { 0 }
    func drain(_ sink: (UnsafeRawBufferPointer) throws -> Void) async throws {}
}
