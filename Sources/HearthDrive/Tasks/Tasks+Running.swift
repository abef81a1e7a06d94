import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire

/// Taking one task from the queue, working on it and writing down how it ended.
extension Tasks {
    /// What became of one look at the queue.
    enum Step: Sendable {
        /// A task was worked on.
        case worked
        /// The queue is empty.
        case idle
        /// The database did not answer; the task, if there is one, is taken up again.
        case failed
    }

    /// How a run ended.
    private enum Outcome: Sendable {
        case done(String)
        case failed(code: WireCode, argument: String?)
        /// The server stops: the row stays as it is.
        case stopped
    }

    /// Seconds for which a row belongs to this process unless it says so again.
    private static let lease: Int64 = 60

    /// Works on the next task, if there is one.
    func step() async -> Step {
        await working.withLock {
            if Task.isCancelled { return .idle }
            do {
                guard let row = try await claim() else { return .idle }
                let (outcome, progress) = await work(on: row)
                try await settle(row, outcome, progress)
                return .worked
            } catch {
                if (error as? SQLError)?.code != .closed {
                    log.error("the task queue could not be read or written", ["error": .string("\(error)")])
                }
                return .failed
            }
        }
    }

    /// The oldest task that waits, or whose process no longer works on it.
    private func claim() async throws -> TaskRow? {
        let (now, process) = (clock.now, process)
        return try await database.write { session in
            let waiting = try session.query(
                "SELECT \(TaskRow.columns) FROM tasks WHERE state = 'queued' OR (state = 'running' AND "
                    + "(leased_by IS NULL OR leased_by = ? OR leased_until < ?)) ORDER BY id LIMIT 5",
                process,
                now
            )
            // A topic that only a newer program knows waits for that program.
            guard let row = try waiting.lazy.compactMap({ try TaskRow(row: $0) }).first else { return nil }
            try session.run(
                "UPDATE tasks SET state = 'running', leased_by = ?, leased_until = ?, updated = ?, "
                    + "bytes_done = 0, bytes_total = 0, items_done = 0, items_total = 0 WHERE id = ?",
                process,
                now + Self.lease,
                now,
                row.id
            )
            return row
        }
    }

    private func work(on row: TaskRow) async -> (Outcome, TaskRun.Progress) {
        guard let worker = worker(for: row.topic) else {
            log.error("nobody works on this kind of task", ["task": .string(row.taskID)])
            return (.failed(code: .internalError, argument: nil), TaskRun.Progress())
        }
        let run = TaskRun(row) { [self] in try await save($0, row) }
        return await withTaskCancellationHandler {
            async let _: Void = tick(run, row)
            return (await outcome(of: run, worker), run.progress)
        } onCancel: {
            run.stop()
        }
    }

    private func outcome(of run: TaskRun, _ worker: any TaskWorker) async -> Outcome {
        do {
            return .done(try await worker.run(run))
        } catch {
            // Whatever the work met on its way out, a stop is no failure: the next run finds out.
            if run.isStopped || Task.isCancelled { return .stopped }
            let failure =
                error as? DriveError ?? (error as? StorageError).map { DriveError($0) }
                ?? DriveError((error as? SQLError)?.code == .full ? .noSpace : .internalError, cause: error)
            let fields: KeyValuePairs<String, LogValue> = [
                "task": .string(run.taskID), "code": .int(Int64(failure.code.rawValue)),
                "error": .string("\(error)"),
            ]
            if failure.code == .internalError {
                log.error("a task failed unexpectedly", fields)
            } else {
                log.warning("a task failed", fields)
            }
            return .failed(code: failure.code, argument: failure.argument)
        }
    }

    /// Writes progress down once a second where there is some, and renews the lease in time.
    private func tick(_ run: TaskRun, _ row: TaskRow) async {
        var written = TaskRun.Progress()
        var round = 0
        while (try? await Task.sleep(for: .seconds(1))) != nil {
            round += 1
            let progress = run.progress
            if progress == written, round % 20 != 0 { continue }
            do {
                guard try await write(progress, row) else {
                    log.error("a task was taken over by another server", ["task": .string(row.taskID)])
                    return run.stop()
                }
                written = progress
            } catch {
                // The lease outlasts two missed renewals; the next round tries again.
                log.warning("the progress of a task could not be stored", ["task": .string(row.taskID)])
            }
        }
    }

    /// False when the row is not ours any more.
    private func write(_ progress: TaskRun.Progress, _ row: TaskRow) async throws -> Bool {
        let (now, process) = (clock.now, process)
        return try await database.write { session in
            try session.run(
                "UPDATE tasks SET bytes_done = ?, bytes_total = ?, items_done = ?, items_total = ?, updated = ?, "
                    + "leased_until = ? WHERE id = ? AND state = 'running' AND leased_by = ?",
                progress.bytesDone,
                progress.bytesTotal,
                progress.itemsDone,
                progress.itemsTotal,
                now,
                now + Self.lease,
                row.id,
                process
            ) > 0
        }
    }

    private func save(_ checkpoint: String, _ row: TaskRow) async throws {
        let (now, process) = (clock.now, process)
        let isOurs = try await database.write { session in
            try session.run(
                "UPDATE tasks SET checkpoint = ?, updated = ?, leased_until = ? WHERE id = ? AND leased_by = ?",
                checkpoint,
                now,
                now + Self.lease,
                row.id,
                process
            ) > 0
        }
        if !isOurs { throw CancellationError() }
    }

    private func settle(_ row: TaskRow, _ outcome: Outcome, _ progress: TaskRun.Progress) async throws {
        let (now, process) = (clock.now, process)
        let (state, code, argument, result): (TaskRow.State, Int, String?, String) =
            switch outcome {
            case .stopped: (.running, 0, nil, "")
            case .failed(let code, let argument): (.failed, code.rawValue, argument, "")
            case .done(let result): (.done, 0, nil, result)
            }
        try await database.write { session in
            // The checkpoint of a task that ended well is of no use, and may be long.
            _ = try session.run(
                "UPDATE tasks SET state = ?1, code = ?2, argument = ?3, result = ?4, "
                    + "checkpoint = CASE WHEN ?1 = 'done' THEN '' ELSE checkpoint END, bytes_done = ?5, "
                    + "bytes_total = ?6, items_done = ?7, items_total = ?8, updated = ?9, leased_by = NULL, "
                    + "leased_until = 0 WHERE id = ?10 AND leased_by = ?11",
                state.rawValue,
                code,
                argument,
                result,
                progress.bytesDone,
                progress.bytesTotal,
                progress.itemsDone,
                progress.itemsTotal,
                now,
                row.id,
                process
            )
        }
    }
}
