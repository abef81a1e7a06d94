import HearthClient
import HearthWire

/// Sends a stream whose length nobody knows, such as standard input: chunk after chunk from memory.
///
/// A chunk is held until the server has it, so that faults of the network cost no byte of the stream; a process that
/// ends takes the stream with it.
struct StreamUpload: Sendable {
    /// Chunks in memory at a time, the one that is being read included.
    private static let held = 3

    let context: TransferContext

    func run(_ row: TransferRow) async throws(TransferError) -> TransferRow {
        var row = row
        guard let descriptor = context.stream else { throw TransferError(.streamLost) }
        guard context.remote.family == .hearth else { throw TransferError(ClientError(.unsupported)) }
        let path = try context.path(of: row)
        let hasher = SHA256Hasher()
        let reader = StreamReader(descriptor)
        let first = try await Self.read(reader, hasher)
        row.modified = row.modified ?? UnixTime.now
        let resource: WireResource
        if Int64(first.count) < BlockSet.blockSize, !row.flags.contains(.isEncrypted) {
            resource = try await whole(first, hasher.hexadecimal(), row, path)
            row.hash = hasher.hexadecimal()
            row.transferred = Int64(first.count)
        } else {
            resource = try await chunks(first, reader, hasher, &row, path)
        }
        row.status = .finished
        row.size = row.transferred
        row.uploadID = nil
        row.verification = .hash
        row.failure = nil
        if row.conflict == .skip, resource.size != row.transferred {
            row.flags.insert(.isSkipped)
            row.verification = .none
        }
        return row
    }

    private func whole(
        _ bytes: [UInt8],
        _ hash: String,
        _ row: TransferRow,
        _ path: RemotePath
    ) async throws(TransferError) -> WireResource {
        try await Retrier.run(context) { () async throws(ClientError) -> WireResource in
            let attempt = context.meter.attempt()
            var settled: Int64 = 0
            defer { attempt.settle(settled) }
            attempt.add(bytes.count)
            let resource = try await context.remote.uploadWhole(
                path,
                .bytes(bytes),
                size: Int64(bytes.count),
                hash: hash,
                modified: row.modified,
                conflict: row.conflict,
                identification: row.identification
            )
            settled = Int64(bytes.count)
            return resource
        }
    }

    private func chunks(
        _ first: [UInt8],
        _ reader: StreamReader,
        _ hasher: SHA256Hasher,
        _ row: inout TransferRow,
        _ path: RemotePath
    ) async throws(TransferError) -> WireResource {
        let order = row
        let begun = try await Retrier.run(context) { () async throws(ClientError) -> WireUpload in
            try await context.remote.createUpload(
                path,
                size: nil,
                modified: order.modified,
                conflict: order.conflict,
                identification: order.identification,
                lane: .large
            )
        }
        row.uploadID = begun.uploadID
        row.status = .running
        try await context.save(row)
        let id = begun.uploadID
        var total: Int64 = 0
        do {
            total = try await withThrowingTaskGroup(of: Int64.self) { group in
                var piece = first
                var number = 1
                var running = 0
                var total: Int64 = 0
                while !piece.isEmpty {
                    let bytes = piece
                    let n = number
                    group.addTask {
                        try await self.send(bytes, n, id, path)
                        return Int64(bytes.count)
                    }
                    running += 1
                    number += 1
                    total += Int64(bytes.count)
                    if Int64(bytes.count) < BlockSet.blockSize { break }
                    while running >= Self.held - 1, try await group.next() != nil { running -= 1 }
                    piece = try await Self.read(reader, hasher)
                }
                try await group.waitForAll()
                return total
            }
        } catch {
            await FileUpload.drop(row, context.remote)
            throw error as? TransferError ?? TransferError(.cancelled)
        }
        row.transferred = total
        row.hash = hasher.hexadecimal()
        let (hash, size) = (hasher.hexadecimal(), total)
        return try await Retrier.run(context) { () async throws(ClientError) -> WireResource in
            try await context.remote.completeUpload(id, sha256: hash, size: size, path, lane: .large)
        }
    }

    private func send(
        _ bytes: [UInt8],
        _ n: Int,
        _ id: String,
        _ path: RemotePath
    ) async throws(TransferError) {
        try await Retrier.run(context) { () async throws(ClientError) in
            let attempt = context.meter.attempt()
            var settled: Int64 = 0
            defer { attempt.settle(settled) }
            attempt.add(bytes.count)
            try await context.remote.putChunk(id, n, .uploadBytes(bytes), path, lane: .large)
            settled = Int64(bytes.count)
        }
    }

    /// The next chunk of the stream, full unless the stream ends.
    private static func read(
        _ reader: StreamReader,
        _ hasher: SHA256Hasher
    ) async throws(TransferError) -> [UInt8] {
        let bytes = try await reader.read(Int(BlockSet.blockSize))
        hasher.update(bytes)
        return bytes
    }
}
