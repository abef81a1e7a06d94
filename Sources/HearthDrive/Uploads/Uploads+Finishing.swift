import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// How a session ends: published, or dropped.
extension Uploads {
    /// Checks count, sizes and hash, and publishes; the second finisher gets the first one's answer.
    ///
    /// The caller holds the gate of the root, and `access` was made behind it.
    func finish(
        _ row: UploadRow,
        _ access: RootAccess,
        _ caller: Caller,
        hash: SHA256Digest?,
        size: Int64?,
        count: Int? = nil,
        identification: String? = nil,
        conflict: ConflictPolicy? = nil,
        modified: Int64? = nil,
        expected: [String] = []
    ) async throws -> Resource {
        if row.state == .done { return try finished(row, access.seal) }
        let user = row.user
        let id = row.id
        let upload: LiveUpload
        do {
            upload = try await load(row, caller)
        } catch let error as DriveError where error.code == .notFound {
            // Published between our look at the row and at the file.
            guard let now = try await database.read({ try UploadRow.find(id: id, user: user, $0) }),
                now.state == .done
            else { throw error }
            return try finished(now, access.seal)
        }
        return try await upload.finishing.withLock {
            guard let now = try await database.read({ try UploadRow.find(id: id, user: user, $0) }) else {
                throw DriveError(.chunksIncomplete)
            }
            if now.state == .done { return try finished(now, access.seal) }
            upload.end()
            do {
                let resource = try await publish(
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
                whenPlaced((resource, caller))
                return resource
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
            destination: try access.seal.path(row.destination),
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
    func finished(_ row: UploadRow, _ seal: RowSeal) throws -> Resource {
        guard let final = try row.final.map({ try seal.path($0) }) else {
            throw DriveError(.chunksIncomplete)
        }
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
    ///
    /// Needs no password: what is thrown away need not be read.
    func end(_ row: UploadRow) async throws {
        try await roots.changing([row.root]) {
            guard let upload = try await opened(row) else { return }
            try await upload.finishing.withLock {
                let (id, user) = (row.id, row.user)
                let now = try await database.read { try UploadRow.find(id: id, user: user, $0) }
                if now?.state == .open { try await discard(upload) }
            }
        }
    }

    /// The session in memory; of an encrypted root one that nobody has opened is thrown away as it lies on the disk.
    private func opened(_ row: UploadRow) async throws -> LiveUpload? {
        guard try await roots.isEncrypted(row.root) else { return try await load(row, nil) }
        // Whoever opens it does so under this lock, and finds neither row nor file afterwards.
        return try await opening.withLock { () async throws -> LiveUpload? in
            if let upload = live.withLock({ $0[row.id] }) { return upload }
            let id = row.id
            let gone = try await database.write {
                try $0.run("DELETE FROM uploads WHERE id = ? AND state = 'open'", id)
            }
            if gone > 0 { try await discardFile(of: row) }
            return nil
        }
    }

    private func discardFile(of row: UploadRow) async throws {
        let volume = try await roots.staging(of: row.root)
        let id = row.id
        try await blocking.run {
            do {
                try volume.discardStaged(id: id)
            } catch let error as StorageError where error.code == .notFound {
                return
            }
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
        // The space comes back now, whoever still holds the file open.
        try await blocking.run { try? upload.staged.truncate(to: 0) }
        try await discardFile(of: upload.row)
    }
}
