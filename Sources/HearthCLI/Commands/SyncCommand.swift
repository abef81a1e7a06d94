import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth sync`: makes one folder like another, in one direction.
enum SyncCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "sync",
            summary: "Make a folder like another one, in one direction.",
            discussion: """
                Uploads what differs or is missing at REMOTE; with --from-remote it is the other way round: the first \
                argument is then REMOTE, the second LOCAL. Files of the same size and time are left alone. What the \
                target has and the source has not stays, unless --delete is given.

                With --delete nothing goes before everything else went well, and never below a folder of the source \
                that could not be read; a source without files deletes nothing without --force. What the filters leave \
                out is left alone on both sides.
                """,
            group: ClientCommands.Group.copies,
            options: [
                OptionSpec("from-remote", help: "Download: REMOTE first, then LOCAL."),
                OptionSpec("delete", help: "Delete at the target what the source does not have."),
                OptionSpec(
                    "max-delete",
                    value: "NUMBER",
                    help: "Do nothing at all when more files and folders than this would be deleted."
                ),
                OptionSpec("force", help: "Delete even if the source holds no files."),
            ] + MirrorPair.filters + CommonSpecs.transfer + [CommonSpecs.dryRun],
            arguments: [
                ArgumentSpec("SOURCE", completion: .fileOrDynamic("remote"), help: "The folder that counts."),
                ArgumentSpec(
                    "TARGET",
                    completion: .fileOrDynamic("remote"),
                    help: "The folder that becomes like it."
                ),
            ],
            examples: [
                ExampleSpec("hearth sync ~/Pictures Family/Pictures", "Upload what is new or changed."),
                ExampleSpec(
                    "hearth sync --delete --dry-run ~/Pictures Family/Pictures",
                    "See what would be done."
                ),
                ExampleSpec(
                    "hearth sync --from-remote Family/Pictures ~/Pictures",
                    "Download what is new or changed."
                ),
            ]
        )
    ) { context in try await run(context) }

    private static func run(_ context: CommandContext) async throws -> ExitCode {
        let parsed = context.parsed
        let isDown = parsed.flag("from-remote")
        let pair = try await MirrorPair(
            local: context.argument(isDown ? 1 : 0),
            remote: context.argument(isDown ? 0 : 1),
            context
        )
        var order = await pair.order(isDown ? .download : .upload)
        order.deletes = parsed.flag("delete")
        order.maxDeletions = try context.number("max-delete", in: 0...1_000_000_000)
        order.isForced = parsed.flag("force")
        if !order.deletes, order.maxDeletions != nil || order.isForced {
            throw CommandError(
                .usage,
                "--max-delete 和 --force 需要 --delete",
                "--max-delete and --force need --delete"
            )
        }
        let mirror = Mirror(engine: pair.engine, order: order)
        do throws(TransferError) {
            let plan = try await mirror.plan()
            for problem in plan.leftOut { MirrorTalk.leftOut(problem, context) }
            try mirror.check(plan)
            if pair.options.isDryRun { return say(plan, isDown, context) }
            let watcher = MirrorTalk.watch(pair.engine, context.output)
            defer { watcher?.cancel() }
            let failures = FailureList()
            let outcome = try await mirror.perform(plan) { event in
                if case .failed(_, let failure) = event { failures.add(MirrorTalk.error(failure).exit) }
                tell(event, isDown, context)
            }
            watcher?.cancel()
            context.output.status(nil)
            return finish(outcome, failures.codes, context)
        } catch {
            throw MirrorTalk.error(error)
        }
    }

    // MARK: Telling

    private static func tell(_ event: MirrorEvent, _ isDown: Bool, _ context: CommandContext) {
        switch event {
        case .madeFolder(let entry): tell("made_folder", "建文件夹", "folder", entry, context)
        case .copied(let entry, let isReplacement):
            let (chinese, english) =
                switch (isDown, isReplacement) {
                case (false, false): ("上传", "upload")
                case (false, true): ("替换", "replace")
                case (true, false): ("下载", "download")
                case (true, true): ("替换", "replace")
                }
            tell(isReplacement ? "replaced" : "copied", chinese, english, entry, context)
        case .deleted(let deletion): tell("deleted", "删除", "delete", deletion.entry, context)
        case .failed(let path, let failure):
            MirrorTalk.failed(String(decoding: path, as: UTF8.self), failure, context)
        }
    }

    private static func tell(
        _ event: String,
        _ chinese: String,
        _ english: String,
        _ entry: TreeEntry,
        isPlan: Bool = false,
        _ context: CommandContext
    ) {
        let output = context.output
        output.object { writer in
            writer.key("event")
            writer.string(isPlan ? "planned" : event)
            if isPlan {
                writer.key("action")
                writer.string(event)
            }
            writer.key("path")
            writer.string(entry.text)
            writer.key("type")
            writer.string(entry.kind == .folder ? "folder" : "file")
            writer.key("size")
            writer.int(entry.size)
        }
        let slash = entry.kind == .folder ? "/" : ""
        let size = entry.kind == .file && event != "deleted" ? "  \(Amount.bytes(entry.size))" : ""
        let line = "\(output.text(chinese, english)) \(output.name(entry.text))\(slash)\(size)"
        if isPlan {
            output.line(line)
        } else if output.errors.isTerminal {
            output.detail(Phrase(line, line))
        } else {
            output.say(Phrase(line, line))
        }
    }

    private static func say(_ plan: MirrorPlan, _ isDown: Bool, _ context: CommandContext) -> ExitCode {
        let (chinese, english) = isDown ? ("下载", "download") : ("上传", "upload")
        for problem in plan.problems {
            MirrorTalk.failed(problem.text, TransferFailure(problem.error), context)
        }
        for obstacle in plan.obstacles {
            let failure = TransferFailure(code: .inTheWay, detail: obstacle.reason.rawValue)
            MirrorTalk.failed(obstacle.entry.text, failure, context)
        }
        let folders = plan.clashes.map(\.entry).filter { $0.kind == .folder } + plan.laterFolders
        let files = plan.clashes.map(\.entry).filter { $0.kind == .file } + plan.laterCopies
        func tell(_ event: String, _ zh: String, _ en: String, _ entry: TreeEntry) {
            Self.tell(event, zh, en, entry, isPlan: true, context)
        }
        for entry in plan.folders { tell("made_folder", "建文件夹", "folder", entry) }
        for entry in plan.copies { tell("copied", chinese, english, entry) }
        for entry in plan.replacements { tell("replaced", "替换", "replace", entry) }
        for clash in plan.clashes { tell("deleted", "删除", "delete", clash.deletion.entry) }
        for entry in folders { tell("made_folder", "建文件夹", "folder", entry) }
        for entry in files { tell("copied", chinese, english, entry) }
        for deletion in plan.deletions { tell("deleted", "删除", "delete", deletion.entry) }
        var outcome = MirrorOutcome()
        outcome.copied = plan.copies.count + plan.replacements.count + files.count
        outcome.replaced = plan.replacements.count
        outcome.madeFolders = plan.folders.count + folders.count
        outcome.deleted = plan.deletionCount
        outcome.equal = plan.equal
        outcome.kept = plan.kept
        outcome.bytes = plan.bytes
        outcome.failed = plan.problems.count + plan.obstacles.count
        let failures =
            plan.problems.map { CommandError($0.error).exit } + plan.obstacles.map { _ in ExitCode.clash }
        return finish(outcome, failures, context, isPlan: true)
    }

    private static func finish(
        _ outcome: MirrorOutcome,
        _ failures: [ExitCode],
        _ context: CommandContext,
        isPlan: Bool = false
    ) -> ExitCode {
        let code = MirrorTalk.exit(
            failures,
            stops: outcome.stops,
            outOf: outcome.copied + outcome.equal + outcome.deleted + outcome.failed
        )
        for stop in outcome.stops where !context.output.isJSON { context.output.complain(stop.commandError) }
        context.output.object { writer in
            writer.key("event")
            writer.string("summary")
            writer.key("dry_run")
            writer.bool(isPlan)
            for (key, value) in [
                ("copied", outcome.copied), ("replaced", outcome.replaced), ("folders", outcome.madeFolders),
                ("deleted", outcome.deleted), ("unchanged", outcome.equal), ("kept", outcome.kept),
                ("failed", outcome.failed),
            ] {
                writer.key(dynamic: key)
                writer.int(value)
            }
            writer.key("bytes")
            writer.int(outcome.bytes)
            writer.key("seconds")
            writer.double((outcome.seconds * 1_000).rounded() / 1_000)
            writer.key("exit")
            writer.int(Int(code.rawValue))
        }
        let files = MirrorTalk.files(outcome.copied)
        var english = [isPlan ? "\(files) would be copied" : "\(files) copied"]
        var chinese = [isPlan ? "将复制 \(outcome.copied) 个文件" : "已复制 \(outcome.copied) 个文件"]
        english[0] += " (\(Amount.bytes(outcome.bytes)))"
        chinese[0] += "（\(Amount.bytes(outcome.bytes))）"
        func add(_ count: Int, _ zh: String, _ en: String) {
            guard count > 0 else { return }
            chinese.append("\(count) 个\(zh)")
            english.append("\(count) \(en)")
        }
        add(outcome.deleted, isPlan ? "将删除" : "已删除", isPlan ? "would be deleted" : "deleted")
        add(outcome.equal, "未变", "unchanged")
        add(outcome.kept, "保留", "not deleted")
        add(outcome.failed, "失败", "failed")
        context.output.say(Phrase(chinese.joined(separator: "，"), english.joined(separator: ", ")))
        return code
    }
}
