import HearthClient

extension TransferEngine {
    /// Looks four times a second for what other processes want, and shows that this one is alive.
    func watch() async {
        var beats = 0
        while !Task.isCancelled {
            do { try await clock.sleep(0.25) } catch { return }
            guard let runner = drive?.runner else { return }
            beats += 1
            do throws(TransferError) {
                if beats % 20 == 0, try await !store.beat(runner) {
                    // Taken for dead, by a process that now works on what was ours.
                    return await fail(TransferError(.leased))
                }
                if try await store.hasForeignChange() { try await honour(runner) }
            } catch {
                return await fail(error)
            }
        }
    }

    private func honour(_ runner: Int64) async throws(TransferError) {
        for (id, _, wish) in try await store.wishes(for: runner) {
            guard let row = try await store.row(id) else { continue }
            try await store.wish(.none, for: id)
            await stopHere(row, wish == .remove ? .remove : .pause)
        }
        // Somebody may have put children back: look again from the beginning.
        for id in drive?.parents ?? [] {
            for lane in Drive.working { rewind(id, lane) }
        }
        wake()
    }

    /// Tells the progress ten times a second.
    func tick() async {
        while !Task.isCancelled {
            do { try await clock.sleep(0.1) } catch { return }
            guard drive != nil else { return }
            let now = clock.elapsed()
            for (id, flight) in drive?.flights ?? [:] {
                drive?.flights[id]?.gauge.note(flight.meter.moved, at: now)
            }
            let moved = (drive?.moved ?? 0) + (drive?.flights.values.reduce(0) { $0 + $1.meter.moved } ?? 0)
            drive?.gauge.note(moved, at: now)
            if feed.isWatched { feed.send(await currentProgress()) }
        }
    }

    /// How far everything is that runs here.
    func currentProgress() async -> TransferProgress {
        var progress = TransferProgress()
        guard let drive else { return progress }
        progress.files = drive.singles.files
        progress.finished = drive.singles.finished
        progress.failed = drive.singles.failed
        progress.size = drive.singles.size
        progress.transferred = drive.singles.transferred
        let running = drive.flights.sorted { $0.key < $1.key }
        let meters = running.map { $0.value.meter }
        let sums = try? await store.sums(of: drive.parents, meters)
        for row in sums?.rows ?? [] {
            progress.files += row.children.total
            progress.finished += row.children.finished
            progress.failed += row.children.failed
            progress.size += row.size ?? 0
            progress.transferred += row.transferred
            if row.lane == .folder { progress.isPreparing = true }
        }
        for ((id, flight), counted) in zip(running, sums?.counted ?? meters.map(\.counted)) {
            if flight.lane == .folder {
                progress.isPreparing = true
                continue
            }
            progress.transferred += max(0, flight.meter.transferred - counted)
            progress.items.append(
                TransferProgress.Item(
                    id: id,
                    direction: flight.meter.direction,
                    name: flight.meter.name,
                    size: flight.meter.size,
                    transferred: flight.meter.transferred,
                    speed: Int64(flight.gauge.speed)
                )
            )
        }
        progress.speed = Int64(drive.gauge.speed)
        progress.isOffline = network.kind == .none
        return progress
    }
}
