import HearthClient
import HearthWire

/// Checks a temporary file that is complete, and gives it its name.
struct PartPublisher: Sendable {
    let context: TransferContext
    let path: RemotePath
    let file: LocalFile

    /// Verifies, sets the time, fsyncs and renames, in this order.
    ///
    /// - Returns: the finished record.
    func publish(_ row: TransferRow) async throws(FileDownload.Restart) -> TransferRow {
        var row = row
        if row.verification != .hash {
            if row.hash == nil, context.configuration.verify == .always { row.hash = try await checksum(row) }
            let (file, size, hash) = (file, row.size ?? 0, row.hash)
            let isRight = try await FileDownload.lift { () async throws(TransferError) -> Bool in
                guard let hash else { return true }
                return try await FileHash(file, size: size, available: size).run() == hash
            }
            guard isRight else { throw .corrupt }
            row.verification = hash == nil ? .length : .hash
        }
        var checked = row
        let (name, isSkipped) = try await FileDownload.lift { () async throws(TransferError) in
            try await complete(checked)
            try await note(&checked)
            return try await place(checked)
        }
        if isSkipped { row.flags.insert(.isSkipped) }
        return Self.ended(row, as: isSkipped ? row.local.name : name)
    }

    /// The record of a file that has got its name.
    static func ended(_ row: TransferRow, as name: [UInt8]) -> TransferRow {
        var row = row
        if !row.flags.contains(.isSkipped) { row.local = row.local.parent.appending(name) }
        row.name = name
        row.placed = nil
        row.status = .finished
        row.transferred = row.size ?? row.transferred
        row.part = nil
        row.blocks = nil
        row.failure = nil
        return row
    }

    private func complete(_ row: TransferRow) async throws(TransferError) {
        let (file, isDurable) = (file, context.configuration.isDurable)
        try await context.work.run { () throws(TransferError) in
            if let size = row.size { try file.truncate(to: size) }
            if let modified = row.modified { try file.setModified(modified) }
            if isDurable { try file.sync() }
        }
    }

    /// Notes which file is about to get its name, so that a process that dies right after does not fetch it again.
    ///
    /// A small file whose name may be taken is as well fetched again: a write for each of very many would cost more.
    /// A process that has lost its lease ends here, before it touches what another one is at.
    private func note(_ row: inout TransferRow) async throws(TransferError) {
        guard row.part != nil, row.conflict != .replace || (row.size ?? 0) > BlockSet.blockSize else {
            return
        }
        let file = file
        row.placed = try await context.work.run { () throws(TransferError) in try file.facts().identity }
        try await context.save(row)
    }

    private func place(_ row: TransferRow) async throws(TransferError) -> (name: [UInt8], isSkipped: Bool) {
        let (file, isDurable) = (file, context.configuration.isDurable)
        return try await context.work.run { () throws(TransferError) -> ([UInt8], Bool) in
            let directory = row.local.parent
            let part = file.path
            let base = row.local.name
            guard row.conflict == .replace else {
                var name = base
                var number = 0
                while try !LocalTree.publish(part, as: directory.appending(name)) {
                    if row.conflict == .skip {
                        try LocalTree.remove(part)
                        return (base, true)
                    }
                    number += 1
                    guard row.conflict == .rename, number < 10_000 else {
                        throw TransferError(.localExists, row.local.description)
                    }
                    name = LocalTree.candidate(base, number)
                }
                if isDurable, row.pid == nil { LocalTree.sync(directory) }
                return (name, false)
            }
            try LocalTree.replace(row.local, with: part)
            if isDurable, row.pid == nil { LocalTree.sync(directory) }
            return (base, false)
        }
    }

    /// Asks the server to read the file and tell its hash.
    private func checksum(_ row: TransferRow) async throws(FileDownload.Restart) -> String {
        let answer = try await FileDownload.lift {
            () async throws(TransferError) -> TransferRemote.Checksum in
            try await context.remote.checksum(path, context)
        }
        // Of the version that was fetched, or not at all.
        guard answer.size == row.size, answer.tag == nil || row.source == nil || answer.isOf(row.source)
        else {
            throw .replaced
        }
        return answer.sha256
    }
}
