import HearthArguments
import HearthClient
import HearthWire

/// `hearth cp` and `hearth mv`: within one home, done by its server.
enum CopyCommand {
    static let copy = command(.copy, "cp", ["copy"], "Copy files and folders within a home.")
    static let move = command(
        .move,
        "mv",
        ["move", "rename"],
        "Move or rename files and folders within a home."
    )

    private static func command(
        _ action: CopyOrMove.Action,
        _ name: String,
        _ aliases: [String],
        _ summary: String
    ) -> ClientCommand {
        let spec = CommandSpec(
            name: name,
            aliases: aliases,
            summary: summary,
            discussion: """
                A target that ends in a slash or is a folder means into it; otherwise it is the new name. The server \
                does the work; nothing travels through this computer. Between homes use get and put.
                """,
            group: ClientCommands.Group.files,
            options: [CommonSpecs.conflict("fail"), CommonSpecs.dryRun],
            arguments: [
                CommonSpecs.remote("What.", isRepeated: true, name: "SOURCE"),
                CommonSpecs.remote("Where to.", name: "TARGET"),
            ]
        )
        return ClientCommand(spec) { context in try await Transferring(context, action).run() }
    }
}

private struct Transferring {
    let context: CommandContext
    let action: CopyOrMove.Action
    let rule: WireConflictRule

    init(_ context: CommandContext, _ action: CopyOrMove.Action) {
        self.context = context
        self.action = action
        rule = context.parsed.value("on-conflict").flatMap(WireConflictRule.init(rawValue:)) ?? .fail
    }

    func run() async throws -> ExitCode {
        let given = context.parsed.positionals
        let target = try await context.remote(given[given.count - 1])
        guard target.path != .home else {
            throw CommandError(.usage, "目标必须在某个文件夹中", "the target lies in a folder, not beside all of them")
        }
        let there = try await target.drive.entry(at: target.path)
        let isInto = target.name.isInto || there?.kind == .directory
        if target.name.isInto, there?.kind != .directory {
            throw CommandError(.notFound, "目标文件夹不存在", "the target folder is not there").about(
                target.name.text
            )
        }
        guard isInto || given.count == 2 else {
            throw CommandError(
                .usage,
                "多个来源时目标必须是文件夹",
                "with several sources the target is a folder"
            ).about(target.name.text)
        }
        var batch = Batch(context)
        for text in given.dropLast() {
            try await batch.perform(text) {
                let source = try await context.remote(text)
                try await transfer(source, target, isInto: isInto, there: there)
            }
        }
        return batch.finish()
    }

    private func transfer(
        _ source: RemoteItem,
        _ target: RemoteItem,
        isInto: Bool,
        there: WireResource?
    ) async throws {
        guard source.drive.area.id == target.drive.area.id else {
            throw CommandError(
                .usage,
                "不能在两个家庭之间直接复制：请先 get 再 put",
                "files do not go from home to home directly: get them, then put them"
            )
        }
        guard let name = source.path.name, !source.path.components.isEmpty else {
            throw CommandError(
                .usage,
                "不能复制或移动顶层文件夹",
                "folders at the top cannot be copied or moved; give what is in them"
            )
        }
        guard try await source.drive.entry(at: source.path) != nil else {
            throw CommandError(.notFound, "不存在", "there is no such file or folder")
        }
        let folder = isInto ? target.path : target.path.parent ?? target.path
        let newName = isInto ? name : target.path.name ?? name
        if context.parsed.flag("dry-run") {
            let place = await target.drive.text(folder)
            context.output.line(
                "\(context.output.name(source.name.text)) -> \(context.output.name(place + "/" + newName))"
            )
            return
        }
        let isRenamed = !isInto && source.path.lastComponent != target.path.lastComponent
        var result: RemotePath
        if !isRenamed {
            result = try await put(source, into: folder, rule)
        } else {
            if there != nil {
                switch rule {
                case .fail: throw CommandError(ClientError(.server(code: .nameInUse, reason: "")))
                case .skip: return
                case .replace, .rename: break
                }
            }
            result = try await renamed(
                source,
                folder,
                newName,
                replaces: there != nil && rule == .replace ? target.path : nil
            )
        }
        report(source, result, await source.drive.text(result))
    }

    /// Another name: in the same folder one step, elsewhere under a free name first, which then becomes the new one.
    private func renamed(
        _ source: RemoteItem,
        _ folder: RemotePath,
        _ newName: String,
        replaces: RemotePath?
    ) async throws -> RemotePath {
        let drive = source.drive
        var moved = source.path
        if action == .copy || source.path.parent != folder {
            moved = try await put(source, into: folder, .rename)
        }
        if let replaces {
            let started = try await drive.call(DeleteResources([replaces]))
            try await TaskWaiter(drive, context.output).wait(for: started.taskID)
        }
        let reply = try await drive.call(Rename(moved, to: newName))
        return reply.resource.flatMap { RemotePath($0) } ?? folder.appending(newName) ?? moved
    }

    /// Copies or moves into a folder.
    ///
    /// - Returns: where it lies now.
    private func put(
        _ source: RemoteItem,
        into folder: RemotePath,
        _ rule: WireConflictRule
    ) async throws -> RemotePath {
        let target = CopyOrMove(
            action,
            .paths([source.path]),
            into: folder,
            onConflict: rule,
            prefersTask: true
        )
        var outcome = try await source.drive.call(target)
        if !outcome.taskID.isEmpty {
            let ended = try await TaskWaiter(source.drive, context.output).wait(for: outcome.taskID)
            outcome = ended?.result ?? outcome
        }
        let entry = outcome.resources.first
        let path = entry?.href.flatMap { RemotePath(href: $0) } ?? entry.flatMap { RemotePath($0.path) }
        return path ?? folder.appending(source.path.lastComponent ?? []) ?? folder
    }

    private func report(_ source: RemoteItem, _ result: RemotePath, _ remote: String) {
        context.output.detail(Phrase("\(source.name.text) -> \(remote)", "\(source.name.text) -> \(remote)"))
        context.output.object { writer in
            writer.key(action == .copy ? "copied" : "moved")
            writer.string(source.name.text)
            writer.key("remote")
            writer.string(remote)
            writer.key("path")
            writer.string(result.text)
        }
    }
}
