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
        let checked = row
        let (name, isSkipped) = try await FileDownload.lift { () async throws(TransferError) in
            try await place(checked)
        }
        if isSkipped { row.flags.insert(.isSkipped) } else { row.local = row.local.parent.appending(name) }
        row.name = name
        row.status = .finished
        row.transferred = row.size ?? row.transferred
        row.part = nil
        row.blocks = nil
        row.failure = nil
        return row
    }

    private func place(_ row: TransferRow) async throws(TransferError) -> (name: [UInt8], isSkipped: Bool) {
        let (file, isDurable) = (file, context.configuration.isDurable)
        return try await context.work.run { () throws(TransferError) -> ([UInt8], Bool) in
            if let size = row.size { try file.truncate(to: size) }
            if let modified = row.modified { try file.setModified(modified) }
            if isDurable { try file.sync() }
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
