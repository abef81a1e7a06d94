import HearthClient
import HearthWire

/// The older door: the hash first, then what the server does not have of it (wangpan-api, 7.2).
extension UploadDoor {
    func sendByForms(_ row: inout TransferRow) async throws(FileUpload.Restart) -> WireResource {
        if fitsOneRequest { return try await sendWhole(&row) }
        do throws(TransferError) {
            let size = facts.size
            if row.hash == nil {
                let hash = FileHash(file, size: size, available: size)
                row.hash = try await hash.run()
                row.status = .running
                try await context.save(row)
            }
            guard let hash = row.hash else { throw TransferError(.cancelled) }
            let known = try await Retrier.run(context) { () async throws(ClientError) -> [WireChunk] in
                try await context.remote.knownChunks(hash, path)
            }
            let progress = ChunkProgress(
                row,
                WireUpload(uploadID: "", chunkSize: BlockSet.blockSize, chunks: known),
                context.meter
            )
            do {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    let count = min(context.configuration.connectionsPerLargeFile, progress.missing)
                    for _ in 0..<count { group.addTask { try await self.sendForms(hash, progress) } }
                    try await group.waitForAll()
                }
            } catch {
                row = progress.row
                throw error as? TransferError ?? TransferError(.cancelled)
            }
            row = progress.row
            guard try await isUnchanged() else { throw TransferError(.sourceChanged, file.path.description) }
            try identify(row, hash)
            let (conflict, modified, identification) = (row.conflict, row.modified, row.identification)
            return try await Retrier.run(context) { () async throws(ClientError) -> WireResource in
                try await context.remote.merge(
                    hash,
                    count: BlockSet.count(of: size),
                    modified: modified,
                    conflict: conflict,
                    identification: identification,
                    path
                )
            }
        } catch {
            throw Self.restart(error)
        }
    }

    private func sendForms(_ hash: String, _ progress: ChunkProgress) async throws(TransferError) {
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
                    _ = try await context.remote.formChunk(
                        index + 1,
                        of: BlockSet.count(of: facts.size),
                        .file(part),
                        length: length,
                        size: facts.size,
                        hash: hash,
                        path
                    )
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
}
