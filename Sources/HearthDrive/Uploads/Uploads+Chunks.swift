import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// How a chunk is received, made safe and recorded.
extension Uploads {
    /// Writes one chunk at its place, fsyncs it, records it.
    ///
    /// A chunk that is there already is drained and answered with the full list.
    func write(
        _ n: Int,
        length: Int64?,
        _ source: any ByteSource,
        to upload: LiveUpload,
        _ caller: Caller
    ) async throws -> [Int: Int64] {
        // Its folder went elsewhere since the request found it: nothing is read yet, so that costs nobody anything.
        let upload = upload.isEvicted ? try await load(upload.row, caller) : upload
        let allowed = try upload.row.plan.lengths(of: n)
        if let length, !allowed.contains(length) { throw DriveError(.chunksIncomplete) }
        guard let ticket = try upload.ticket(for: n) else {
            try await source.drain { _ in }
            return try await stored(n, in: upload)
        }
        do {
            let isLong = (length ?? allowed.upperBound) >= PieceHasher.leastSize
            let hasher = isLong ? upload.hasher(for: n, beside: blocking) : nil
            let size = try await receive(source, at: ChunkPlan.offset(of: n), allowed, ticket, upload, hasher)
            let staged = upload.staged
            let isRecorded = try await roots.changing([upload.row.root]) { () async throws -> Bool in
                try await blocking.run { try storage { try staged.sync() } }
                guard upload.claim(ticket, n) else { return false }
                try await record(n, size, in: upload)
                return true
            }
            // Overtaken by a newer request with the same chunk: its outcome is this one's too.
            if !isRecorded { return try await stored(n, in: upload) }
            if let hasher { upload.adopt(hasher, n, size) }
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
        _ upload: LiveUpload,
        _ hasher: PieceHasher?
    ) async throws -> Int64 {
        let staged = upload.staged
        var received: Int64 = 0
        try await source.drain { piece in
            guard received + Int64(piece.count) <= allowed.upperBound else {
                throw DriveError(.chunksIncomplete)
            }
            hasher?.add(piece)
            try ticket.write { try storage { try staged.write(piece, at: offset + received) } }
            received += Int64(piece.count)
        }
        guard allowed.contains(received) else { throw DriveError(.chunksIncomplete) }
        return received
    }
}
