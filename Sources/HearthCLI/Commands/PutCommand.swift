import Glibc
import HearthArguments
import HearthClient
import HearthTransfer
import HearthWire

/// `hearth put`: files and folders to a home.
enum PutCommand {
    static let command = ClientCommand(
        CommandSpec(
            name: "put",
            aliases: ["upload"],
            summary: "Upload files and folders.",
            discussion: """
                A target that ends in a slash or is a folder means into it; otherwise it is the new name. Missing folders \
                are made. Files that are there with the same size and time are left out; others are replaced unless \
                --on-conflict says otherwise. Every file is checked by its SHA-256.

                What was interrupted goes on when the same command is given again, or with 'hearth transfers run'. \
                '-' reads standard input; the target is then a file's name.
                """,
            group: ClientCommands.Group.files,
            options: TransferOptions.specs + [
                OptionSpec(
                    "links",
                    short: "L",
                    help: "Follow symbolic links in folders; otherwise they are left out."
                )
            ],
            arguments: [
                ArgumentSpec(
                    "LOCAL",
                    isRepeated: true,
                    completion: .file,
                    help: "A file or folder of this computer; - is standard input."
                ),
                CommonSpecs.remote("Where to."),
            ],
            examples: [
                ExampleSpec("hearth put *.jpg Family/Photos/", "Files into a folder."),
                ExampleSpec(
                    "hearth put --exclude '*.tmp' ~/Documents '~/'",
                    "A folder into the personal folder."
                ),
                ExampleSpec("tar c dir | hearth put - Family/dir.tar", "What another program writes."),
            ]
        )
    ) { context in try await Putting(context).run() }
}

private struct Putting {
    let context: CommandContext
    let options: TransferOptions

    init(_ context: CommandContext) throws(CommandError) {
        self.context = context
        options = try TransferOptions(context)
    }

    func run() async throws -> ExitCode {
        let given = context.parsed.positionals
        let target = try await context.remote(given[given.count - 1])
        let locals = Array(given.dropLast())
        guard target.path != .home else {
            throw CommandError(.usage, "目标必须在某个文件夹中", "the target lies in a folder: see 'hearth ls'")
        }
        if locals.contains("-") { return try await stream(locals, target) }
        let there = try await target.drive.entry(at: target.path)
        let isInto = target.name.isInto || there?.kind == .directory
        guard isInto || locals.count == 1 else {
            throw CommandError(.usage, "多个来源时目标必须是文件夹", "with several sources the target is a folder")
                .about(target.name.text)
        }
        if target.name.isInto, there?.kind == .file {
            throw CommandError(.clash, "目标是文件", "the target is a file").about(target.name.text)
        }
        let engine = try await context.engine(options.configuration)
        let known = try await KnownTransfers(engine, area: target.drive.area.id)
        var plan = TransferPlan<UploadOrder>(.upload)
        for text in locals {
            do throws(CommandError) {
                let place = try LocalPlace(text)
                let remote = try Self.destination(place, target, isInto: isInto)
                let present = isInto ? nil : there
                try await order(place, remote, present, isInto: isInto, target, known, &plan)
            } catch {
                if error.exit.endsAll { throw error }
                plan.failures.append(error.exit)
                context.output.complain(error)
            }
        }
        if options.isDryRun {
            context.output.say(Phrase("共 \(plan.planned) 个文件", "\(plan.planned) files would be uploaded."))
            return CommandError.exit(for: plan.failures, outOf: max(locals.count, plan.failures.count))
        }
        if plan.isEmpty, !plan.failures.isEmpty, plan.unchanged == 0 {
            return CommandError.exit(for: plan.failures, outOf: plan.failures.count)
        }
        let orders = try await plan.place { orders throws(TransferError) in try await engine.upload(orders) }
        return try await TransferRun(context, engine).run(
            orders,
            unchanged: plan.unchanged,
            earlier: plan.failures
        )
    }

    private static func destination(
        _ place: LocalPlace,
        _ target: RemoteItem,
        isInto: Bool
    ) throws(CommandError) -> RemotePath {
        guard isInto else { return target.path }
        guard let path = target.path.appending(ByteText.bytes(place.name)) else {
            throw CommandError(.usage, "没有名称：\(place.text)", "'\(place.text)' has no name to give it there")
        }
        return path
    }

    private func order(
        _ place: LocalPlace,
        _ remote: RemotePath,
        _ present: WireResource?,
        isInto: Bool,
        _ target: RemoteItem,
        _ known: KnownTransfers,
        _ plan: inout TransferPlan<UploadOrder>
    ) async throws(CommandError) {
        let drive = target.drive
        let entry = try LocalEntry.at(place.path)
        guard entry.kind == .file || entry.kind == .folder else {
            throw CommandError(
                .usage,
                "不是文件或文件夹：\(place.text)",
                "'\(place.text)' is neither a file nor a folder"
            )
        }
        let shown = await drive.text(remote)
        // A link that is named itself means what it points to; those below follow --links.
        let isLink = (try? LocalEntry.at(place.path, followsLinks: false))?.kind == .link
        let source = isLink ? place.source : place.local
        if !options.isDryRun {
            try await known.wait(.upload, local: source, remote: remote, context.output)
        }
        // What lies at the very place: looked up only where it matters.
        var there = present
        if isInto, entry.kind == .folder || options.comparison != .none {
            there = try await drive.entry(at: remote)
        }
        var selection: (@Sendable ([UInt8], Bool) -> Bool)?
        if entry.kind == .file {
            if let there, there.kind == .file {
                let file = RemoteTree.File(size: there.size, modified: there.modified, path: remote)
                if try await SameFiles(drive, options.comparison).isSame(place.path, entry, file) {
                    plan.unchanged += 1
                    return
                }
            }
            if options.isDryRun {
                return plan.say(local: place.text, remote: shown, size: entry.size, context.output)
            }
        } else {
            guard let same = try await same(place, remote, there, drive, &plan) else { return }
            if options.isDryRun { return try dryRun(place, shown, same, &plan) }
            let filter = options.filter
            if !filter.isEmpty || !same.isEmpty {
                // Where files are chosen, a folder without one of them is not made.
                let chosen =
                    filter.keepsEmptyFolders ? nil : try Self.folders(of: place, filter, without: same)
                selection = { path, isFolder in
                    if isFolder, let chosen { return chosen.contains(path) }
                    let text = ByteText.text(path)
                    return isFolder
                        ? filter.enters(folder: text) : filter.takes(file: text) && !same.contains(path)
                }
            }
        }
        var order = UploadOrder(
            area: drive.area.id,
            source: .path(source),
            remote: remote,
            conflict: options.conflict
        )
        order.user = drive.area.userID
        order.followsLinks = context.parsed.flag("links")
        order.isEncrypted = await drive.isEncrypted(remote)
        order.isIncluded = selection
        let id = try await known.resumed(order, context.output)
        plan.add(order, known: id, local: place.text, remote: shown)
    }

    /// The folders that hold a file that goes up.
    private static func folders(
        of place: LocalPlace,
        _ filter: NameFilter,
        without same: Set<[UInt8]>
    ) throws(CommandError) -> Set<[UInt8]> {
        var files: [[UInt8]] = []
        try LocalTree(place.path, filter: filter).walk { entry throws(CommandError) in
            let path = ByteText.bytes(entry.path)
            if entry.kind == .file, !same.contains(path) { files.append(path) }
        } problem: { _ in
            // The engine meets it too, and tells.
        }
        return NameFilter.folders(above: files)
    }

    /// The files of a folder that are there already; nil when all of it is, folders included.
    private func same(
        _ place: LocalPlace,
        _ remote: RemotePath,
        _ there: WireResource?,
        _ drive: Drive,
        _ plan: inout TransferPlan<UploadOrder>
    ) async throws(CommandError) -> Set<[UInt8]>? {
        guard options.comparison != .none, there?.kind == .directory else { return [] }
        let tree = try await RemoteTree(drive, remote, filter: options.filter)
        guard !tree.files.isEmpty else { return [] }
        var pairs: [(path: String, entry: LocalEntry, file: RemoteTree.File)] = []
        var missing = 0
        try LocalTree(place.path, filter: options.filter).walk { entry throws(CommandError) in
            let path = ByteText.bytes(entry.path)
            if entry.kind == .file, let file = tree.files[path] {
                pairs.append((place.path + "/" + entry.path, entry, file))
            } else if entry.kind == .file
                || (options.filter.keepsEmptyFolders && !tree.folders.contains(path))
            {
                missing += 1
            }
        } problem: { _ in
            // The engine meets it too, and tells.
            missing += 1
        }
        let same = SameFiles(drive, options.comparison)
        var found: Set<[UInt8]> = []
        for pair in pairs where try await same.isSame(pair.path, pair.entry, pair.file) {
            found.insert(ByteText.bytes(pair.entry.path))
        }
        plan.unchanged += found.count
        return missing == 0 && found.count == pairs.count ? nil : found
    }

    // MARK: Dry run

    private func dryRun(
        _ place: LocalPlace,
        _ remote: String,
        _ same: Set<[UInt8]>,
        _ plan: inout TransferPlan<UploadOrder>
    ) throws(CommandError) {
        var found: [LocalEntry] = []
        try LocalTree(place.path, filter: options.filter).walk { entry throws(CommandError) in
            if entry.kind == .file, !same.contains(ByteText.bytes(entry.path)) { found.append(entry) }
        } problem: { problem in
            context.output.note(problem.error.phrase)
        }
        for entry in found {
            let below = "/" + entry.path
            plan.say(local: place.text + below, remote: remote + below, size: entry.size, context.output)
        }
    }

    // MARK: Standard input

    private func stream(_ locals: [String], _ target: RemoteItem) async throws -> ExitCode {
        guard locals == ["-"] else {
            throw CommandError(.usage, "- 不能与其他来源一起用", "'-' is the only source where it is given")
        }
        guard !target.name.isInto, !target.path.components.isEmpty,
            try await target.drive.entry(at: target.path)?.kind != .directory
        else {
            throw CommandError(
                .usage,
                "标准输入需要文件名，例如 Family/data.bin",
                "standard input needs a file's name as its target, such as Family/data.bin"
            )
        }
        guard !options.isDryRun else { return .done }
        let engine = try await context.engine(options.configuration)
        let shown = await target.drive.text(target.path)
        var order = UploadOrder(
            area: target.drive.area.id,
            source: .descriptor(STDIN_FILENO),
            remote: target.path,
            conflict: options.conflict
        )
        order.user = target.drive.area.userID
        order.isEncrypted = await target.drive.isEncrypted(target.path)
        let id = try await engine.upload(order)
        let run = TransferRun.Order(id: id, local: "-", remote: shown, direction: .upload)
        let code = try await TransferRun(context, engine).run([run])
        // Nobody can go on with a stream whose bytes are gone.
        if code != .done { try? await engine.remove(id) }
        return code
    }
}
