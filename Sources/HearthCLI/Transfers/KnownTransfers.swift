package import HearthClient
package import HearthTransfer

/// What the queue already holds of the same ends: a command that is given again goes on instead of beginning anew.
package struct KnownTransfers: Sendable {
    private struct Ends: Hashable, Sendable {
        var direction: TransferDirection
        var local: LocalPath
        var remote: RemotePath
    }

    private let engine: TransferEngine
    private var records: [Ends: TransferID] = [:]

    /// Looks at the queue.
    package init(_ engine: TransferEngine, area: String) async throws(CommandError) {
        self.engine = engine
        var filter = TransferFilter(area: area, statuses: [.waiting, .paused, .failed, .preparing, .running])
        do throws(TransferError) {
            while true {
                let page = try await engine.records(filter)
                for record in page where record.kind == .file || record.kind == .folder {
                    guard let remote = record.remote else { continue }
                    let ends = Ends(direction: record.direction, local: record.local, remote: remote)
                    records[ends] = record.id
                }
                guard page.count == filter.limit, let last = page.last else { return }
                filter.after = last.id
            }
        } catch {
            throw CommandError(error)
        }
    }

    /// Waits until no other process is at the same: what it has done is then seen like everything that is there.
    ///
    /// - Parameters:
    ///   - direction: which way.
    ///   - local: the path here.
    ///   - remote: the path there.
    ///   - output: is told what is waited for.
    /// - Throws: exit code 130 when cancelled.
    package func wait(
        _ direction: TransferDirection,
        local: LocalPath,
        remote: RemotePath,
        _ output: Output
    ) async throws(CommandError) {
        guard let id = records[Ends(direction: direction, local: local, remote: remote)] else { return }
        do throws(TransferError) {
            try await wait(id, output)
        } catch {
            throw CommandError(error)
        }
    }

    private func wait(_ id: TransferID, _ output: Output) async throws(TransferError) {
        try await engine.waitForOthers(id) {
            output.note(
                Phrase(
                    "另一个 hearth 进程正在传输，等待其完成。",
                    "another hearth is at transfer \(id): waiting for it."
                )
            )
        }
    }

    /// The unfinished record with the ends of an order, back in the queue by the order's rules.
    ///
    /// - Returns: nil when there is none: the order is a new one.
    package func resumed(_ order: UploadOrder, _ output: Output) async throws(CommandError) -> TransferID? {
        guard case .path(let local) = order.source else { return nil }
        let ends = Ends(direction: .upload, local: local, remote: order.remote)
        let engine = engine
        return try await resumed(ends, output) { id throws(TransferError) in
            try await engine.renew(id, order)
        }
    }

    /// The unfinished record with the ends of an order, back in the queue by the order's rules.
    ///
    /// - Returns: nil when there is none: the order is a new one.
    package func resumed(_ order: DownloadOrder, _ output: Output) async throws(CommandError) -> TransferID? {
        let ends = Ends(direction: .download, local: order.local, remote: order.remote)
        let engine = engine
        return try await resumed(ends, output) { id throws(TransferError) in
            try await engine.renew(id, order)
        }
    }

    private func resumed(
        _ ends: Ends,
        _ output: Output,
        _ renew: (TransferID) async throws(TransferError) -> Bool
    ) async throws(CommandError) -> TransferID? {
        guard let id = records[ends] else { return nil }
        do throws(TransferError) {
            while true {
                do throws(TransferError) {
                    return try await renew(id) ? id : nil
                } catch  where error.code == .leased {
                    // Begun by somebody since it was looked at.
                    try await wait(id, output)
                }
            }
        } catch {
            throw CommandError(error)
        }
    }
}
