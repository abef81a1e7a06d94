import HearthClient
import HearthWire
import Synchronization

/// Brings the bytes of one version of a file into its temporary file (wangpan-api, 8; RFC 9110, chapter 14).
struct FileFetch: Sendable {
    let context: TransferContext
    let path: RemotePath
    let file: LocalFile

    // MARK: The first request

    /// Fetches the file's first block, which is the whole of a small one, and what must be known of the rest.
    ///
    /// A small file is asked for by a range too: `Content-Range` then says how long the file is, whatever somebody on
    /// the way has made of `Content-Length`.
    func first(_ row: inout TransferRow) async throws(FileDownload.Restart) {
        var isWhole = row.size == 0
        var waits = 0
        while true {
            let range = isWhole ? nil : 0..<BlockSet.blockSize
            let answer = try await firstAnswer(range)
            guard let (head, reached) = answer else {
                // Nothing at the beginning: an empty file has no ranges (RFC 9110, section 15.5.17).
                isWhole = true
                continue
            }
            let total = head.isWhole ? reached : head.facts.total
            guard let total else {
                isWhole = true
                continue
            }
            if total <= reached || Self.isUsable(head.facts) {
                note(head.facts, total: total, reached: reached, &row)
                return
            }
            // A file that was changed a moment ago has no strong tag yet; without any the file comes in one piece.
            if head.facts.tag != nil, waits < 3 {
                waits += 1
                try await FileDownload.lift { () async throws(TransferError) in try await context.pause(1) }
            } else {
                isWhole = true
            }
        }
    }

    /// What one first request brought.
    private struct FirstHead {
        var facts: DownloadHead
        var isWhole: Bool
    }

    /// One first request, as often as it takes; nil when there is no such range.
    private func firstAnswer(
        _ range: Range<Int64>?
    ) async throws(FileDownload.Restart) -> (head: FirstHead, reached: Int64)? {
        var retrier = Retrier(context)
        while true {
            let attempt = context.meter.attempt()
            let sink = RangeSink(file, range: range, attempt: attempt, accepts: { _ in true })
            do throws(ClientError) {
                try await context.remote.download(
                    path,
                    range: range,
                    ifRange: nil,
                    into: sink.sink,
                    lane: lane
                )
                guard let head = sink.head else {
                    throw ClientError(.transport(TransportError(.invalidResponse)))
                }
                attempt.settle(sink.position)
                let isWhole = range == nil || head.total == nil || sink.position == head.total
                return (FirstHead(facts: head, isWhole: isWhole && head.start == 0), sink.position)
            } catch {
                attempt.settle(0)
                if let local = sink.localError { throw .failed(local) }
                if error.httpStatus == 416, range != nil { return nil }
                let error = Self.passing(error, sink)
                try await FileDownload.lift { () async throws(TransferError) in
                    try await retrier.failed(error)
                }
            }
        }
    }

    private var lane: TransferRemote.Lane {
        (context.meter.size ?? 0) > context.configuration.largeThreshold ? .large : .small
    }

    /// Whether several requests can be held to be of one version.
    private static func isUsable(_ head: DownloadHead) -> Bool {
        // Two versions of one second have one time (RFC 9110, section 8.8.2.2): without a tag only the hash tells.
        if head.tag == nil { return head.lastModified != nil && head.digest != nil }
        // The hash at the end makes up for a tag that is weak.
        return !head.isWeak || head.digest != nil
    }

    private func note(_ head: DownloadHead, total: Int64, reached: Int64, _ row: inout TransferRow) {
        row.size = total
        row.source = head.validator
        row.hash = head.digest
        row.boot = ProcessIdentity.currentBoot()
        row.flags.remove(.isSynced)
        if !row.flags.contains(.isTimeOrdered), let modified = head.modified { row.modified = modified }
        var blocks = BlockSet()
        for index in 0..<BlockSet.count(of: total)
        where min(total, Int64(index + 1) * BlockSet.blockSize) <= reached { blocks.insert(index) }
        row.blocks = blocks
        row.transferred = blocks.total(in: total)
        context.meter.setSize(total)
        context.meter.setSafe(row.transferred)
    }

    // MARK: The rest

    /// Fetches every block that is missing, over several connections.
    func rest(_ row: inout TransferRow) async throws(FileDownload.Restart) {
        guard let size = row.size, BlockSet.count(of: size) > row.blocks?.count ?? 0 else { return }
        context.meter.setSize(size)
        context.meter.setSafe(row.transferred)
        row.status = .running
        row.boot = ProcessIdentity.currentBoot()
        let begun = row
        try await FileDownload.lift { () async throws(TransferError) in
            try await context.work.run { () throws(TransferError) in try file.reserve(size) }
            try await context.save(begun)
        }
        let hash = begun.hash == nil ? nil : FileHash(file, size: size, available: 0)
        let (changes, continuation) = AsyncStream.makeStream(
            of: Void.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let progress = DownloadProgress(
            begun,
            size: size,
            hash: hash,
            meter: context.meter,
            changes: continuation
        )
        let result = await collect(progress, hash, changes, continuation)
        row = progress.row
        switch result {
        case .success(let digest):
            if let digest, let expected = row.hash, digest != expected { throw .corrupt }
            if digest != nil { row.verification = .hash }
        case .failure(let error):
            let stopped = row
            let synced = await keep(stopped)
            row = synced
            throw error
        }
    }

    /// Runs connections, hash and the keeping of the record side by side.
    private func collect(
        _ progress: DownloadProgress,
        _ hash: FileHash?,
        _ changes: AsyncStream<Void>,
        _ continuation: AsyncStream<Void>.Continuation
    ) async -> Result<String?, FileDownload.Restart> {
        // Owned here: it ends with the stream, before this returns.
        let keeper = Task { () -> TransferError? in
            for await _ in changes {
                do throws(TransferError) { try await context.save(progress.row) } catch { return error }
            }
            return nil
        }
        let result: Result<String?, FileDownload.Restart>
        do {
            let digest = try await withThrowingTaskGroup(of: String?.self) { group in
                if let hash { group.addTask { try await hash.run() } }
                for _ in 0..<max(1, min(context.configuration.connectionsPerLargeFile, progress.missing)) {
                    group.addTask {
                        try await self.fetchParts(progress)
                        return nil
                    }
                }
                var digest: String?
                do {
                    while let result = try await group.next() { digest = result ?? digest }
                } catch {
                    // The thread that hashes hears of no cancelled task by itself.
                    hash?.cancel()
                    throw error
                }
                return digest
            }
            result = .success(digest)
        } catch let error as FileDownload.Restart {
            result = .failure(error)
        } catch {
            result = .failure(.failed(error as? TransferError ?? TransferError(.cancelled)))
        }
        continuation.finish()
        if let error = await keeper.value, case .success = result { return .failure(.failed(error)) }
        return result
    }

    /// Fetches parts until none is missing.
    private func fetchParts(_ progress: DownloadProgress) async throws(FileDownload.Restart) {
        var retrier = Retrier(context)
        while let part = progress.take() {
            var position = part.lowerBound
            while position < part.upperBound {
                let reached = try await fetch(position..<part.upperBound, of: part, progress, &retrier)
                if reached > position { retrier.progressed() }
                position = reached
            }
        }
    }

    /// One request; what it brought stays, also when it breaks off.
    ///
    /// - Returns: how far the bytes are there.
    private func fetch(
        _ range: Range<Int64>,
        of part: Range<Int64>,
        _ progress: DownloadProgress,
        _ retrier: inout Retrier
    ) async throws(FileDownload.Restart) -> Int64 {
        let row = progress.row
        let validator = row.source
        // A weak tag is no condition for a range; then the head alone tells, and the hash at the end.
        let ifRange = validator.flatMap { $0.hasPrefix("W/") ? nil : $0 }
        let attempt = context.meter.attempt()
        let sink = RangeSink(
            file,
            range: range,
            attempt: attempt,
            accepts: { head in
                head.isSameVersion(as: validator) && (head.total ?? progress.size) == progress.size
            },
            advanced: { progress.written(from: part.lowerBound, to: $0) }
        )
        do throws(ClientError) {
            try await context.remote.download(
                path,
                range: range,
                ifRange: ifRange,
                into: sink.sink,
                lane: .large
            )
            attempt.settle(max(0, sink.position - range.lowerBound))
            if sink.position >= range.upperBound { return range.upperBound }
            throw ClientError(.transport(TransportError(.interrupted, "fewer bytes than asked for")))
        } catch {
            attempt.settle(max(0, sink.position - range.lowerBound))
            if let local = sink.localError { throw .failed(local) }
            if sink.refusal == .replaced || error.httpStatus == 416 { throw .replaced }
            if sink.position > range.lowerBound { retrier.progressed() }
            let error = Self.passing(error, sink)
            try await FileDownload.lift { () async throws(TransferError) in try await retrier.failed(error) }
            return max(range.lowerBound, sink.position)
        }
    }

    /// A response of the wrong range is a fault like any other: some proxy, and worth another try.
    private static func passing(_ error: ClientError, _ sink: RangeSink) -> ClientError {
        guard sink.refusal == .wrongRange else { return error }
        return ClientError(.transport(TransportError(.invalidResponse, "not the range that was asked for")))
    }

    /// Makes what was fetched outlive the system, unless the hash at the end tells anyway.
    private func keep(_ row: TransferRow) async -> TransferRow {
        var row = row
        if row.hash == nil {
            let file = file
            let isSynced = try? await context.work.run { () throws(TransferError) -> Bool in
                try file.sync()
                return true
            }
            if isSynced == true { row.flags.insert(.isSynced) }
        }
        try? await context.save(row)
        return row
    }
}
