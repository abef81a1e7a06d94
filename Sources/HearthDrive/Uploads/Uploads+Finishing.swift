import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// How a session ends: published, or dropped.
extension Uploads {
    /// Checks count, sizes and hash, and publishes; the second finisher gets the first one's answer.
    ///
    /// The caller holds the gate of the root, and `access` was made behind it.
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
        try await roots.changing([row.root]) {
            let upload = try await load(row)
            try await upload.finishing.withLock {
                let (id, user) = (row.id, row.user)
                let now = try await database.read { try UploadRow.find(id: id, user: user, $0) }
                if now?.state == .open { try await discard(upload) }
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
}
