import HearthClient
import HearthWire
import Synchronization

/// The new door: chunks over several connections, hashed beside the sending (architecture, 7).
extension UploadDoor {
    /// Sends what the server does not have, and puts the file in its place.
    ///
    /// - Returns: the file there; nil when another one was left alone and nothing was sent.
    func sendInChunks(_ row: inout TransferRow) async throws(FileUpload.Restart) -> WireResource? {
        do throws(TransferError) {
            guard let begun = try await begin(&row) else { return nil }
            if let resource = begun.resource { return resource }
            let id = begun.uploadID
            let progress = ChunkProgress(row, begun, context.meter)
            let size = facts.size
            let hash = FileHash(file, size: size, available: size)
            let digest: String
            do {
                digest = try await withThrowingTaskGroup(of: String?.self) { group in
                    group.addTask { try await hash.run() }
                    let count = max(1, min(context.configuration.connectionsPerLargeFile, progress.missing))
                    for _ in 0..<(size > context.configuration.largeThreshold ? count : min(1, count)) {
                        group.addTask {
                            try await self.sendChunks(of: id, progress)
                            return nil
                        }
                    }
                    var digest = ""
                    do {
                        while let result = try await group.next() { digest = result ?? digest }
                    } catch {
                        // The thread that hashes hears of no cancelled task by itself.
                        hash.cancel()
                        throw error
                    }
                    return digest
                }
            } catch {
                row = progress.row
                throw error as? TransferError ?? TransferError(.cancelled)
            }
            row = progress.row
            row.hash = digest
            guard try await isUnchanged() else { throw TransferError(.sourceChanged, file.path.description) }
            try identify(row, digest)
            return try await complete(id, digest, progress)
        } catch {
            throw Self.restart(error)
        }
    }

    /// The upload as the server has it: the one that was begun, or a new one; nil when what is there is left alone.
    private func begin(_ row: inout TransferRow) async throws(TransferError) -> WireUpload? {
        if let id = row.uploadID {
            let known = try await Retrier.run(context) { () async throws(ClientError) -> WireUpload? in
                do throws(ClientError) {
                    return try await context.remote.upload(id, path, lane: lane)
                } catch  where error.code == .notFound {
                    return nil
                }
            }
            if let known, known.size == nil || known.size == facts.size { return known }
            row.uploadID = nil
            row.blocks = nil
            row.transferred = 0
            context.meter.setSafe(0)
        } else if row.conflict == .fail || row.conflict == .skip,
            facts.size > context.configuration.largeThreshold, try await isTaken()
        {
            // Better said before the bytes have gone than after.
            if row.conflict == .fail {
                throw TransferError(ClientError(.server(code: .nameInUse, reason: "")))
            }
            return nil
        }
        let (conflict, modified, identification) = (row.conflict, row.modified, row.identification)
        let made = try await Retrier.run(context) { () async throws(ClientError) -> WireUpload in
            try await context.remote.createUpload(
                path,
                size: facts.size,
                modified: modified,
                conflict: conflict,
                identification: identification,
                lane: lane
            )
        }
        row.uploadID = made.uploadID
        row.status = .running
        try await context.save(row)
        return made
    }

    /// Whether something lies at the destination, as far as a download would tell.
    func isTaken() async throws(TransferError) -> Bool {
        let isFound = Mutex(false)
        let sink = TransportSink(begin: { _ in isFound.withLock { $0 = true } }, write: { _ in })
        do throws(ClientError) {
            try await context.remote.download(path, range: 0..<1, ifRange: nil, into: sink, lane: lane)
        } catch {
            if error.kind == .cancelled { throw TransferError(.cancelled) }
            // An empty file has no ranges.
            if error.httpStatus == 416 { return true }
        }
        return isFound.withLock { $0 }
    }

    /// Sends chunks until none is missing.
    private func sendChunks(of id: String, _ progress: ChunkProgress) async throws(TransferError) {
        var retrier = Retrier(context)
        while let index = progress.take() {
            let offset = Int64(index) * progress.chunkSize
            let length = min(progress.chunkSize, facts.size - offset)
            while true {
                if Task.isCancelled { throw TransferError(.cancelled) }
                let attempt = context.meter.attempt()
                let part = FilePart(descriptor: file.descriptor, offset: offset, length: length) {
                    attempt.add($0)
                }
                do throws(ClientError) {
                    try await context.remote.putChunk(id, index + 1, .uploadFile(part), path, lane: lane)
                    attempt.settle(length)
                    break
                } catch {
                    attempt.settle(0)
                    try await retrier.failed(error)
                }
            }
            retrier.progressed()
            try await context.save(progress.stored(index, length))
        }
    }

    /// Finishes, as often as it takes to hear the answer.
    private func complete(
        _ id: String,
        _ digest: String,
        _ progress: ChunkProgress
    ) async throws(TransferError) -> WireResource {
        var rounds = 0
        while true {
            do throws(TransferError) {
                return try await Retrier.run(context) { () async throws(ClientError) -> WireResource in
                    try await context.remote.completeUpload(
                        id,
                        sha256: digest,
                        size: facts.size,
                        path,
                        lane: lane
                    )
                }
            } catch  where error.wireCode == .chunksIncomplete && rounds < 2 {
                // The server has lost some of what it said it had: ask, and send those.
                rounds += 1
                let known = try await Retrier.run(context) { () async throws(ClientError) -> WireUpload in
                    try await context.remote.upload(id, path, lane: lane)
                }
                if let resource = known.resource { return resource }
                progress.restate(known)
                try await sendChunks(of: id, progress)
            }
        }
    }
}

/// Which chunks are sent, on their way and missing; shared by the connections of one file.
final class ChunkProgress: Sendable {
    private struct State {
        var row: TransferRow
        var waiting: [Int]
    }

    let chunkSize: Int64
    private let size: Int64
    private let state: Mutex<State>
    private let meter: TransferMeter

    init(_ row: TransferRow, _ upload: WireUpload, _ meter: TransferMeter) {
        chunkSize = upload.chunkSize > 0 ? upload.chunkSize : BlockSet.blockSize
        size = row.size ?? 0
        self.meter = meter
        state = Mutex(State(row: row, waiting: []))
        restate(upload)
    }

    /// Takes over what the server says it has: that is the truth, whatever was recorded here.
    func restate(_ upload: WireUpload) {
        let known = Set(upload.chunks.map { $0.id - 1 })
        let safe = state.withLock { state in
            var blocks = BlockSet()
            var waiting: [Int] = []
            var safe: Int64 = 0
            // The last first, so that taking from the end gives them in order.
            for index in stride(from: Int((size + chunkSize - 1) / chunkSize) - 1, through: 0, by: -1) {
                if known.contains(index) {
                    blocks.insert(index)
                    safe += min(chunkSize, size - Int64(index) * chunkSize)
                } else {
                    waiting.append(index)
                }
            }
            state.waiting = waiting
            state.row.blocks = blocks
            state.row.transferred = safe
            return safe
        }
        meter.setSafe(safe)
    }

    /// Chunks that nobody has taken.
    var missing: Int { state.withLock { $0.waiting.count } }

    /// The next chunk, from 0; nil when there is none.
    func take() -> Int? { state.withLock { $0.waiting.popLast() } }

    /// Notes a chunk that the server has.
    ///
    /// - Returns: the record to save.
    func stored(_ index: Int, _ length: Int64) -> TransferRow {
        state.withLock { state in
            state.row.blocks?.insert(index)
            state.row.transferred += length
            return state.row
        }
    }

    /// The record as it is now.
    var row: TransferRow { state.withLock { $0.row } }
}
