package import HearthClient
package import HearthTransfer

/// What the queue already holds of the same ends: a command that is given again goes on instead of beginning anew.
package struct KnownTransfers: Sendable {
    private struct Ends: Hashable, Sendable {
        var direction: TransferDirection
        var local: LocalPath
        var remote: RemotePath
    }

    private var records: [Ends: TransferRecord] = [:]

    /// Looks at the queue.
    package init(_ engine: TransferEngine, area: String) async throws(CommandError) {
        var filter = TransferFilter(area: area, statuses: [.waiting, .paused, .failed, .preparing, .running])
        do throws(TransferError) {
            while true {
                let page = try await engine.records(filter)
                for record in page where record.kind == .file || record.kind == .folder {
                    guard let remote = record.remote else { continue }
                    let ends = Ends(direction: record.direction, local: record.local, remote: remote)
                    records[ends] = record
                }
                guard page.count == filter.limit, let last = page.last else { return }
                filter.after = last.id
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// An unfinished record with the same ends, put back into the queue.
    ///
    /// - Parameters:
    ///   - engine: of the queue.
    ///   - direction: which way.
    ///   - local: the end here.
    ///   - remote: the end there.
    ///   - isChosen: whether the person chooses files of folders: the choice may be another one than before, so a
    ///     folder is ordered anew.
    /// - Returns: nil when there is none.
    package func resumed(
        _ engine: TransferEngine,
        _ direction: TransferDirection,
        local: LocalPath,
        remote: RemotePath,
        isChosen: Bool
    ) async throws(TransferError) -> TransferID? {
        guard let record = records[Ends(direction: direction, local: local, remote: remote)] else {
            return nil
        }
        let isListed = record.status != .preparing && record.children.total > 0
        if record.kind == .folder, isChosen || !isListed {
            // What was chosen may differ by now, and the choice went with the process that made it.
            try await engine.remove(record.id)
            return nil
        }
        switch record.status {
        case .paused: try await engine.resume(record.id)
        case .failed: try await engine.retry(record.id)
        default: break
        }
        return record.id
    }
}
