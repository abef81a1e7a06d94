import HearthClient
import HearthWire

/// Fetches one file, from wherever it stands, to its end.
struct FileDownload: Sendable {
    let context: TransferContext

    /// What made the fetching begin anew.
    enum Restart: Error {
        /// There is another version of the file on the server.
        case replaced
        /// The bytes are not those that the server has.
        case corrupt
        /// What ends the transfer.
        case failed(TransferError)
    }

    /// Fetches.
    ///
    /// - Returns: the record as it is when the file is in its place; or waiting in the lane of large files, when it
    ///   turned out to be one.
    /// - Throws: ``TransferError``; the record in the queue then holds what can be resumed.
    func run(_ row: TransferRow) async throws(TransferError) -> TransferRow {
        var row = row
        var restarts = 0
        while true {
            do throws(Restart) {
                return try await once(&row)
            } catch {
                if case .failed(let error) = error { throw error }
                try await discard(&row)
                restarts += 1
                guard restarts <= context.configuration.restarts else {
                    if case .corrupt = error {
                        throw TransferError(.verificationFailed, row.local.description)
                    }
                    throw TransferError(.remoteChanged, row.local.description)
                }
                // Whoever writes to it may be about to end.
                try await context.pause(min(4, 0.25 * Double(1 << (restarts - 1))))
            }
        }
    }

    /// Forgets what was fetched of another version; the temporary file stays and is filled anew.
    private func discard(_ row: inout TransferRow) async throws(TransferError) {
        row.blocks = nil
        row.source = nil
        row.hash = nil
        row.transferred = 0
        context.meter.setSafe(0)
        try await context.save(row)
    }

    private func once(_ row: inout TransferRow) async throws(Restart) -> TransferRow {
        if let placed = row.placed {
            let found = row
            let name = try await Self.lift { () async throws(TransferError) in
                try await context.work.run { () throws(TransferError) in try Self.place(of: placed, found) }
            }
            // A process that was killed had given the file its name, and could not say so any more.
            if let name { return PartPublisher.ended(row, as: name) }
            row.placed = nil
        }
        let before = row
        let skipped = try await Self.lift { () async throws(TransferError) in try await present(before) }
        if let skipped { return skipped }
        let path = try await Self.lift { () async throws(TransferError) in try context.path(of: before) }
        let opened = try await Self.lift { () async throws(TransferError) in
            try await PartFile.open(for: before, context)
        }
        row = opened.row
        let fetch = FileFetch(context: context, path: path, file: opened.file)
        if !opened.isResumed {
            row.blocks = nil
            row.source = nil
            row.hash = nil
            row.transferred = 0
            context.meter.setSafe(0)
            try await fetch.first(&row)
            if row.lane == .small, (row.size ?? 0) > context.configuration.largeThreshold {
                // Large after all: it takes its turn among its like, and keeps what it has.
                row.status = .waiting
                row.lane = .large
                return row
            }
        }
        try await fetch.rest(&row)
        let fetched = row
        return try await PartPublisher(context: context, path: path, file: opened.file).publish(fetched)
    }

    /// The name that the file of a record has got, under its own or one beside it; nil when it has none yet.
    private static func place(of identity: String, _ row: TransferRow) throws(TransferError) -> [UInt8]? {
        let directory = row.local.parent
        for number in 0..<10_000 {
            let name = number == 0 ? row.local.name : LocalTree.candidate(row.local.name, number)
            guard let found = try LocalFile.facts(directory.appending(name), followsLinks: false) else {
                return nil
            }
            if found.identity == identity { return name }
            if row.conflict != .rename { return nil }
        }
        return nil
    }

    /// The ended record when its conflict rule leaves alone what is there; nil when the file is to be fetched.
    private func present(_ row: TransferRow) async throws(TransferError) -> TransferRow? {
        let local = row.local
        let found = try await context.work.run { () throws(TransferError) in
            try LocalFile.facts(local, followsLinks: false)
        }
        guard let found else { return nil }
        if found.kind == .directory || row.conflict == .fail {
            throw TransferError(.localExists, local.description)
        }
        guard row.conflict == .skip else { return nil }
        var row = row
        row.status = .finished
        row.flags.insert(.isSkipped)
        row.failure = nil
        return row
    }

    /// Runs what can only end the transfer.
    static func lift<Value>(
        _ body: () async throws(TransferError) -> Value
    ) async throws(Restart) -> Value {
        do throws(TransferError) {
            return try await body()
        } catch {
            throw .failed(error)
        }
    }
}
