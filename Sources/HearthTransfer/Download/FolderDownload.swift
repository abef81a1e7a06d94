import HearthClient
import HearthWire

/// Lists a folder of the server into the queue and makes its directories here.
///
/// One directory at a time and page by page: a folder of any size costs the same memory, and a process that dies goes
/// on with the directory it was at.
struct FolderDownload: Sendable {
    let context: TransferContext

    func run(_ row: TransferRow) async throws(TransferError) -> TransferRow {
        var row = row
        let path = try context.path(of: row)
        let local = row.local
        try await context.work.run { () throws(TransferError) in try LocalTree.makeDirectories(local) }
        var cursor: String?
        repeat {
            if Task.isCancelled { throw TransferError(.cancelled) }
            let after = cursor
            let page = try await Retrier.run(context) { () async throws(ClientError) in
                try await context.remote.list(path, after: after)
            }
            let rows = page.entries.compactMap { child($0, of: row, path) }
            if !rows.isEmpty {
                try await context.store.add(rows, to: row.root)
                await context.onChildren()
            }
            cursor = page.next
        } while cursor != nil
        if row.pid != nil {
            row.status = .finished
            row.failure = nil
        }
        await context.onChildren()
        return row
    }

    private func child(_ entry: WireResource, of row: TransferRow, _ directory: RemotePath) -> TransferRow? {
        guard let path = RemotePath(entry) ?? directory.appending(entry.name), let name = path.lastComponent
        else {
            return nil
        }
        let isDirectory = entry.kind == .directory
        let local = row.local.appending(name)
        if let isIncluded = context.isIncluded, let relative = relative(path, row),
            !isIncluded(relative, isDirectory)
        {
            return nil
        }
        var child = TransferRow(
            direction: .download,
            kind: isDirectory ? .folder : .file,
            lane: isDirectory ? .folder : entry.size > context.configuration.largeThreshold ? .large : .small,
            area: row.area,
            user: row.user,
            local: local,
            remote: path.urlPath,
            name: name,
            conflict: row.conflict
        )
        // Original servers tell the length of what they store of an encrypted file, not of the file.
        let isExact = context.remote.family == .hearth || !entry.isEncrypted
        if !isDirectory, isExact { child.size = entry.size }
        if entry.modified > 0 { child.modified = entry.modified }
        // What is chosen below it is chosen by the same code; without that nobody may list it.
        if isDirectory { child.flags = row.flags.intersection([.isFiltered]) }
        return child
    }

    /// The path below what was ordered.
    private func relative(_ path: RemotePath, _ row: TransferRow) -> [UInt8]? {
        guard let base = row.pid == nil ? RemotePath(href: row.remote) : context.base else { return nil }
        guard path.isInside(base) else { return nil }
        return Array(path.components.dropFirst(base.components.count).joined(separator: [UInt8(ascii: "/")]))
    }
}
