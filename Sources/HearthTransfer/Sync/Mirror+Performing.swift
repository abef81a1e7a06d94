import HearthClient
import HearthWire

extension Mirror {
    /// Told of everything as it is done.
    public typealias Report = @Sendable (MirrorEvent) -> Void

    /// Does a plan.
    ///
    /// - Parameters:
    ///   - plan: of ``plan()``.
    ///   - report: is told of everything as it is done.
    /// - Returns: what came of it; failures of single files are in it.
    /// - Throws: what ``check(_:)`` throws, ``TransferError/Code/leased`` when another process mirrors the same, and
    ///   failures of the queue.
    public func perform(
        _ plan: MirrorPlan,
        report: @escaping Report = { _ in }
    ) async throws(TransferError) -> MirrorOutcome {
        try check(plan)
        let context = try await engine.calls(order.area)
        var run = MirrorRun(mirror: self, context: context, report: report)
        let started = engine.clock.elapsed()
        try await run.perform(plan)
        run.outcome.seconds = engine.clock.elapsed() - started
        return run.outcome
    }
}

/// One performance of a plan.
struct MirrorRun {
    let mirror: Mirror
    let context: TransferContext
    let report: Mirror.Report
    var outcome = MirrorOutcome()

    private var order: MirrorOrder { mirror.order }
    private var isUp: Bool { order.direction == .upload }

    init(mirror: Mirror, context: TransferContext, report: @escaping Mirror.Report) {
        self.mirror = mirror
        self.context = context
        self.report = report
    }

    private var isClean: Bool { outcome.failed == 0 && outcome.stops.isEmpty && !Task.isCancelled }

    mutating func perform(_ plan: MirrorPlan) async throws(TransferError) {
        outcome.equal = plan.equal
        outcome.kept = plan.kept
        let unread = plan.problems.count
        for problem in plan.problems { report(.failed(path: problem.path, TransferFailure(problem.error))) }
        for obstacle in plan.obstacles {
            fail(obstacle.entry.path, TransferFailure(code: .inTheWay, detail: obstacle.reason.rawValue))
        }
        if plan.isTargetMissing { try await makeTop() }
        try await make(plan.folders)
        let replaced = Set(plan.replacements.map(\.path))
        try await move(plan.copies + plan.replacements, replaced)
        // What could not be read keeps nothing back: it is never below what goes.
        guard isClean else {
            outcome.kept += plan.deletionCount
            outcome.failed += unread
            return
        }
        if !plan.clashes.isEmpty {
            for clash in plan.clashes { await delete(clash.deletion) }
            if isClean {
                try await make(plan.clashes.map(\.entry).filter { $0.kind == .folder } + plan.laterFolders)
                try await move(plan.clashes.map(\.entry).filter { $0.kind == .file } + plan.laterCopies, [])
            }
        }
        if isClean {
            try await deleteAll(plan.deletions)
        } else {
            outcome.kept += plan.deletions.reduce(0) { $0 + $1.count }
        }
        outcome.failed += unread
    }

    private mutating func fail(_ path: [UInt8], _ failure: TransferFailure) {
        outcome.failed += 1
        report(.failed(path: path, failure))
    }

    // MARK: Folders

    private func makeTop() async throws(TransferError) {
        if isUp { return try await context.makeFolders(order.remote) }
        let local = order.local
        try await context.work.run { () throws(TransferError) in try LocalTree.makeDirectories(local) }
    }

    /// Makes folders, those of one depth at a time.
    private mutating func make(_ folders: [TreeEntry]) async throws(TransferError) {
        let levels = Dictionary(grouping: folders) { TreePath.depth($0.path) }
        for (_, level) in levels.sorted(by: { $0.key < $1.key }) {
            if Task.isCancelled { throw TransferError(.cancelled) }
            for (entry, result) in await makeLevel(level) {
                switch result {
                case .success:
                    outcome.madeFolders += 1
                    report(.madeFolder(entry))
                case .failure(let error) where error.code == .cancelled: throw error
                case .failure(let error): fail(entry.path, TransferFailure(error))
                }
            }
        }
    }

    private func makeLevel(_ level: [TreeEntry]) async -> [(TreeEntry, Result<Void, TransferError>)] {
        let (context, order, isUp) = (context, order, isUp)
        let make: @Sendable (TreeEntry) async -> (TreeEntry, Result<Void, TransferError>) = { entry in
            do throws(TransferError) {
                if isUp {
                    guard let path = order.remote.below(entry.path) else {
                        throw TransferError(.badName, entry.text)
                    }
                    try await context.makeFolder(path)
                } else {
                    let path = order.local.appending(entry.path)
                    try await context.work.run { () throws(TransferError) in
                        try LocalTree.makeDirectories(path)
                    }
                }
                return (entry, .success(()))
            } catch {
                return (entry, .failure(error))
            }
        }
        return await withTaskGroup(of: (TreeEntry, Result<Void, TransferError>).self) { group in
            var rest = level[...]
            for _ in 0..<8 { if let entry = rest.popFirst() { group.addTask { await make(entry) } } }
            var results: [(TreeEntry, Result<Void, TransferError>)] = []
            for await result in group {
                results.append(result)
                if let entry = rest.popFirst() { group.addTask { await make(entry) } }
            }
            return results
        }
    }

    // MARK: Files

    private mutating func move(_ entries: [TreeEntry], _ replaced: Set<[UInt8]>) async throws(TransferError) {
        let batch = TransferBatch(
            engine: mirror.engine,
            name: "sync \(order.local) \(order.remote)",
            area: order.area,
            direction: order.direction
        )
        var byLocal: [[UInt8]: TreeEntry] = [:]
        for entry in entries { byLocal[order.local.appending(entry.path).bytes] = entry }
        let adopted = try await batch.adopt(wants: {
            byLocal[$0.local.bytes] != nil && $0.conflict == .replace
        })
        guard !entries.isEmpty else {
            if let adopted { try await mirror.engine.remove(adopted) }
            return
        }
        let (engine, order) = (mirror.engine, order)
        var moved: [(TreeEntry, Bool)] = []
        var failures: [([UInt8], TransferFailure)] = []
        let run = try await batch.run(adopting: adopted) { group throws(TransferError) in
            failures += try await Self.order(entries, order, engine, group)
        } ended: { ending throws(TransferError) in
            guard let entry = byLocal[ending.record.local.bytes] else { return }
            if ending.record.status == .finished {
                moved.append((entry, replaced.contains(entry.path)))
            } else if ending.record.status == .failed {
                failures.append((entry.path, ending.error ?? TransferFailure(code: .server)))
            }
        }
        for (entry, isReplacement) in moved {
            outcome.copied += 1
            outcome.replaced += isReplacement ? 1 : 0
            report(.copied(entry, isReplacement: isReplacement))
        }
        outcome.bytes += run.bytes
        outcome.stops += run.stops.filter { !outcome.stops.contains($0) }
        for (path, failure) in failures { fail(path, failure) }
        if Task.isCancelled { throw TransferError(.cancelled) }
        // Paused by somebody: not all is there.
        if run.remaining > 0, run.stops.isEmpty { outcome.failed += run.remaining }
    }

    /// Orders files; what is gone here since the scan is a failure of its own.
    private static func order(
        _ entries: [TreeEntry],
        _ order: MirrorOrder,
        _ engine: TransferEngine,
        _ group: TransferID
    ) async throws(TransferError) -> [([UInt8], TransferFailure)] {
        var failures: [([UInt8], TransferFailure)] = []
        var rest = entries[...]
        while !rest.isEmpty {
            let part = rest.prefix(500)
            rest = rest.dropFirst(500)
            if order.direction == .download {
                _ = try await engine.download(part.compactMap { download($0, order, group) })
                continue
            }
            let orders = part.compactMap { upload($0, order, group) }
            do throws(TransferError) {
                _ = try await engine.upload(orders)
            } catch {
                if error.code == .store { throw error }
                for one in orders {
                    do throws(TransferError) {
                        _ = try await engine.upload(one)
                    } catch {
                        if error.code == .store { throw error }
                        let path = one.remote.components.dropFirst(order.remote.components.count)
                        failures.append(
                            (Array(path.joined(separator: [TreePath.slash])), TransferFailure(error))
                        )
                    }
                }
            }
        }
        return failures
    }

    private static func upload(_ entry: TreeEntry, _ order: MirrorOrder, _ group: TransferID) -> UploadOrder?
    {
        guard let remote = order.remote.below(entry.path) else { return nil }
        let source = UploadSource.path(order.local.appending(entry.path))
        var upload = UploadOrder(area: order.area, source: source, remote: remote, conflict: .replace)
        upload.isEncrypted = order.isEncrypted
        upload.group = group
        return upload
    }

    private static func download(
        _ entry: TreeEntry,
        _ order: MirrorOrder,
        _ group: TransferID
    ) -> DownloadOrder? {
        guard let remote = order.remote.below(entry.path) else { return nil }
        var download = DownloadOrder(
            area: order.area,
            remote: remote,
            local: order.local.appending(entry.path),
            isFolder: false,
            conflict: .replace
        )
        download.size = entry.size
        if entry.modified > 0 { download.modified = entry.modified }
        download.group = group
        return download
    }

    // MARK: Deleting

    private var removal: RemoteRemoval {
        RemoteRemoval(
            context: context,
            top: order.remote,
            knowsEmptyFolders: order.selection.keepsEmptyFolders
        )
    }

    private mutating func deleteAll(_ deletions: [MirrorPlan.Deletion]) async throws(TransferError) {
        if !isUp {
            for deletion in deletions { await delete(deletion) }
            return
        }
        for deletion in deletions where deletion.entry.kind == .folder { await delete(deletion) }
        var files = deletions.filter { $0.entry.kind == .file }[...]
        while !files.isEmpty {
            if Task.isCancelled { throw TransferError(.cancelled) }
            let part = Array(files.prefix(100))
            files = files.dropFirst(100)
            var there: [MirrorPlan.Deletion] = []
            let look = try await removal.look(above: part)
            for deletion in part {
                do throws(TransferError) {
                    if try await removal.isThere(deletion, look) {
                        there.append(deletion)
                    } else {
                        done(deletion)
                    }
                } catch {
                    fail(deletion.entry.path, TransferFailure(error))
                }
            }
            do throws(TransferError) {
                try await context.delete(
                    there.compactMap { order.remote.below($0.entry.path) },
                    areFolders: false
                )
                for deletion in there { done(deletion) }
            } catch {
                // One that cannot go does not keep the others.
                for deletion in there { await delete(deletion) }
            }
        }
    }

    private mutating func done(_ deletion: MirrorPlan.Deletion) {
        outcome.deleted += deletion.count
        report(.deleted(deletion))
    }

    private mutating func delete(_ deletion: MirrorPlan.Deletion) async {
        do throws(TransferError) {
            if isUp {
                guard let path = order.remote.below(deletion.entry.path) else {
                    throw TransferError(.badName, deletion.entry.text)
                }
                if try await removal.isThere(deletion, removal.look(above: [deletion])) {
                    try await context.delete([path], areFolders: deletion.entry.kind == .folder)
                }
            } else {
                let top = order.local
                try await context.work.run { () throws(TransferError) in
                    try LocalRemoval(top: top).remove(deletion)
                }
            }
            done(deletion)
        } catch {
            fail(deletion.entry.path, TransferFailure(error))
        }
    }
}
