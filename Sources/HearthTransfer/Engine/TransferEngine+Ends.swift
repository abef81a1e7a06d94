import HearthClient
import HearthWire

extension TransferEngine {
    /// Notes what came of a record's turn.
    func ended(_ row: TransferRow, _ result: Result<TransferRow, TransferError>) async {
        let flight = drive?.flights[row.id]
        let rootStop = drive?.roots[row.root]?.stop
        var last = row
        do throws(TransferError) {
            switch result {
            case .success(let done): last = try await succeeded(done)
            case .failure(let error): last = try await failed(row, error, flight?.stop ?? rootStop)
            }
        } catch {
            await fail(error)
        }
        // The flight stays until here, so that nobody takes the record a second time.
        drive?.flights[row.id] = nil
        if drive?.lanes.values.contains(where: \.isRefilling) == true { drive?.ended.insert(row.id) }
        if let meter = flight?.meter {
            drive?.moved += meter.moved
            drive?.roots[row.root]?.moved += meter.moved
            drive?.roots[row.root]?.repeated += meter.repeated
        }
        if row.pid == nil, row.kind != .folder { drive?.singles.inFlight -= 1 }
        drive?.roots[row.root]?.inFlight -= 1
        await settle(row.root, last)
        wake()
    }

    private func succeeded(_ done: TransferRow) async throws(TransferError) -> TransferRow {
        var done = done
        if done.kind == .folder, done.pid == nil {
            // Its children are known; their turns have come.
            done.lane = .none
            done.status = .running
            try await store.save(done, by: drive?.runner)
            for lane in Drive.working { drive?.roots[done.id]?.exhausted.remove(lane) }
            return done
        }
        try await store.save(done, by: drive?.runner, counting: drive?.flights[done.id]?.meter)
        if done.status == .waiting { rewind(done.root, done.lane) }
        if done.status == .finished {
            if done.pid == nil {
                // Read before: an assignment through `drive?` holds it while its right side is looked at.
                let root = drive?.roots[done.id]
                drive?.singles.finished += 1
                drive?.singles.transferred += done.transferred - (root?.safe ?? 0)
                drive?.singles.size += (done.size ?? 0) - (root?.size ?? 0)
            }
        }
        return done
    }

    private func failed(
        _ row: TransferRow,
        _ error: TransferError,
        _ stop: Drive.Stop?
    ) async throws(TransferError) -> TransferRow {
        // It belongs to another process now, which writes what becomes of it.
        if error.code == .leased {
            await fail(error)
            return row
        }
        // The queue has what can be resumed.
        guard var now = try await store.row(row.id) else { return row }
        let waiting: TransferStatus = now.lane == .folder ? .preparing : .waiting
        if error.code == .cancelled {
            now.status = waiting
            switch stop {
            case .pause where drive?.roots[row.root]?.stop == nil: now.status = .paused
            case .remove where drive?.roots[row.root]?.stop == nil:
                await release(now)
                try await store.delete(now.id)
                return now
            case nil:
                // Cancelled by whoever owns the provider: it ends like a run that is given up.
                await self.stop(row.root, .interrupt)
            default: break
            }
            try await store.save(now, by: drive?.runner)
            rewind(row.root, now.lane)
            return now
        }
        if let halt = Self.halt(error) {
            now.status = waiting
            try await store.save(now, by: drive?.runner)
            await self.halt(row, halt)
            return now
        }
        now.status = .failed
        now.failure = TransferFailure(error)
        try await store.save(now, by: drive?.runner)
        if now.pid == nil { drive?.singles.failed += 1 }
        return now
    }

    /// Failures that end more than one record.
    private static func halt(_ error: TransferError) -> TransferFailure? {
        if error.client?.endsSession == true { return TransferFailure(error) }
        let codes: Set<WireCode> = [
            .unauthorized, .folderPasswordWrong, .noSpace, .partitionTooSmall, .destinationFull,
        ]
        if let code = error.wireCode, codes.contains(code) { return TransferFailure(error) }
        return error.code == .localFull ? TransferFailure(error) : nil
    }

    /// Stops what cannot go on for the same reason.
    private func halt(_ row: TransferRow, _ failure: TransferFailure) async {
        let isSession = failure.wireCode.map {
            [.unauthorized, .cloudLoginRequired, .cloudLoginExpired].contains($0)
        }
        if isSession ?? (failure.code == .server) {
            remotes[row.area] = nil
            for (id, root) in drive?.roots ?? [:] where root.area == row.area {
                await stop(id, .halt(failure))
            }
        } else {
            await stop(row.root, .halt(failure))
        }
    }

    /// Stops a root: what is at work is cancelled, and the rest waits.
    func stop(_ id: TransferID, _ reason: Drive.Stop) async {
        guard let root = drive?.roots[id], root.stop == nil else { return }
        drive?.roots[id]?.stop = reason
        for flight in drive?.flights.values.filter({ $0.root == id }) ?? [] { flight.task?.cancel() }
        if root.inFlight == 0 { await settle(id, nil) }
        wake()
    }

    /// Ends a root when nothing of it is at work or waits.
    private func settle(_ id: TransferID, _ last: TransferRow?) async {
        guard let root = drive?.roots[id], root.inFlight == 0, !root.isEnding else { return }
        do throws(TransferError) {
            if let stop = root.stop { return try await finish(id, stop) }
            if root.hasChildren {
                guard root.exhausted.count == Drive.working.count, !isBuffered(id) else { return }
                return try await settleParent(id)
            }
            guard let last, last.id == id, ![.waiting, .running, .preparing].contains(last.status) else {
                return
            }
            await conclude(id, last)
        } catch {
            await fail(error)
        }
    }

    private func isBuffered(_ root: TransferID) -> Bool {
        drive?.lanes.values.contains { $0.buffer.contains { $0.root == root } } ?? false
    }

    /// Ends a folder or group whose lanes are empty.
    private func settleParent(_ id: TransferID) async throws(TransferError) {
        guard var row = try await store.row(id) else { return await conclude(id, nil) }
        // Not listed yet: its turn comes in the lane of folders.
        if row.lane == .folder, [.waiting, .running, .preparing].contains(row.status) { return }
        let states = try await store.states(of: id)
        guard let root = drive?.roots[id], root.stop == nil, root.inFlight == 0, !root.isEnding else {
            return
        }
        let left = [TransferStatus.waiting, .running, .preparing].reduce(0) { $0 + (states[$1] ?? 0) }
        if left > 0 {
            // Put back by somebody else, or left by a process that died.
            try await store.reopenChildren(of: id)
            for lane in Drive.working { rewind(id, lane) }
            wake()
            return
        }
        let failed = states[.failed] ?? 0
        if row.lane == .folder {
            // Its list broke off: what had been listed is done, and the folder keeps the reason.
            return await conclude(id, row)
        }
        if failed > 0 {
            row.status = .failed
            row.failure = TransferFailure(code: .someFailed, detail: "\(failed)/\(row.children.total)")
        } else {
            row.status = states[.paused] ?? 0 > 0 ? .paused : .finished
            row.failure = nil
        }
        // Workers of all lanes find a folder empty at one moment; the first that writes its end gives the lease back.
        drive?.roots[id]?.isEnding = true
        try await store.save(row, by: drive?.runner)
        filters[id] = nil
        await conclude(id, row)
    }

    /// What was leased and is not found waiting any more: ended, paused or removed by somebody else.
    func settleIdle() async {
        guard let drive else { return }
        for id in drive.parents {
            if let root = drive.roots[id], root.inFlight == 0 { await settle(id, nil) }
        }
        guard drive.singles.inFlight == 0,
            drive.lanes.values.allSatisfy({ $0.isExhausted && $0.buffer.isEmpty })
        else { return }
        for (id, root) in drive.roots where !root.hasChildren && root.inFlight == 0 && root.stop == nil {
            guard let row = try? await store.row(id) else {
                await conclude(id, nil)
                continue
            }
            guard self.drive?.roots[id]?.inFlight == 0 else { continue }
            if [.waiting, .running, .preparing].contains(row.status) {
                rewind(id, row.lane)
                wake()
            } else {
                if let runner = self.drive?.runner { try? await store.putBack(id, by: runner) }
                await conclude(id, row)
            }
        }
    }

    /// Does what a stop is about, once nothing of the root is at work.
    private func finish(_ id: TransferID, _ stop: Drive.Stop) async throws(TransferError) {
        drive?.roots[id]?.isEnding = true
        // Taken for dead by another process: whatever the stop was about, it is not ours to write.
        var isOurs = false
        if let runner = drive?.runner { isOurs = try await store.holds(id, runner) }
        switch stop {
        case _ where !isOurs: break
        case .pause: try await store.pauseNow(id, by: drive?.runner)
        case .interrupt, .wait: if let runner = drive?.runner { try await store.putBack(id, by: runner) }
        case .remove: try await removeNow(id)
        case .halt(let failure):
            if var row = try await store.row(id) {
                let isSession =
                    failure.code == .server && failure.wireCode.map { $0 == .unauthorized } ?? true
                let pauses =
                    isSession || failure.wireCode == .cloudLoginRequired
                    || failure.wireCode == .cloudLoginExpired
                row.status = pauses ? .paused : .failed
                row.failure = failure
                try await store.save(row, by: drive?.runner)
            }
        }
        await conclude(id, try await store.row(id))
    }

    /// Takes a root off the work and tells whoever waits for it.
    ///
    /// The lease went back with what was written of its end; given back here, it might be that of the next round.
    private func conclude(_ id: TransferID, _ row: TransferRow?) async {
        guard let root = drive?.roots.removeValue(forKey: id) else { return }
        if root.hasChildren {
            drive?.parents.removeAll { $0 == id }
            // The progress goes on counting what has ended.
            drive?.singles.files += row?.children.total ?? 0
            drive?.singles.finished += row?.children.finished ?? 0
            drive?.singles.failed += row?.children.failed ?? 0
            drive?.singles.size += row?.size ?? 0
            drive?.singles.transferred += row?.transferred ?? 0
        }
        var part = RunOutcome()
        if let row {
            if let known = try? await RunOutcome.of(row, store) { part = known }
        } else if let found = try? await store.row(id) {
            // Still in the queue, and not done by this run.
            if let known = try? await RunOutcome.of(found, store) { part = known }
        } else {
            part.removed = 1
        }
        part.bytes = root.moved
        part.repeated = root.repeated
        if case .halt(let failure) = root.stop { part.stops = [failure] }
        for (number, wait) in waits where wait.remaining.contains(id) {
            waits[number]?.remaining.remove(id)
            waits[number]?.outcome.add(part)
            if waits[number]?.remaining.isEmpty == true {
                waits[number]?.continuation?.resume()
                waits[number]?.continuation = nil
            }
        }
        wake()
    }

    /// The queue cannot be used: everything stops where it is.
    func fail(_ error: TransferError) async {
        let failure = TransferFailure(error)
        for (id, root) in drive?.roots ?? [:] {
            drive?.roots[id]?.stop = .interrupt
            for flight in drive?.flights.values.filter({ $0.root == id }) ?? [] { flight.task?.cancel() }
            guard root.inFlight == 0 else { continue }
            if let runner = drive?.runner { try? await store.putBack(id, by: runner) }
            await conclude(id, nil)
        }
        for number in waits.keys { waits[number]?.outcome.stops.append(failure) }
        wake()
    }
}
