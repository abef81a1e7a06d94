import HearthClient
package import HearthTransfer
import HearthWire

/// Runs orders in the foreground: shows how far they are, tells what came of them, and takes what is done off the queue.
package struct TransferRun {
    /// An order, and what the person calls its two ends.
    package struct Order: Sendable {
        /// The record.
        package var id: TransferID
        /// As it was given, or where it goes.
        package var local: String
        /// As a person writes it.
        package var remote: String
        /// Which way.
        package var direction: TransferDirection

        /// Takes the parts as they are.
        package init(id: TransferID, local: String, remote: String, direction: TransferDirection) {
            self.id = id
            self.local = local
            self.remote = remote
            self.direction = direction
        }
    }

    private let context: CommandContext
    private let engine: TransferEngine

    /// Takes where to show things, and what moves the bytes.
    package init(_ context: CommandContext, _ engine: TransferEngine) {
        self.context = context
        self.engine = engine
    }

    /// Runs orders to their ends.
    ///
    /// - Parameters:
    ///   - orders: what was ordered.
    ///   - unchanged: files that were left out because the other side has them.
    ///   - earlier: exit codes of what could not be ordered at all.
    ///   - isOurs: whether nobody else takes the orders off the queue when they are done.
    /// - Returns: the exit code.
    /// - Throws: ``CommandError`` where the queue itself fails.
    package func run(
        _ orders: [Order],
        unchanged: Int = 0,
        earlier: [ExitCode] = [],
        isOurs: Bool = true
    ) async throws(CommandError) -> ExitCode {
        let outcome: RunOutcome
        let watcher = MirrorTalk.watch(engine, context.output)
        do throws(TransferError) {
            outcome = try await engine.run(orders.map(\.id))
            watcher?.cancel()
        } catch {
            watcher?.cancel()
            throw CommandError(error)
        }
        context.output.status(nil)
        var earlier = earlier
        for order in orders {
            guard await !report(order), isOurs else { continue }
            earlier.append(.someFailed)
            context.output.complain(
                CommandError(.someFailed, "传输已被移除", "the transfer was removed from the queue")
                    .about(context.output.name(order.direction == .upload ? order.local : order.remote))
            )
        }
        for left in outcome.leftOut { tell(left, isFailure: false) }
        for failure in outcome.failures { tell(failure, isFailure: true) }
        let code = code(outcome, earlier, unchanged)
        summarise(outcome, unchanged: unchanged, code)
        return code
    }

    // MARK: Telling

    /// Tells what became of one order, and takes it off the queue when it is done.
    ///
    /// - Returns: false when somebody has removed it.
    private func report(_ order: Order) async -> Bool {
        guard let record = try? await engine.store.record(order.id) else { return Task.isCancelled }
        let output = context.output
        let isUp = order.direction == .upload
        output.object { writer in
            writer.key("event")
            writer.string("transfer")
            writer.key("id")
            writer.int(order.id.rawValue)
            writer.key("direction")
            writer.string(isUp ? "upload" : "download")
            writer.key("local")
            writer.string(order.local)
            writer.key("remote")
            writer.string(order.remote)
            writer.key("type")
            writer.string(record.kind == .folder ? "folder" : "file")
            writer.key("status")
            writer.string(record.isSkipped ? "skipped" : record.status.word)
            writer.key("size")
            writer.int(record.size ?? record.transferred)
            if let hash = record.hash, record.verification == .hash {
                writer.key("sha256")
                writer.string(hash)
            }
            writer.key("verified")
            writer.string(record.verification.word)
        }
        if record.status == .finished {
            let ends = isUp ? [order.local, order.remote] : [order.remote, order.local]
            let line = ends.map { output.name($0) }.joined(separator: " -> ")
            let note = record.isSkipped ? output.text("（已跳过）", " (skipped)") : ""
            if output.errors.isTerminal {
                output.detail(Phrase(line + note, line + note))
            } else {
                output.say(Phrase(line + note, line + note))
            }
            try? await engine.remove(order.id)
        }
        return true
    }

    private func tell(_ failure: RunOutcome.Failure, isFailure: Bool) {
        let error = failure.failure.commandError
        // A stream has no name here.
        let isNamedHere = failure.direction == .upload && !failure.local.bytes.isEmpty
        let subject = isNamedHere ? failure.local.description : Self.text(failure.remote)
        context.output.object { writer in
            writer.key("event")
            writer.string(isFailure ? "failed" : "left_out")
            writer.key("id")
            writer.int(failure.id.rawValue)
            writer.key("local")
            writer.string(failure.local.description)
            writer.key("path")
            writer.string(Self.text(failure.remote))
            writer.key("kind")
            writer.string(error.exit.word)
            if let code = error.code {
                writer.key("code")
                writer.int(code.rawValue)
            }
            writer.key("message")
            writer.string(error.phrase.text(context.language))
        }
        guard !context.output.isJSON else { return }
        let told = error.about(SafeText.shown(subject))
        if isFailure { context.output.complain(told) } else { context.output.note(told.phrase) }
    }

    private static func text(_ href: String) -> String { RemotePath(href: href)?.text ?? href }

    private func code(_ outcome: RunOutcome, _ earlier: [ExitCode], _ unchanged: Int) -> ExitCode {
        if Task.isCancelled { return .interrupted }
        let failures = outcome.failures.map(\.failure.exit) + earlier
        if let stop = outcome.stops.first { return stop.exit }
        // What somebody removed before it was done is not done.
        if failures.isEmpty { return outcome.isComplete ? .done : .someFailed }
        let total = outcome.finished + outcome.failed + outcome.remaining + earlier.count + unchanged
        return CommandError.exit(for: failures, outOf: max(total, failures.count))
    }

    private func summarise(_ outcome: RunOutcome, unchanged: Int, _ code: ExitCode) {
        let moved = outcome.finished - outcome.skipped
        context.output.object { writer in
            writer.key("event")
            writer.string("summary")
            writer.key("items")
            writer.int(moved)
            writer.key("skipped")
            writer.int(outcome.skipped)
            writer.key("unchanged")
            writer.int(unchanged)
            writer.key("failed")
            writer.int(outcome.failed)
            writer.key("remaining")
            writer.int(outcome.remaining)
            writer.key("bytes")
            writer.int(outcome.bytes)
            writer.key("repeated_bytes")
            writer.int(outcome.repeated)
            writer.key("seconds")
            writer.double((outcome.seconds * 1_000).rounded() / 1_000)
            writer.key("verified_hash")
            writer.int(outcome.verified[.hash] ?? 0)
            writer.key("verified_length")
            writer.int(outcome.verified[.length] ?? 0)
            writer.key("exit")
            writer.int(Int(code.rawValue))
        }
        for stop in outcome.stops where !context.output.isJSON { context.output.complain(stop.commandError) }
        var chinese = ["\(moved) 项"], english = [moved == 1 ? "1 item" : "\(moved) items"]
        let speed = outcome.seconds > 0.05 ? Double(outcome.bytes) / outcome.seconds : 0
        let amount = "\(Amount.bytes(outcome.bytes)) in \(Amount.duration(outcome.seconds))"
        english.append(amount + (speed > 0 ? " (\(Amount.speed(speed)))" : ""))
        chinese.append("\(Amount.bytes(outcome.bytes))，用时 \(Amount.duration(outcome.seconds))")
        func add(_ count: Int, _ zh: String, _ en: String) {
            guard count > 0 else { return }
            chinese.append("\(count) 个\(zh)")
            english.append("\(count) \(en)")
        }
        add(outcome.skipped, "跳过", "skipped")
        add(unchanged, "未变", "unchanged")
        add(outcome.failed, "失败", "failed")
        add(outcome.remaining, "未完成", "left")
        if outcome.verified[.length] ?? 0 > 0 {
            add(outcome.verified[.length] ?? 0, "仅按长度校验", "verified: length")
        }
        context.output.say(Phrase(chinese.joined(separator: "，"), english.joined(separator: ", ")))
        guard outcome.remaining > 0 || outcome.failed > 0 else { return }
        context.output.note(
            outcome.remaining > 0
                ? Phrase("用 hearth transfers run 继续。", "'hearth transfers run' goes on with it.")
                : Phrase(
                    "用 hearth transfers retry 重试，hearth transfers clear 清除。",
                    "'hearth transfers retry' tries again, 'hearth transfers clear --failed' forgets it."
                )
        )
    }
}

extension TransferStatus {
    /// The word for scripts.
    package var word: String {
        switch self {
        case .waiting: "waiting"
        case .running: "running"
        case .paused: "paused"
        case .finished: "finished"
        case .failed: "failed"
        case .preparing: "preparing"
        }
    }
}

extension TransferVerification {
    /// The word for scripts.
    package var word: String {
        switch self {
        case .none: "none"
        case .length: "length"
        case .hash: "sha256"
        }
    }
}
