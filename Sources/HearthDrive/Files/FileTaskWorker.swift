import HearthConcurrency
import HearthCrypto
import HearthSQL
import HearthStorage
import HearthWire

/// Copies, moves and deletes that were asked for with `Prefer: respond-async`.
struct FileTaskWorker: TaskWorker {
    let files: Files
    let tasks: Tasks

    var topics: [TaskTopic] { [.copyFiles, .moveFiles, .deleteFiles] }

    func run(_ task: TaskRun) async throws -> String {
        let parameters = try await parameters(task.taskID, task.parameters)
        let caller = try await caller(task.user)
        var checkpoint = FileTaskCheckpoint(task.checkpoint)
        try await files.settle(removals: parameters.sources, &checkpoint)
        if let step = checkpoint.pending, step.kind != .mirror {
            // Only the start of a server settles what a kill left; here the last run failed, or only just stopped.
            guard try await files.settle(step, atStart: false, by: task.user) else {
                checkpoint.pending = nil
                return try await run(task, parameters, caller, checkpoint)
            }
            checkpoint.finish(step)
        }
        return try await run(task, parameters, caller, checkpoint)
    }

    private func run(
        _ task: TaskRun,
        _ parameters: FileTaskParameters,
        _ caller: Caller,
        _ checkpoint: FileTaskCheckpoint
    ) async throws -> String {
        let journal = TransferJournal(task, checkpoint)
        if task.topic == .deleteFiles {
            task.expect(bytes: 0, items: Int64(parameters.sources.count))
            task.advance(items: Int64(journal.next))
            try await files.remove(parameters.sources, caller, journal)
        } else {
            let transfer = TransferRun(
                files: files,
                request: TransferRequest(
                    action: task.topic == .copyFiles ? .copy : .move,
                    destination: parameters.destination,
                    selection: .paths([]),
                    conflict: parameters.conflict,
                    expected: parameters.expected
                ),
                sources: parameters.sources,
                caller: caller,
                opener: caller,
                journal: journal
            )
            if journal.next < parameters.sources.count { try await transfer.perform(refusesBusy: false) }
        }
        return journal.checkpoint.result(told: task.topic != .deleteFiles)
    }

    private func parameters(_ taskID: String, _ text: String) async throws -> FileTaskParameters {
        try FileTaskParameters(text, list: try await tasks.list(of: taskID))
    }

    /// Who ordered the task, with today's rights.
    ///
    /// - Throws: 10023 when he is gone or disabled.
    private func caller(_ user: Int) async throws -> Caller {
        let row = try await files.database.read {
            try $0.first("SELECT \(User.columns) FROM users WHERE id = ?", user)
        }
        guard let user = try row.map({ try User(row: $0) }), !user.isDisabled else {
            throw DriveError(.forbidden)
        }
        return Caller(user: user, sessionID: 0, kind: .scope)
    }

    func recover(_ task: TaskRow) async throws -> String? {
        var checkpoint = FileTaskCheckpoint(task.checkpoint)
        if !checkpoint.doomed.isEmpty {
            let sources = try await parameters(task.taskID, task.parameters).sources
            try await files.settle(removals: sources, &checkpoint)
            return checkpoint.text
        }
        guard let step = checkpoint.pending else { return nil }
        if try await files.settle(step, atStart: true, by: task.user) {
            checkpoint.finish(step)
        } else if let parked = step.parked {
            // The copy in `.hearth/arriving` goes on from where it is.
            checkpoint.pending = PendingStep(kind: .mirror, parked: parked)
        } else {
            checkpoint.pending = nil
        }
        return checkpoint.text
    }
}

extension FileTaskCheckpoint {
    /// The pending step happened.
    fileprivate mutating func finish(_ step: PendingStep) {
        if let place = step.place { finish(place) } else { finish() }
    }

    /// The task's result: what was done and, for copies and moves, where the first entries are now.
    fileprivate func result(told: Bool) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("count")
        writer.int(count)
        if told {
            writer.key("resources")
            writer.beginArray()
            for place in places { place.write(to: &writer) }
            writer.endArray()
            writer.key("ended_shares")
            ended.write(to: &writer)
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension PendingStep.Place {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("name")
        writer.string(utf8Bytes: path.last?.bytes ?? [])
        writer.key("path")
        writer.string(utf8Bytes: Array("/s/\(root)/".utf8) + path.bytes)
        writer.endObject()
    }
}
