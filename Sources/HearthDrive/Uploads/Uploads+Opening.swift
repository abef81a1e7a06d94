import Synchronization
import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// How a session comes to be.
extension Uploads {
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
        let (destination, key) = (try access.seal.bytes(destination), try access.seal.key(key))
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
            identification: access.seal.isEncrypted ? "" : attributes.identification
        )
        let now = clock.now
        let touched = running.now
        // Known before its row is: another request that finds the row must meet this session, not open a second one
        // over the same file.
        let upload = LiveUpload(row: row, staged: staged, chunks: [:])
        live.withLock { $0[id] = upload }
        do {
            try await database.write { try row.insert($0, created: now, touched: touched) }
        } catch {
            forget(id)
            try? await blocking.run { try volume.discardStaged(id: id) }
            throw error
        }
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
}
