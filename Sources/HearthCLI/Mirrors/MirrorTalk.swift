import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// What `sync`, `check` and `backup` say alike, and `put` and `get` in part.
enum MirrorTalk {
    /// The line at the bottom of a terminal while an engine works; cancel the task to end it.
    static func watch(_ engine: TransferEngine, _ output: Output) -> Task<Void, Never>? {
        guard output.errors.isTerminal, !output.isQuiet, !output.isJSON else { return nil }
        let stream = engine.progress()
        // Owned by the caller, who cancels it.
        return Task {
            for await progress in stream where !Task.isCancelled {
                let line = ProgressLine(
                    done: progress.transferred,
                    total: progress.isPreparing || progress.size == 0 ? nil : progress.size,
                    speed: Double(progress.speed),
                    timeLeft: progress.secondsLeft,
                    files: progress.finished + progress.failed,
                    allFiles: progress.files,
                    name: progress.items.first?.name ?? ""
                )
                output.status { line.text(columns: $0) }
            }
        }
    }

    /// Tells that something failed.
    static func failed(_ path: String, _ failure: TransferFailure, _ context: CommandContext) {
        let error = error(failure)
        context.output.object { writer in
            writer.key("event")
            writer.string("failed")
            writer.key("path")
            writer.string(path)
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
        context.output.complain(error.about(SafeText.shown(path)))
    }

    /// Tells that something is neither file nor folder and stays where it is.
    static func leftOut(_ problem: TreeListing.Problem, _ context: CommandContext) {
        context.output.object { writer in
            writer.key("event")
            writer.string("left_out")
            writer.key("path")
            writer.string(problem.text)
        }
        let shown = SafeText.shown(problem.text)
        context.output.detail(
            Phrase("\(shown)：不是文件或文件夹，已略过", "\(shown): neither a file nor a folder, left out")
        )
    }

    /// What stands in the way, in words.
    static func error(_ failure: TransferFailure) -> CommandError {
        guard failure.code == .inTheWay else { return failure.commandError }
        let phrase =
            switch MirrorPlan.Obstacle.Reason(rawValue: failure.detail) {
            case .folderInTheWay:
                Phrase(
                    "目标处有同名文件夹；--delete 会先删除它",
                    "a folder is in the way; --delete would remove it"
                )
            case .fileInTheWay:
                Phrase("目标处有同名文件；--delete 会先删除它", "a file is in the way; --delete would remove it")
            case .holdsOthers:
                Phrase(
                    "目标处的同名文件夹含有被排除的内容",
                    "a folder is in the way, and it holds what the filters leave out"
                )
            default:
                Phrase("目标处有无法读取的内容", "what lies there cannot be read, or is neither a file nor a folder")
            }
        return CommandError(.clash, phrase)
    }

    /// A failure of the whole, in words.
    static func error(_ error: TransferError) -> CommandError {
        switch error.code {
        case .emptySource:
            CommandError(
                .usage,
                "来源中没有文件，而目标处有 \(error.detail) 项会被删除：未执行",
                "the source holds no files and \(error.detail) items would be deleted: nothing was done",
                hint: Phrase("确实如此请加 --force。", "Give --force if it is meant.")
            )
        case .tooManyDeletions:
            CommandError(
                .usage,
                "将删除 \(error.detail) 项，超过 --max-delete：未执行",
                "\(error.detail) items would be deleted, more than --max-delete allows: nothing was done"
            )
        case .unsupported:
            CommandError(
                .other,
                "这台服务器不提供校验和",
                "this server tells no checksums; compare by size and time instead"
            )
        case .leased:
            CommandError(.clash, "另一个进程正在做同样的事", "another process is at the same work")
        default: CommandError(error)
        }
    }

    /// Which exit code failures come to.
    static func exit(_ failures: [ExitCode], stops: [TransferFailure], outOf total: Int) -> ExitCode {
        if Task.isCancelled { return .interrupted }
        if let stop = stops.first { return stop.exit }
        return CommandError.exit(for: failures, outOf: max(total, failures.count))
    }

    /// `3 files`, `1 file`.
    static func files(_ count: Int) -> String { count == 1 ? "1 file" : "\(count) files" }
}

/// A folder here and one there, as `sync` and `check` take them.
struct MirrorPair {
    let drive: Drive
    let remote: RemotePath
    let place: LocalPlace
    let engine: TransferEngine
    let options: TransferOptions

    /// Looks both up.
    ///
    /// - Parameters:
    ///   - local: the path here.
    ///   - remote: the path there.
    ///   - context: of the command.
    /// - Throws: exit code 3 and others where one of them is not there.
    init(local: String, remote: String, _ context: CommandContext) async throws(CommandError) {
        options = try TransferOptions(context)
        let item = try await context.remote(remote)
        guard item.path != .home else {
            throw CommandError(
                .usage,
                "远程一侧必须是某个文件夹",
                "the remote side is a folder that 'hearth ls' shows, or one in it"
            )
        }
        drive = item.drive
        self.remote = item.path
        place = try LocalPlace(local)
        engine = try await context.engine(options.configuration)
    }

    /// What to mirror, as the engine takes it.
    func order(_ direction: TransferDirection) async -> MirrorOrder {
        var order = MirrorOrder(
            area: drive.area.id,
            local: place.source,
            remote: remote,
            direction: direction
        )
        order.isEncrypted = await drive.isEncrypted(remote)
        switch options.comparison {
        case .size: order.comparison = .size
        case .hash: order.comparison = .checksum
        default: order.comparison = .sizeAndTime
        }
        let filter = options.filter
        if !filter.isEmpty {
            order.selection = TreeSelection(keepsEmptyFolders: filter.keepsEmptyFolders) { path, isFolder in
                let text = ByteText.text(path)
                return isFolder ? filter.enters(folder: text) : filter.takes(file: text)
            }
        }
        return order
    }

    /// The options that ``init(local:remote:_:)`` reads.
    static let filters = CommonSpecs.comparison + CommonSpecs.filters
}
