import HearthClient
import HearthWire

/// Sends one file of this machine, from wherever it stands, to its end.
struct FileUpload: Sendable {
    let context: TransferContext

    /// What made the sending begin anew.
    enum Restart: Error {
        /// The source is not what it was.
        case sourceChanged
        /// The server does not know the upload any more.
        case uploadLost
        /// What ends the transfer.
        case failed(TransferError)
    }

    /// Sends.
    ///
    /// - Returns: the record as it is when the file is in its place.
    /// - Throws: ``TransferError``; the record in the queue then holds what can be resumed.
    func run(_ row: TransferRow) async throws(TransferError) -> TransferRow {
        var row = row
        var changes = 0
        var losses = 0
        while true {
            do throws(Restart) {
                return try await once(&row)
            } catch {
                switch error {
                case .failed(let error): throw error
                case .sourceChanged:
                    changes += 1
                    await dropUpload(&row)
                    // Other bytes than those that were ordered do not become right by waiting.
                    guard row.orderedHash == nil, changes <= context.configuration.restarts else {
                        throw TransferError(.sourceChanged, row.local.description)
                    }
                    // Whoever writes to it may be about to end.
                    try await context.pause(min(4, 0.5 * Double(1 << (changes - 1))))
                case .uploadLost:
                    losses += 1
                    row.uploadID = nil
                    row.blocks = nil
                    row.transferred = 0
                    context.meter.setSafe(0)
                    try await context.save(row)
                    guard losses <= context.configuration.restarts else {
                        throw TransferError(ClientError(.server(code: .notFound, reason: "")))
                    }
                }
            }
        }
    }

    /// Drops the unfinished upload there; that it fails does not matter, the server forgets it by itself.
    func dropUpload(_ row: inout TransferRow) async {
        let old = row
        row.uploadID = nil
        row.blocks = nil
        row.source = nil
        row.hash = nil
        row.transferred = 0
        context.meter.setSafe(0)
        try? await context.save(row)
        await Self.drop(old, context.remote)
    }

    /// Seconds that the server has for forgetting an upload: it does so by itself, later.
    private static let dropTime = 5.0

    /// Removes what a server holds of an unfinished upload, also for a transfer that was cancelled.
    static func drop(_ row: TransferRow, _ remote: TransferRemote) async {
        // Owned by this call, which waits for it; a task of its own, because the caller's may be cancelled.
        await Task {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await forget(row, remote) }
                group.addTask { try? await Task.sleep(for: .seconds(dropTime)) }
                await group.next()
                group.cancelAll()
            }
        }.value
    }

    private static func forget(_ row: TransferRow, _ remote: TransferRemote) async {
        guard let path = RemotePath(href: row.remote) else { return }
        if let id = row.uploadID {
            try? await remote.cancelUpload(id, path)
        } else if remote.family != .hearth, row.transferred > 0, let hash = row.hash {
            try? await remote.dropUpload(hash, path)
        }
    }

    /// Whether the name is taken: the answer to an upload does not tell whose bytes are there now.
    private func isTaken(_ door: UploadDoor) async throws(Restart) -> Bool {
        do throws(TransferError) {
            return try await door.isTaken()
        } catch {
            throw .failed(error)
        }
    }

    private func once(_ row: inout TransferRow) async throws(Restart) -> TransferRow {
        let path = row.local
        let follows = row.flags.contains(.followsLinks)
        let file: LocalFile
        let facts: FileFacts
        let remotePath: RemotePath
        do throws(TransferError) {
            remotePath = try context.path(of: row)
            (file, facts) = try await context.work.run { () throws(TransferError) -> (LocalFile, FileFacts) in
                let file = try LocalFile.read(path, followsLinks: follows)
                return (file, try file.facts())
            }
            guard facts.kind == .regular else { throw TransferError(.notRegular, path.description) }
        } catch {
            throw .failed(error)
        }
        if let source = row.source, source != facts.identity { await dropUpload(&row) }
        row.source = facts.identity
        row.size = facts.size
        if !row.flags.contains(.isTimeOrdered) { row.modified = facts.modified }
        context.meter.setSize(facts.size)
        let door = UploadDoor(context: context, file: file, facts: facts, path: remotePath)
        let resource: WireResource?
        if context.remote.family != .hearth {
            resource = try await door.sendByForms(&row)
        } else if row.conflict == .skip, row.uploadID == nil, try await isTaken(door) {
            resource = nil
        } else if row.uploadID == nil, door.fitsOneRequest, !row.flags.contains(.isEncrypted) {
            resource = try await door.sendWhole(&row)
        } else {
            resource = try await door.sendInChunks(&row)
        }
        row.status = .finished
        row.transferred = facts.size
        row.uploadID = nil
        row.blocks = nil
        row.failure = nil
        guard let resource else {
            row.verification = .none
            row.flags.insert(.isSkipped)
            return row
        }
        row.verification = .hash
        // A file that was left alone is hardly of the same length and time.
        if row.conflict == .skip,
            resource.size != facts.size || resource.modified != row.modified ?? resource.modified
        {
            row.flags.insert(.isSkipped)
            row.verification = .none
        }
        if resource.href == nil, !resource.name.isEmpty { row.name = Array(resource.name.utf8) }
        return row
    }
}
