import HearthClient

extension TransferEngine {
    /// Rows that a lane reads at a time: enough that the queue is asked seldom, few enough to cost nothing.
    private static let page = 64

    /// The next record of a lane, now at work; waits for one.
    ///
    /// - Returns: nil when nothing is left to be done at all.
    func next(_ lane: TransferLane) async -> (TransferRow, TransferMeter)? {
        while let current = drive, !current.roots.isEmpty || current.pendingLeases > 0 {
            if network.kind != .none {
                if let row = takeBuffered(lane) {
                    let meter = TransferMeter(row)
                    drive?.flights[row.id] = Drive.Flight(
                        root: row.root,
                        lane: lane,
                        meter: meter,
                        isStream: row.kind == .stream
                    )
                    drive?.roots[row.root]?.inFlight += 1
                    if row.pid == nil, row.kind != .folder { drive?.singles.inFlight += 1 }
                    return (row, meter)
                }
                if await refill(lane) { continue }
            }
            await withCheckedContinuation { continuation in
                // Nothing has happened since the look: no await lies between.
                drive?.lanes[lane]?.waiting.append(continuation)
                if drive == nil { continuation.resume() }
            }
        }
        wake()
        return nil
    }

    /// Lets every worker look again.
    func wake() {
        for lane in Drive.working {
            let waiting = drive?.lanes[lane]?.waiting ?? []
            drive?.lanes[lane]?.waiting = []
            for worker in waiting { worker.resume() }
        }
    }

    private func takeBuffered(_ lane: TransferLane) -> TransferRow? {
        while let row = drive?.lanes[lane]?.buffer.popLast() {
            // Removed, stopped or taken since it was read.
            guard let root = drive?.roots[row.root], root.stop == nil, drive?.flights[row.id] == nil else {
                continue
            }
            return row
        }
        return nil
    }

    /// Reads the next rows of a lane.
    ///
    /// - Returns: whether it is worth looking again at once.
    private func refill(_ lane: TransferLane) async -> Bool {
        guard let state = drive?.lanes[lane], !state.isRefilling else { return false }
        guard let source = source(for: lane) else { return false }
        drive?.lanes[lane]?.isRefilling = true
        let rows: [TransferRow]
        do throws(TransferError) {
            rows = try await read(source, lane)
        } catch {
            drive?.lanes[lane]?.isRefilling = false
            // The queue itself cannot be read: whoever waits hears of it.
            await fail(error)
            return true
        }
        drive?.lanes[lane]?.isRefilling = false
        note(rows, source, lane)
        buffer(rows, lane)
        if rows.isEmpty { await settleIdle() }
        wake()
        return true
    }

    /// Puts rows behind those that wait in memory, each once.
    ///
    /// What ended while the queue was read is left out: it was read as it had been. Should it wait again by now, the
    /// lane was set back with it, and it is read once more.
    private func buffer(_ rows: [TransferRow], _ lane: TransferLane) {
        guard let drive else { return }
        let known = Set(drive.lanes[lane]?.buffer.map(\.id) ?? [])
        let fresh = rows.filter {
            !known.contains($0.id) && !drive.ended.contains($0.id) && drive.flights[$0.id] == nil
        }
        self.drive?.lanes[lane]?.buffer.insert(contentsOf: fresh.reversed(), at: 0)
        if !drive.lanes.values.contains(where: \.isRefilling) { self.drive?.ended = [] }
    }

    /// Where rows come from.
    private enum Source {
        /// What was ordered by itself, from a record on.
        case singles(after: Int64)
        /// The children of a folder or group, from a record on.
        case children(TransferID, after: Int64)
    }

    private func source(for lane: TransferLane) -> Source? {
        guard let drive else { return nil }
        // Folders first: their children wait longest.
        for id in drive.parents {
            guard let root = drive.roots[id], root.stop == nil, !root.exhausted.contains(lane) else {
                continue
            }
            return .children(id, after: root.cursors[lane] ?? 0)
        }
        guard let state = drive.lanes[lane], !state.isExhausted else { return nil }
        return .singles(after: state.after)
    }

    private func read(_ source: Source, _ lane: TransferLane) async throws(TransferError) -> [TransferRow] {
        switch source {
        case .singles(let after):
            try await store.turns(leasedTo: drive?.runner ?? 0, lane, after: after, limit: Self.page)
        case .children(let id, let after):
            try await store.turns(of: id, lane, after: after, limit: Self.page)
        }
    }

    private func note(_ rows: [TransferRow], _ source: Source, _ lane: TransferLane) {
        let last = rows.last?.id.rawValue
        let isLast = rows.count < Self.page
        switch source {
        case .singles(let after):
            // Somebody set it back while we read: then what follows is read again.
            guard drive?.lanes[lane]?.after == after else { return }
            drive?.lanes[lane]?.after = last ?? after
            drive?.lanes[lane]?.isExhausted = isLast
        case .children(let id, let after):
            guard drive?.roots[id]?.cursors[lane] ?? 0 == after else { return }
            drive?.roots[id]?.cursors[lane] = last ?? after
            if isLast { drive?.roots[id]?.exhausted.insert(lane) }
        }
    }

    /// Looks again at a lane of a root, from the beginning.
    func rewind(_ root: TransferID, _ lane: TransferLane) {
        guard let found = drive?.roots[root] else { return }
        if found.hasChildren {
            drive?.roots[root]?.cursors[lane] = 0
            drive?.roots[root]?.exhausted.remove(lane)
        }
        if lane == .folder || !found.hasChildren { rewind(lane, to: root.rawValue - 1) }
    }
}
