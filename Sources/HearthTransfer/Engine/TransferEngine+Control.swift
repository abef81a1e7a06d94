public import HearthClient

extension TransferEngine {
    // MARK: Looking

    /// What was ordered, oldest first, with the speed of what runs here.
    public func records(
        _ filter: TransferFilter = TransferFilter()
    ) async throws(TransferError) -> [TransferRecord] {
        live(try await store.records(filter))
    }

    /// The children of a folder or group, oldest first, with the speed of what runs here.
    ///
    /// - Parameters:
    ///   - id: the folder or group.
    ///   - after: children after this one.
    ///   - limit: at most so many.
    /// - Returns: a page.
    /// - Throws: ``TransferError/Code/store``.
    public func children(
        of id: TransferID,
        after: TransferID? = nil,
        limit: Int = 1_000
    ) async throws(TransferError) -> [TransferRecord] {
        live(try await store.children(of: id, after: after, limit: limit))
    }

    private func live(_ records: [TransferRecord]) -> [TransferRecord] {
        records.map { record in
            var record = record
            if let flight = drive?.flights[record.id] {
                if record.status != .preparing { record.status = .running }
                record.transferred = flight.meter.transferred
                record.size = flight.meter.size ?? record.size
                record.speed = Int64(flight.gauge.speed)
            } else if let drive, drive.roots[record.id] != nil {
                record.speed = drive.flights.values.filter { $0.root == record.id }
                    .reduce(0) { $0 + Int64($1.gauge.speed) }
            }
            return record
        }
    }

    // MARK: Pausing and going on

    /// Pauses a record; a folder as a whole.
    ///
    /// What another process works on stops there within a second.
    public func pause(_ id: TransferID) async throws(TransferError) {
        let row = try await existing(id)
        if drive?.roots[row.root] != nil {
            await stopHere(row, .pause)
        } else if try await store.isLeased(id) {
            try await store.wish(.pause, for: id)
        } else {
            try await store.pauseNow(id)
        }
    }

    /// Puts a record that was paused or stopped back into the queue; a folder with its paused children.
    ///
    /// The bytes go on with the next ``run(_:)``, or at once where a run of its folder is under way.
    public func resume(_ id: TransferID) async throws(TransferError) {
        try await requeue(id, retrying: false)
    }

    /// Puts a record that failed back into the queue; a folder with its failed and paused children.
    public func retry(_ id: TransferID) async throws(TransferError) {
        try await requeue(id, retrying: true)
    }

    private func requeue(_ id: TransferID, retrying: Bool) async throws(TransferError) {
        let row = try await existing(id)
        pausedForCost.remove(id)
        try await store.requeue(id, retrying: retrying)
        for lane in Drive.working { rewind(row.root, lane) }
        wake()
    }

    /// Takes the failed children of a folder off its list, so that the rest counts as done.
    public func ignoreFailures(_ id: TransferID) async throws(TransferError) {
        _ = try await existing(id)
        try await store.ignoreFailures(id)
        for lane in Drive.working { rewind(id, lane) }
        wake()
    }

    /// Removes a record with its children: an unfinished upload is dropped on the server, an unfinished download's
    /// temporary file removed.
    ///
    /// Finished files stay where they are.
    ///
    /// What another process works on is stopped and removed there within a second.
    public func remove(_ id: TransferID) async throws(TransferError) {
        let row = try await existing(id)
        if drive?.roots[row.root] != nil {
            await stopHere(row, .remove)
        } else if try await store.isLeased(id) {
            try await store.wish(.remove, for: id)
        } else {
            try await removeNow(id)
        }
    }

    /// Pauses everything that waits or runs.
    ///
    /// - Parameters:
    ///   - area: of one area, or of all.
    ///   - direction: in one direction, or in both.
    /// - Throws: ``TransferError/Code/store``.
    public func pauseAll(area: String? = nil, direction: TransferDirection? = nil) async throws(TransferError)
    {
        for id in try await store.roots([.waiting, .running, .preparing], area: area, direction: direction) {
            try await pause(id)
        }
    }

    /// Puts everything that is paused back into the queue.
    ///
    /// - Parameters:
    ///   - area: of one area, or of all.
    ///   - direction: in one direction, or in both.
    /// - Throws: ``TransferError/Code/store``.
    public func resumeAll(
        area: String? = nil,
        direction: TransferDirection? = nil
    ) async throws(TransferError) {
        for id in try await store.roots([.paused], area: area, direction: direction) { try await resume(id) }
    }

    /// Takes finished records off the list; no file is touched.
    ///
    /// - Returns: how many there were.
    @discardableResult
    public func clearFinished(
        _ direction: TransferDirection? = nil,
        area: String? = nil
    ) async throws(TransferError) -> Int {
        try await store.clearFinished(direction, area: area)
    }

    private func existing(_ id: TransferID) async throws(TransferError) -> TransferRow {
        guard let row = try await store.row(id) else { throw TransferError(.unknownRecord, "\(id)") }
        return row
    }

    /// Stops what this engine works on: a root, or one child of it.
    func stopHere(_ row: TransferRow, _ reason: Drive.Stop) async {
        if row.pid == nil { return await stop(row.id, reason) }
        if let flight = drive?.flights[row.id] {
            drive?.flights[row.id]?.stop = reason
            flight.task?.cancel()
            return
        }
        for lane in Drive.working { drive?.lanes[lane]?.buffer.removeAll { $0.id == row.id } }
        switch reason {
        case .remove:
            await release(row)
            try? await store.delete(row.id)
        default: try? await store.pauseNow(row.id)
        }
        for lane in Drive.working { rewind(row.root, lane) }
        wake()
    }

    // MARK: Removing

    /// Removes a record that nobody works on.
    func removeNow(_ id: TransferID) async throws(TransferError) {
        guard let row = try await store.row(id) else { return }
        await release(row)
        var last: Int64 = 0
        while row.pid == nil {
            let holders = try await store.holdings(of: id, after: last, limit: 100)
            for holder in holders where holder.id != id { await release(holder) }
            guard let end = holders.last?.id.rawValue else { break }
            last = end
        }
        try await store.delete(id)
        filters[id] = nil
        streams[id] = nil
    }

    /// Gives up what an unfinished record holds: the upload there, the temporary file here.
    ///
    /// A server that cannot be reached forgets the upload by itself, after a week.
    func release(_ row: TransferRow) async {
        guard row.status != .finished else { return }
        let isFetched = row.direction == .download && row.kind == .file
        if let part = row.part ?? (isFetched ? PartFile.name(for: row, in: store.queueID) : nil) {
            let path = row.local.parent.appending(part)
            try? await work.run { () throws(TransferError) in try LocalTree.remove(path) }
        }
        guard row.direction == .upload, row.uploadID != nil || row.hash != nil else { return }
        guard let remote = try? await remote(row.area) else { return }
        await FileUpload.drop(row, remote)
    }

    // MARK: Network

    /// Is told how this device is connected.
    ///
    /// Without a network everything that runs waits, but for streams, which cannot begin anew: they try on. On an
    /// expensive one it is paused if the configuration says so, and goes on when that is over. Every other change lets
    /// idle connections go.
    public func networkChanged(_ path: NetworkPath) async {
        let old = network
        network = path
        if path.kind == .none {
            for (id, flight) in drive?.flights ?? [:] where !flight.isStream {
                if flight.stop == nil { drive?.flights[id]?.stop = .wait }
                flight.task?.cancel()
            }
            return
        }
        if old.kind == .none || old != path {
            for remote in remotes.values {
                if let remote = try? await remote.value { await remote.provider.transport.reset() }
            }
        }
        if path.isExpensive, configuration.onExpensive == .pause {
            for id in drive?.roots.keys.map({ $0 }) ?? [] {
                pausedForCost.insert(id)
                await stop(id, .pause)
            }
        } else if !path.isExpensive {
            let ids = pausedForCost
            pausedForCost = []
            for id in ids { try? await store.requeue(id, retrying: false) }
        }
        wake()
    }
}
