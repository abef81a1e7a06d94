import HearthClient
import HearthWire

extension TransferEngine {
    /// Orders again what the queue holds unfinished, with the same ends: it goes on from where it stands, by the new
    /// order's rules and choice.
    ///
    /// A folder is listed again: what is new in it comes along, what the new choice leaves out is dropped, and what was
    /// under way keeps what is there of it.
    ///
    /// - Returns: false when the record is gone, or names another kind of thing by now (then it is removed): order it as
    ///   if it had never been.
    /// - Throws: ``TransferError/Code/leased`` when another process is at it; see ``waitForOthers(_:)``.
    package func renew(_ id: TransferID, _ order: UploadOrder) async throws(TransferError) -> Bool {
        try await renew(id, try await row(order), order.isIncluded)
    }

    /// Orders a download again; see ``renew(_:_:)-(_,UploadOrder)``.
    package func renew(_ id: TransferID, _ order: DownloadOrder) async throws(TransferError) -> Bool {
        try await renew(id, try row(order), order.isIncluded)
    }

    /// Waits while another process is at a record.
    ///
    /// - Parameters:
    ///   - id: the record.
    ///   - onWait: is told once that there is something to wait for.
    /// - Throws: ``TransferError/Code/cancelled`` when the task is cancelled.
    package func waitForOthers(
        _ id: TransferID,
        onWait: @Sendable () -> Void = {}
    ) async throws(TransferError) {
        var isFirst = true
        while try await store.isLeased(id) {
            if isFirst { onWait() }
            isFirst = false
            do { try await clock.sleep(0.25) } catch { throw TransferError(.cancelled) }
        }
    }

    private func renew(
        _ id: TransferID,
        _ order: TransferRow,
        _ selection: Selection?
    ) async throws(TransferError) -> Bool {
        guard let row = try await store.row(id) else { return false }
        guard try await !store.isLeased(id) else { throw TransferError(.leased) }
        guard row.kind == order.kind else {
            try await removeNow(id)
            return false
        }
        var plan = Renewal(order: order, selection: selection, base: RemotePath(href: row.remote))
        plan.look(at: row)
        if row.kind == .folder { try await lookAtChildren(of: row, &plan) }
        let result = try await store.renew(
            id,
            as: order,
            dropping: plan.dropped.map(\.id),
            keeping: plan.kept,
            anew: plan.begunAnew.map(\.id)
        )
        switch result {
        case .unknown: return false
        case .leased: throw TransferError(.leased)
        case .renewed: break
        }
        filters[id] = plan.choice
        for row in plan.dropped { await release(row) }
        for row in plan.begunAnew { await release(row) }
        return true
    }

    private func lookAtChildren(of row: TransferRow, _ plan: inout Renewal) async throws(TransferError) {
        var last: Int64 = 0
        while true {
            let page = try await store.begun(of: row.id, after: last, limit: 500)
            for child in page {
                var isThere = true
                if child.direction == .upload {
                    let path = child.local
                    isThere = try await work.run { () throws(TransferError) in
                        try LocalFile.facts(path)?.kind == .regular
                    }
                }
                plan.look(at: child, isThere: isThere)
            }
            guard let end = page.last else { break }
            last = end.id.rawValue
        }
        // A second copy under another name is what the rule makes of a file that has arrived already.
        guard row.conflict == .rename, plan.order.conflict == .rename else { return }
        last = 0
        while true {
            let page = try await store.done(of: row.id, after: last, limit: 500)
            let unchanged = try await work.run { () throws(TransferError) in
                page.filter { child in
                    guard child.direction == .upload else { return true }
                    let facts = try? LocalFile.facts(child.local)
                    return facts?.size == child.size && facts?.modified == child.modified
                }
            }
            for child in unchanged { plan.keep(child) }
            guard let end = page.last else { break }
            last = end.id.rawValue
        }
    }
}

/// What becomes of the parts of a record that is ordered again.
private struct Renewal {
    let order: TransferRow
    let selection: TransferEngine.Selection?
    /// The folder there.
    let base: RemotePath?
    /// Children that the new order does not want.
    var dropped: [TransferRow] = []
    /// Uploads that the server has begun by another rule for names that are taken.
    var begunAnew: [TransferRow] = []
    /// Finished children that stay done.
    var kept: [TransferID] = []
    private var keptPaths: Set<[UInt8]> = []

    init(order: TransferRow, selection: TransferEngine.Selection?, base: RemotePath?) {
        self.order = order
        self.selection = selection
        self.base = base
    }

    /// The new order's choice, without what stays done.
    var choice: TransferEngine.Selection? {
        guard !keptPaths.isEmpty else { return selection }
        let (selection, keptPaths) = (selection, keptPaths)
        return { path, isDirectory in
            (isDirectory || !keptPaths.contains(path)) && selection?(path, isDirectory) ?? true
        }
    }

    mutating func look(at row: TransferRow, isThere: Bool = true) {
        if row.pid != nil, !isThere || !isWanted(row) {
            dropped.append(row)
        } else if row.direction == .upload, row.uploadID != nil, row.conflict != order.conflict {
            begunAnew.append(row)
        }
    }

    mutating func keep(_ row: TransferRow) {
        guard let path = relative(row), isWanted(row) else { return }
        kept.append(row.id)
        keptPaths.insert(path)
    }

    private func isWanted(_ row: TransferRow) -> Bool {
        guard let selection else { return true }
        guard let path = relative(row) else { return false }
        let parts = path.split(separator: UInt8(ascii: "/"))
        for count in parts.indices.dropFirst() {
            let folder = Array(parts[..<count].joined(separator: [UInt8(ascii: "/")]))
            if !selection(folder, true) { return false }
        }
        return selection(path, row.kind == .folder)
    }

    /// The path below the folder.
    private func relative(_ row: TransferRow) -> [UInt8]? {
        guard let base, let path = RemotePath(href: row.remote), path.isInside(base) else { return nil }
        return Array(path.components.dropFirst(base.components.count).joined(separator: [UInt8(ascii: "/")]))
    }
}
