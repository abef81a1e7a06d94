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
        return try await write(n, length: size, source, to: upload)
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
        let user = caller.user.id
        let root = access.root.id
        let row = try await database.read {
            try UploadRow.find(user: user, root: root, destination: destination, key: key.text, $0)
        }
        let isEmptyFile = totalChunks == 0
        if let row {
            if row.state == .open || !isEmptyFile {
                return try await finish(
                    row,
                    access,
                    hash: key.hash,
                    size: nil,
                    count: totalChunks,
                    identification: attributes.identification,
                    conflict: attributes.isConflictExplicit ? attributes.conflict : nil,
                    modified: attributes.modified,
                    expected: attributes.expected
                )
            }
            if let final = row.final, try access.volume.entryIfPresent(final)?.inode == row.inode {
                return try finished(row)
            }
        }
        guard isEmptyFile else {
            // A client that was told of another destination's chunks may have none left to send.
            let upload = try await takenOver(key, totalChunks, to: access, destination, caller, attributes)
            return try await finish(
                upload.row,
                access,
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
        let user = caller.user.id
        let row: UploadRow?
        if let destination {
            let (root, below) = try destination.requireRoot()
            _ = try await roots.access(root, for: caller)
            let found = try await database.read {
                try UploadRow.find(user: user, root: root, destination: below, key: key.text, $0)
            }
            row = found?.state == .open ? found : nil
        } else {
            let rows = try await database.read { try UploadRow.open(user: user, key: key.text, $0) }
            row = rows.count == 1 ? rows.first : nil
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
        let (root, below) = try path.requireRoot()
        let access = try await roots.access(root, for: caller)
        guard access.rights.contains(.write) else { throw DriveError(.noWriteRight) }
        let user = caller.user.id
        let row = try await database.read {
            try UploadRow.find(user: user, root: root, destination: below, key: key.text, $0)
        }
        if let row, row.state == .open { try await end(row) }
    }

    // MARK: Sessions

    private func session(
        of key: UploadKey,
        to access: RootAccess,
        _ destination: VolumePath,
        _ caller: Caller,
        _ attributes: Attributes
    ) async throws -> LiveUpload {
        let user = caller.user.id
        let root = access.root.id
        let known = try await database.read {
            try UploadRow.find(user: user, root: root, destination: destination, key: key.text, $0)
        }
        if let known, known.state == .open { return try await load(known, checking: attributes.plan) }
        let (upload, other) = try await oldDoor.withLock { () async throws -> (LiveUpload, UploadRow?) in
            let row = try await database.read {
                try UploadRow.find(user: user, root: root, destination: destination, key: key.text, $0)
            }
            if let row, row.state == .open { return (try await load(row, checking: attributes.plan), nil) }
            let others = try await database.read { try UploadRow.open(user: user, key: key.text, $0) }
            let upload = try await open(access, destination, key: key.text, caller, attributes)
            return (upload, others.count == 1 ? others.first : nil)
        }
        // Outside the lock: copying gigabytes must not hold up anybody else's chunk.
        if let other { try await takeOver(other, into: upload) }
        return upload
    }

    private func load(_ row: UploadRow, checking plan: ChunkPlan) async throws -> LiveUpload {
        if let size = plan.size, let known = row.plan.size, size != known {
            throw DriveError(.chunksIncomplete)
        }
        return try await load(row)
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
        let user = caller.user.id
        let others = try await database.read { try UploadRow.open(user: user, key: key.text, $0) }
        guard others.count == 1, let other = others.first else { throw DriveError(.chunksIncomplete) }
        var attributes = attributes
        attributes.plan = try ChunkPlan(size: other.plan.size, count: totalChunks)
        return try await session(of: key, to: access, destination, caller, attributes)
    }

    /// Copies what another session of the same bytes holds; a failure only means that the client sends it again.
    ///
    /// A chunk that the client sends meanwhile takes its place over from the copy.
    private func takeOver(_ other: UploadRow, into upload: LiveUpload) async throws {
        guard let from = try? await load(other) else { return }
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
