import HearthClient

/// Runs many orders as one group of a name, taking over what an earlier process left of it.
///
/// A process that was killed leaves its group in the queue. The next one of the same name keeps what is begun and
/// still wanted, so that no finished chunk is sent again, and drops the rest.
struct TransferBatch: Sendable {
    let engine: TransferEngine
    let name: String
    let area: String
    let direction: TransferDirection

    /// One file of the batch.
    struct Item: Sendable {
        var local: LocalPath
        var remote: RemotePath
    }

    /// How one file ended.
    struct Ending: Sendable {
        var record: TransferRecord
        var error: TransferFailure?
    }

    private static let page = 1_000

    /// The groups of this name that are in the queue.
    private func groups() async throws(TransferError) -> [TransferRecord] {
        var found: [TransferRecord] = []
        var after: TransferID?
        while true {
            let filter = TransferFilter(direction: direction, area: area, after: after, limit: Self.page)
            let page = try await engine.store.records(filter)
            found += page.filter { $0.kind == .group && $0.name.elementsEqual(name.utf8) }
            guard page.count == Self.page, let last = page.last else { return found }
            after = last.id
        }
    }

    /// Hands over the children of a group.
    func each(
        _ group: TransferID,
        _ body: (TransferRecord) async throws(TransferError) -> Void
    ) async throws(TransferError) {
        var after: TransferID?
        while true {
            let page = try await engine.store.children(of: group, after: after, limit: Self.page)
            for record in page { try await body(record) }
            guard page.count == Self.page, let last = page.last else { return }
            after = last.id
        }
    }

    /// What an earlier process left of this name.
    ///
    /// - Parameters:
    ///   - wants: whether a begun transfer is still wanted.
    ///   - finished: is told of what had ended well.
    /// - Returns: the group with what is begun and wanted; nil when there is nothing.
    /// - Throws: ``TransferError/Code/leased`` when a process that is alive works on it.
    func adopt(
        wants: (TransferRecord) -> Bool,
        finished: (TransferRecord) async throws(TransferError) -> Void = { _ in }
    ) async throws(TransferError) -> TransferID? {
        var kept: TransferID?
        for group in try await groups() {
            if try await engine.store.isLeased(group.id) { throw TransferError(.leased, name) }
            var (begun, rest): (Int, [TransferID]) = (0, [])
            try await each(group.id) { record throws(TransferError) in
                if record.status == .finished {
                    try await finished(record)
                    rest.append(record.id)
                } else if kept == nil, record.transferred > 0 || record.uploadID != nil, wants(record) {
                    begun += 1
                } else {
                    rest.append(record.id)
                }
            }
            if begun == 0 {
                try await engine.remove(group.id)
            } else {
                for id in rest { try await engine.remove(id) }
                kept = group.id
            }
        }
        return kept
    }

    /// Does the orders; what has failed stays in the queue with what can be resumed.
    ///
    /// - Parameters:
    ///   - adopted: what ``adopt(wants:finished:)`` gave.
    ///   - order: puts the orders into a group.
    ///   - ended: is told how each file ended.
    /// - Returns: what the run came to.
    /// - Throws: what the queue or the two closures throw.
    func run(
        adopting adopted: TransferID?,
        _ order: (TransferID) async throws(TransferError) -> Void,
        ended: (Ending) async throws(TransferError) -> Void
    ) async throws(TransferError) -> RunOutcome {
        let group: TransferID
        if let adopted {
            group = adopted
        } else {
            group = try await engine.group(name, area: area, direction: direction)
        }
        do throws(TransferError) {
            try await order(group)
        } catch {
            if adopted == nil { try? await engine.remove(group) }
            throw error
        }
        // Begun ones that were paused or had failed.
        if adopted != nil { try await engine.retry(group) }
        let outcome = try await engine.run([group])
        // Somebody took the group out of the queue: nobody can tell any more what of it is done.
        if outcome.removed > 0 { throw TransferError(.unknownRecord, name) }
        try await each(group) { record throws(TransferError) in
            try await ended(Ending(record: record, error: record.error))
        }
        if outcome.isComplete { try await engine.remove(group) }
        return outcome
    }
}
