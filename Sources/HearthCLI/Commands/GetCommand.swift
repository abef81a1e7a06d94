import Glibc
import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth get`: files and folders from a home.
enum GetCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "get",
            aliases: ["download"],
            summary: "Download files and folders.",
            discussion: """
                A target that ends in a slash or is a folder means into it; otherwise it is the new name. Without one it \
                is the working directory. Files that are there with the same size and time are left out; others are \
                replaced unless --on-conflict says otherwise.

                Files appear whole or not at all, with their time. They are checked by SHA-256 where the server knows \
                it, else by length and entity tag; --verify has the server compute it. '-' writes to standard output.
                """,
            group: ClientCommands.Group.files,
            options: TransferOptions.specs + [
                OptionSpec(
                    "verify",
                    group: "Comparison",
                    help: "Check the SHA-256 of every file, also where the server has to compute it."
                )
            ],
            arguments: [
                CommonSpecs.remote("What.", isRepeated: true),
                ArgumentSpec(
                    "LOCAL",
                    isOptional: true,
                    completion: .file,
                    help: "Where to; the working directory when left out."
                ),
            ],
            examples: [
                ExampleSpec("hearth get Family/Photos .", "A folder."),
                ExampleSpec(
                    "hearth get --include '*.{jpg,png}' Family/Photos pictures/",
                    "Some files of a folder."
                ),
            ]
        )
    ) { context in try await Getting(context).run() }
}

private struct Getting {
    let context: CommandContext
    let options: TransferOptions

    init(_ context: CommandContext) throws(CommandError) {
        self.context = context
        options = try TransferOptions(context)
    }

    func run() async throws -> ExitCode {
        let given = context.parsed.positionals
        let remotes = given.count == 1 ? given : Array(given.dropLast())
        let text = given.count == 1 ? "." : given[given.count - 1]
        if text == "-" { return try await stream(remotes) }
        let target = try LocalPlace(text)
        let there = try? LocalEntry.at(target.path)
        let isInto = target.isInto || there?.kind == .folder
        guard isInto || remotes.count == 1 else {
            throw CommandError(.usage, "多个来源时目标必须是文件夹", "with several sources the target is a folder").about(
                text
            )
        }
        if target.isInto, let there, there.kind != .folder {
            throw CommandError(.clash, "目标不是文件夹", "the target is no folder").about(text)
        }
        let engine = try await context.engine(options.configuration)
        var known: [String: KnownTransfers] = [:]
        var plan = TransferPlan<DownloadOrder>(.download)
        for text in remotes {
            do throws(CommandError) {
                let item = try await context.remote(text)
                let area = item.drive.area.id
                let queue: KnownTransfers
                if let one = known[area] {
                    queue = one
                } else {
                    queue = try await KnownTransfers(engine, area: area)
                    known[area] = queue
                }
                try await order(item, target, isInto: isInto, queue, &plan)
            } catch {
                if error.exit.endsAll { throw error }
                plan.failures.append(error.exit)
                context.output.complain(error.about(context.output.name(text)))
            }
        }
        if options.isDryRun {
            context.output.say(Phrase("共 \(plan.planned) 个文件", "\(plan.planned) files would be downloaded."))
            return CommandError.exit(for: plan.failures, outOf: max(remotes.count, plan.failures.count))
        }
        if plan.isEmpty, !plan.failures.isEmpty, plan.unchanged == 0 {
            return CommandError.exit(for: plan.failures, outOf: plan.failures.count)
        }
        let orders = try await plan.place { orders throws(TransferError) in
            try await engine.download(orders)
        }
        return try await TransferRun(context, engine).run(
            orders,
            unchanged: plan.unchanged,
            earlier: plan.failures
        )
    }

    private func order(
        _ item: RemoteItem,
        _ target: LocalPlace,
        isInto: Bool,
        _ known: KnownTransfers,
        _ plan: inout TransferPlan<DownloadOrder>
    ) async throws(CommandError) {
        guard item.path != .home else {
            throw CommandError(.usage, "请指定一个文件夹", "say which folder: all of them together have no name")
        }
        guard let entry = try await item.drive.entry(at: item.path) else {
            throw CommandError(.notFound, "不存在", "there is no such file or folder")
        }
        // A root is named by the server: nothing of it may lead elsewhere.
        let own = entry.name.replacing("/", with: "_")
        let name = item.path.lastComponent ?? Array((["", ".", ".."].contains(own) ? "folder" : own).utf8)
        let local = isInto ? target.local.appending(name) : target.local
        let path = ByteText.text(local.bytes)
        let given = isInto ? Self.join(target.text, ByteText.text(name)) : target.text
        let shown = await item.drive.text(item.path)
        if !options.isDryRun {
            try await known.wait(.download, local: local, remote: item.path, context.output)
        }
        let here = try? LocalEntry.at(path)
        var selection: (@Sendable ([UInt8], Bool) -> Bool)?
        let isFolder = entry.kind == .directory
        let same = SameFiles(item.drive, options.comparison)
        if isFolder {
            if let here, here.kind != .folder {
                throw CommandError(.clash, "本地已有同名文件", "a file of that name is here").about(given)
            }
            let needsTree =
                options.isDryRun || !options.filter.keepsEmptyFolders
                || (options.comparison != .none && here != nil)
            var found: Set<[UInt8]> = []
            // Where files are chosen, a folder without one of them is not made.
            var chosen: Set<[UInt8]>?
            if needsTree {
                let tree = try await RemoteTree(item.drive, item.path, filter: options.filter)
                for (below, file) in tree.files.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
                    let text = ByteText.text(below)
                    if let mine = try? LocalEntry.at(path + "/" + text), mine.kind == .file,
                        try await same.isSame(path + "/" + text, mine, file)
                    {
                        found.insert(below)
                    } else if options.isDryRun {
                        let (local, remote) = (given + "/" + text, shown + "/" + text)
                        plan.say(local: local, remote: remote, size: file.size, context.output)
                    }
                }
                plan.unchanged += found.count
                if options.isDryRun { return }
                if !options.filter.keepsEmptyFolders {
                    chosen = NameFilter.folders(above: tree.files.keys.filter { !found.contains($0) })
                }
                let hasFolders = tree.folders.allSatisfy { below in
                    let here = try? LocalEntry.at(path + "/" + ByteText.text(below))
                    return here?.kind == .folder
                }
                if here != nil, found.count == tree.files.count,
                    hasFolders || !options.filter.keepsEmptyFolders
                {
                    return
                }
            }
            let filter = options.filter
            if !filter.isEmpty || !found.isEmpty {
                let unchanged = found
                let folders = chosen
                selection = { path, isFolder in
                    if isFolder, let folders { return folders.contains(path) }
                    let text = ByteText.text(path)
                    return isFolder
                        ? filter.enters(folder: text) : filter.takes(file: text) && !unchanged.contains(path)
                }
            }
        } else {
            let file = RemoteTree.File(size: entry.size, modified: entry.modified, path: item.path)
            if let here, here.kind == .file, try await same.isSame(path, here, file) {
                plan.unchanged += 1
                return
            }
            if options.isDryRun {
                return plan.say(local: given, remote: shown, size: entry.size, context.output)
            }
        }
        var order = DownloadOrder(
            area: item.drive.area.id,
            remote: item.path,
            local: local,
            isFolder: isFolder,
            conflict: options.conflict,
            user: item.drive.area.userID
        )
        if !isFolder {
            order.size = entry.size
            order.modified = entry.modified
        }
        order.isIncluded = selection
        let id = try await known.resumed(order, context.output)
        plan.add(order, known: id, local: given, remote: shown)
    }

    private static func join(_ folder: String, _ name: String) -> String {
        folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    // MARK: Standard output

    private func stream(_ remotes: [String]) async throws -> ExitCode {
        guard !context.output.isJSON else {
            throw CommandError(.usage, "--json 不能用于标准输出", "--json and standard output exclude each other")
        }
        var batch = Batch(context)
        for text in remotes {
            try await batch.perform(text) {
                let item = try await context.remote(text)
                guard !item.path.components.isEmpty else {
                    throw CommandError(.usage, "这是文件夹", "this is a folder")
                }
                let stream = FileStream(item.drive, item.path)
                try await stream.write { piece throws(CommandError) in try context.output.raw(piece) }
            }
        }
        return batch.finish()
    }
}
