import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth backup run`.
struct BackupRunning {
    /// Seconds that a single run waits for files that are being written.
    private static let patience = 20.0

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() async throws -> ExitCode {
        let every = try context.parsed.value("every").map { text throws(CommandError) in
            try TimeSpan.read(text, "every")
        }
        let isWatching = context.parsed.flag("watch")
        if every != nil, !isWatching {
            throw CommandError(.usage, "--every 需要 --watch", "--every needs --watch")
        }
        let store = try await BackupCommand.store(context)
        let all = try await store.sets()
        var sets = context.parsed.positionals.isEmpty ? all : []
        for text in context.parsed.positionals {
            guard let set = all.first(where: { String($0.id) == text }) else {
                throw BackupCommand.unknown(text)
            }
            sets.append(set)
        }
        guard !sets.isEmpty else {
            throw CommandError(
                .notFound,
                "没有备份",
                "there are no backups",
                hint: Phrase("用 hearth backup add 添加。", "'hearth backup add DIR --to PATH' makes one.")
            )
        }
        let engine = try await context.engine(try TransferOptions(context).configuration)
        let runs = sets.map { BackupRun(engine: engine, store: store, set: $0) }
        if isWatching { return try await watch(zip(sets, runs).map { ($0, $1) }, every ?? 3_600) }
        let watcher = MirrorTalk.watch(engine, context.output)
        defer { watcher?.cancel() }
        var codes: [ExitCode] = []
        for (set, run) in zip(sets, runs) { codes.append(try await once(set, run)) }
        context.output.status(nil)
        return codes.count == 1
            ? codes[0] : CommandError.exit(for: codes.filter { $0 != .done }, outOf: codes.count)
    }

    // MARK: Once

    private func once(_ set: BackupSet, _ run: BackupRun) async throws -> ExitCode {
        let failures = FailureList()
        do throws(TransferError) {
            let (outcome, _) = try await run.run(patience: Self.patience) { event in
                if case .failed(_, let failure) = event { failures.add(failure.exit) }
                tell(event, set)
            }
            for stop in outcome.stops where !context.output.isJSON {
                context.output.complain(stop.commandError)
            }
            let code = MirrorTalk.exit(failures.codes, stops: outcome.stops, outOf: outcome.files)
            summarise(outcome, set, code)
            return code
        } catch {
            if Task.isCancelled { throw MirrorTalk.error(error) }
            let told = MirrorTalk.error(error)
            context.output.complain(told.about(context.output.name(set.local.description)))
            return told.exit
        }
    }

    private func tell(_ event: BackupRun.Event, _ set: BackupSet) {
        switch event {
        case .sent(let path, let size):
            let text = String(decoding: path, as: UTF8.self)
            context.output.object { writer in
                writer.key("event")
                writer.string("sent")
                writer.key("backup")
                writer.int(set.id)
                writer.key("path")
                writer.string(text)
                writer.key("size")
                writer.int(size)
            }
            let line = "\(context.output.name(text))  \(Amount.bytes(size))"
            if context.output.errors.isTerminal {
                context.output.detail(Phrase(line, line))
            } else {
                context.output.say(Phrase(line, line))
            }
        case .failed(let path, let failure):
            MirrorTalk.failed(String(decoding: path, as: UTF8.self), failure, context)
        }
    }

    private func summarise(_ outcome: BackupOutcome, _ set: BackupSet, _ code: ExitCode) {
        context.output.object { writer in
            writer.key("event")
            writer.string("summary")
            writer.key("backup")
            writer.int(set.id)
            BackupListing.write(outcome, to: &writer)
            writer.key("seconds")
            writer.double((outcome.seconds * 1_000).rounded() / 1_000)
            writer.key("exit")
            writer.int(Int(code.rawValue))
        }
        let words = BackupListing.words(outcome)
        let name = context.output.name(set.local.description)
        context.output.say(Phrase("\(name)：\(words.chinese)", "\(name): \(words.english)"))
    }

    // MARK: Watching

    private func watch(_ runs: [(BackupSet, BackupRun)], _ every: Double) async throws -> ExitCode {
        let failure: TransferError? = await withTaskGroup(of: TransferError?.self) { group in
            for (set, run) in runs {
                let watch = BackupWatch(run: run, watcher: InotifyWatcher(), every: every) { tell($0, set) }
                group.addTask {
                    do throws(TransferError) {
                        try await watch.start()
                        return nil
                    } catch {
                        return error
                    }
                }
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
        if let failure { throw MirrorTalk.error(failure) }
        return .interrupted
    }

    private func tell(_ event: BackupWatch.Event, _ set: BackupSet) {
        let name = context.output.name(set.local.description)
        switch event {
        case .run(let event): tell(event, set)
        case .ran(let outcome):
            guard outcome.sent > 0 || outcome.failed > 0 || outcome.hashed > 0 else { return }
            summarise(outcome, set, outcome.isComplete ? .done : .someFailed)
        case .watching:
            context.output.object { writer in
                writer.key("event")
                writer.string("watching")
                writer.key("backup")
                writer.int(set.id)
            }
            context.output.say(Phrase("\(name)：监视中", "\(name): watching"))
        case .delayed(let error, let seconds):
            let told = MirrorTalk.error(error)
            context.output.object { writer in
                writer.key("event")
                writer.string("delayed")
                writer.key("backup")
                writer.int(set.id)
                writer.key("kind")
                writer.string(told.exit.word)
                writer.key("message")
                writer.string(told.phrase.text(context.language))
                writer.key("seconds")
                writer.double(seconds)
            }
            let wait = Amount.duration(seconds)
            if !context.output.isJSON {
                context.output.note(
                    Phrase(
                        "\(name)：\(told.phrase.chinese)；\(wait) 后重试",
                        "\(name): \(told.phrase.english) Trying again in \(wait)."
                    )
                )
            }
        case .limited(let reason):
            context.output.note(
                Phrase(
                    "\(name)：无法监视全部内容（\(reason)），其余按计划检查",
                    "\(name): not everything can be watched (\(reason)); the schedule finds the rest"
                )
            )
        }
    }
}
