import HearthClient

/// Lists a folder of this machine into the queue, or makes an empty one there.
struct FolderUpload: Sendable {
    /// Rows written at a time.
    private static let batch = 500

    let context: TransferContext

    func run(_ row: TransferRow) async throws(TransferError) -> TransferRow {
        var row = row
        if row.pid != nil {
            // An empty folder: files make theirs by themselves.
            let path = try context.path(of: row)
            try await Retrier.run(context) { () async throws(ClientError) in
                try await context.remote.makeDirectories(path)
            }
            row.status = .finished
            row.failure = nil
            return row
        }
        try await list(row)
        return row
    }

    /// One directory that is still to be read.
    private struct Pending: Sendable {
        var local: LocalPath
        var remote: RemotePath
        /// Below the folder; empty for the folder itself.
        var relative: [UInt8]
        /// Directories above, for noticing links that lead back; only where links are followed.
        var ancestors: [FileFacts]
    }

    private func list(_ root: TransferRow) async throws(TransferError) {
        let remote = try context.path(of: root)
        var pending = [Pending(local: root.local, remote: remote, relative: [], ancestors: [])]
        var rows: [TransferRow] = []
        while let directory = pending.popLast() {
            if Task.isCancelled { throw TransferError(.cancelled) }
            // Servers of the older doors take no file into a folder that is not there.
            if context.remote.family != .hearth, directory.remote.lastComponent != nil {
                try await Retrier.run(context) { () async throws(ClientError) in
                    try await context.remote.makeDirectory(directory.remote)
                }
            }
            let found = try await context.work.run { () throws(TransferError) in
                try self.read(directory, root)
            }
            rows += found.rows
            pending += found.directories
            if found.rows.isEmpty, found.directories.isEmpty, directory.remote.lastComponent != nil,
                context.remote.family == .hearth
            {
                rows.append(emptyDirectory(directory, root))
            }
            if rows.count >= Self.batch {
                try await context.store.add(rows, to: root.id)
                rows = []
                await context.onChildren()
            }
        }
        if !rows.isEmpty { try await context.store.add(rows, to: root.id) }
        await context.onChildren()
    }

    private func read(
        _ directory: Pending,
        _ root: TransferRow
    ) throws(TransferError) -> (rows: [TransferRow], directories: [Pending]) {
        var rows: [TransferRow] = []
        var directories: [Pending] = []
        let follows = root.flags.contains(.followsLinks)
        let names: [[UInt8]]
        do throws(TransferError) {
            names = try LocalTree.names(in: directory.local)
        } catch  where !directory.relative.isEmpty {
            // One folder that cannot be read is one failure, not the end of the others.
            return ([failed(directory.local, directory.remote, root, error)], [])
        }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
            let local = directory.local.appending(name)
            let relative = directory.relative.isEmpty ? name : directory.relative + [UInt8(ascii: "/")] + name
            guard let remote = directory.remote.appending(name) else { continue }
            let facts: FileFacts?
            do throws(TransferError) {
                let found = try LocalFile.facts(local, followsLinks: follows)
                // A link that leads nowhere is a link all the same.
                facts = found != nil || !follows ? found : try LocalFile.facts(local, followsLinks: false)
            } catch {
                rows.append(failed(local, remote, root, error))
                continue
            }
            // Gone since its directory was read.
            guard let facts else { continue }
            if let isIncluded = context.isIncluded, !isIncluded(relative, facts.kind == .directory) {
                continue
            }
            switch facts.kind {
            case .directory:
                let isLoop = directory.ancestors.contains {
                    $0.device == facts.device && $0.inode == facts.inode
                }
                if isLoop {
                    rows.append(leftOut(local, remote, root, .symbolicLink))
                } else {
                    directories.append(
                        Pending(
                            local: local,
                            remote: remote,
                            relative: relative,
                            ancestors: follows ? directory.ancestors + [facts] : []
                        )
                    )
                }
            case .regular: rows.append(file(local, remote, root, facts))
            case .link: rows.append(leftOut(local, remote, root, .symbolicLink))
            case .other: rows.append(leftOut(local, remote, root, .notRegular))
            }
        }
        // The last of these is read next: names come out in order.
        return (rows, directories.reversed())
    }

    // MARK: Rows

    private func child(
        _ local: LocalPath,
        _ remote: RemotePath,
        _ root: TransferRow,
        _ kind: TransferKind
    ) -> TransferRow {
        var row = TransferRow(
            direction: .upload,
            kind: kind,
            lane: kind == .folder ? .folder : .small,
            area: root.area,
            user: root.user,
            local: local,
            remote: remote.urlPath,
            name: local.name,
            conflict: root.conflict
        )
        row.flags = root.flags.intersection([.followsLinks, .isEncrypted])
        return row
    }

    private func file(
        _ local: LocalPath,
        _ remote: RemotePath,
        _ root: TransferRow,
        _ facts: FileFacts
    ) -> TransferRow {
        var row = child(local, remote, root, .file)
        row.lane = facts.size > context.configuration.largeThreshold ? .large : .small
        row.size = facts.size
        row.modified = facts.modified
        return row
    }

    private func emptyDirectory(_ directory: Pending, _ root: TransferRow) -> TransferRow {
        child(directory.local, directory.remote, root, .folder)
    }

    /// What is reported and not sent.
    private func leftOut(
        _ local: LocalPath,
        _ remote: RemotePath,
        _ root: TransferRow,
        _ code: TransferError.Code
    ) -> TransferRow {
        var row = child(local, remote, root, .file)
        row.status = .finished
        row.flags.insert(.isSkipped)
        row.failure = TransferFailure(code: code, detail: local.description)
        return row
    }

    private func failed(
        _ local: LocalPath,
        _ remote: RemotePath,
        _ root: TransferRow,
        _ error: TransferError
    ) -> TransferRow {
        var row = child(local, remote, root, .file)
        row.status = .failed
        row.failure = TransferFailure(error)
        return row
    }
}
