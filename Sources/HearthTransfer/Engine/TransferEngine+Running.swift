import HearthClient

extension TransferEngine {
    /// Works on records until each of them has ended, failed, or was paused.
    ///
    /// Records that another process is at are joined: the call waits for what becomes of them, and takes them over if
    /// that process dies. When the calling task is cancelled, what runs goes back into the queue in a state that can be
    /// resumed, and the outcome says so in ``RunOutcome/remaining``.
    ///
    /// - Parameter ids: what was ordered; nil is everything that waits and that nobody else is at.
    /// - Returns: what it came to.
    /// - Throws: ``TransferError/Code/store``; failures of records are in the outcome.
    @discardableResult
    public func run(_ ids: [TransferID]? = nil) async throws(TransferError) -> RunOutcome {
        let started = clock.elapsed()
        var outcome = RunOutcome()
        var wanted = ids
        while true {
            let grant = try await lease(wanted)
            for id in grant.settled { try await add(id, to: &outcome) }
            if let number = grant.wait { await wait(number, &outcome) }
            guard ids != nil, !grant.elsewhere.isEmpty, !Task.isCancelled else {
                for id in grant.elsewhere { try await add(id, to: &outcome) }
                break
            }
            // What the other process left behind is ours; what it ended is settled in the next round.
            wanted = try await join(grant.elsewhere)
        }
        outcome.seconds = clock.elapsed() - started
        return outcome
    }

    private struct Grant {
        var settled: [TransferID]
        var elsewhere: [TransferID]
        var wait: Int?
    }

    /// Leases records and puts them to work.
    private func lease(_ ids: [TransferID]?) async throws(TransferError) -> Grant {
        let current = try await ensureDrive()
        drive?.pendingLeases += 1
        let grant: LeaseGrant
        do throws(TransferError) {
            grant = try await store.lease(ids, by: current)
        } catch {
            drive?.pendingLeases -= 1
            wake()
            throw error
        }
        drive?.pendingLeases -= 1
        var wanted: Set<TransferID> = []
        for ticket in grant.granted {
            wanted.insert(ticket.id)
            take(ticket)
        }
        // What this engine is at already, on behalf of another call. No await lies between the lease and the wait: what
        // ended in between would be waited for without an end.
        for root in grant.asked.union(ids ?? []) where drive?.roots[root] != nil { wanted.insert(root) }
        var number: Int?
        if !wanted.isEmpty {
            nextWait += 1
            number = nextWait
            waits[nextWait] = Drive.Wait(remaining: wanted)
        }
        wake()
        // What is just ending here is counted by its wait.
        let settled = grant.settled.filter { !wanted.contains($0) }
        return Grant(settled: settled, elsewhere: grant.elsewhere, wait: number)
    }

    private func take(_ ticket: LeaseGrant.Ticket) {
        guard drive?.roots[ticket.id] == nil else { return }
        let root = Drive.Root(
            kind: ticket.kind,
            direction: ticket.direction,
            size: ticket.size,
            safe: ticket.transferred,
            area: ticket.area
        )
        drive?.roots[ticket.id] = root
        if root.hasChildren { drive?.parents.append(ticket.id) }
        if !root.hasChildren {
            drive?.singles.files += 1
            drive?.singles.size += ticket.size
            drive?.singles.transferred += ticket.transferred
        }
        for lane in Drive.working { rewind(lane, to: ticket.id.rawValue - 1) }
    }

    /// Looks again for what was ordered by itself, from a record on.
    func rewind(_ lane: TransferLane, to after: Int64 = 0) {
        guard var state = drive?.lanes[lane] else { return }
        state.after = min(state.after, after)
        state.isExhausted = false
        drive?.lanes[lane] = state
    }

    /// Begins to work where nothing is at work.
    ///
    /// - Returns: the number of the runner, which has not ended.
    /// - Throws: ``TransferError/Code/store``.
    private func ensureDrive() async throws(TransferError) -> Int64 {
        while true {
            if let drive { return drive.runner }
            let task = runner ?? Task { [store] in try await store.beginRunner() }
            runner = task
            let number: Int64
            do {
                number = try await task.value
            } catch {
                if runner == task { runner = nil }
                throw error as? TransferError ?? TransferError(.store)
            }
            // A drive may have begun and ended while we waited, and its number with it: then it is not the one to take.
            guard drive == nil, runner == task else { continue }
            drive = Drive(runner: number)
            start()
            return number
        }
    }

    /// Waits until a call's records have ended.
    private func wait(_ number: Int, _ outcome: inout RunOutcome) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if waits[number]?.remaining.isEmpty ?? true {
                    continuation.resume()
                } else {
                    waits[number]?.continuation = continuation
                }
            }
        } onCancel: {
            // Ends with the records it stops; nobody need wait for it.
            Task { await self.interrupt(wait: number) }
        }
        if let found = waits.removeValue(forKey: number) { outcome.add(found.outcome) }
    }

    /// Puts what a call waits for back into the queue, unless another call waits for it too.
    private func interrupt(wait number: Int) async {
        guard let remaining = waits[number]?.remaining else { return }
        for id in remaining {
            let isShared = waits.contains { $0.key != number && $0.value.remaining.contains(id) }
            if !isShared { await stop(id, .interrupt) }
        }
    }

    /// Waits for records of other processes.
    private func join(_ ids: [TransferID]) async throws(TransferError) -> [TransferID] {
        while !Task.isCancelled {
            var isBusy = false
            for id in ids where try await store.isLeased(id) { isBusy = true }
            if !isBusy { break }
            do { try await clock.sleep(0.25) } catch { break }
        }
        return ids
    }

    /// Adds what has become of a record.
    private func add(_ id: TransferID, to outcome: inout RunOutcome) async throws(TransferError) {
        guard let row = try await store.row(id) else {
            outcome.removed += 1
            return
        }
        outcome.add(try await RunOutcome.of(row, store))
    }

    // MARK: Workers

    /// Begins to work; ends by itself when there is nothing left.
    private func start() {
        // Owned by the drive: it ends when the last root is gone, and cancelling a run stops its roots.
        Task { await self.drain() }
    }

    private var isBusy: Bool { drive.map { !$0.roots.isEmpty || $0.pendingLeases > 0 } ?? false }

    private func drain() async {
        // Both owned by this function.
        let watcher = Task { await self.watch() }
        // Workers that went home while something was added come back.
        repeat {
            let ticker = Task { await self.tick() }
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<max(1, configuration.smallConnections) {
                    group.addTask { await self.serve(.small) }
                }
                for _ in 0..<max(1, configuration.largeFiles) { group.addTask { await self.serve(.large) } }
                for _ in 0..<2 { group.addTask { await self.serve(.folder) } }
            }
            // What it was looking at is older than the end, and is told before it.
            ticker.cancel()
            await ticker.value
            feed.send(await currentProgress())
        } while isBusy
        let ended = drive?.runner
        drive = nil
        runner = nil
        watcher.cancel()
        if let ended { try? await store.endRunner(ended) }
    }

    /// One worker of a lane.
    private func serve(_ lane: TransferLane) async {
        while let (row, meter) = await next(lane) {
            let stream = streams.removeValue(forKey: row.id)
            let selection = filters[row.root]
            let runner = drive?.runner
            // Owned by the flight: stopping it cancels the task.
            let task = Task { () -> Result<TransferRow, TransferError> in
                await self.perform(row, meter, stream, runner, selection)
            }
            drive?.flights[row.id]?.task = task
            // Stopped between its turn and this line.
            if isStopping(row) { task.cancel() }
            await ended(row, await task.value)
        }
    }

    private func isStopping(_ row: TransferRow) -> Bool {
        drive?.flights[row.id]?.stop != nil || drive?.roots[row.root]?.stop != nil
    }
}
