extension RunOutcome {
    /// Adds another part of the run.
    mutating func add(_ other: RunOutcome) {
        finished += other.finished
        skipped += other.skipped
        failed += other.failed
        remaining += other.remaining
        removed += other.removed
        bytes += other.bytes
        repeated += other.repeated
        failures += other.failures.prefix(max(0, Self.listedFailures - failures.count))
        leftOut += other.leftOut.prefix(max(0, Self.listedFailures - leftOut.count))
        verified.merge(other.verified) { $0 + $1 }
        for stop in other.stops where !stops.contains(stop) { stops.append(stop) }
    }

    /// What a record has come to, with its children.
    static func of(_ row: TransferRow, _ store: TransferStore) async throws(TransferError) -> RunOutcome {
        var outcome = RunOutcome()
        let states = try await store.states(of: row.id)
        outcome.finished = states[.finished] ?? 0
        outcome.failed = states[.failed] ?? 0
        outcome.remaining = states.reduce(0) { $0 + ([.finished, .failed].contains($1.key) ? 0 : $1.value) }
        if row.kind == .folder || row.kind == .group {
            // The folder itself counts where it stands in the way: not listed, paused, stopped.
            switch row.status {
            case .preparing, .waiting, .running, .paused: outcome.remaining = max(1, outcome.remaining)
            case .failed where outcome.failed == 0: outcome.failed = 1
            case .finished where row.kind == .folder && row.children.total == 0: outcome.finished += 1
            default: break
            }
            if row.status == .failed, row.failure?.code != .someFailed {
                outcome.failures.append(Failure(row))
            }
        }
        let endings = try await store.endings(of: row.id)
        outcome.skipped = endings.skipped
        outcome.verified = endings.verified
        outcome.failures += try await store.failures(of: row.id, limit: listedFailures).map { Failure($0) }
        outcome.leftOut = try await store.leftOut(of: row.id, limit: listedFailures).map { Failure($0) }
        return outcome
    }
}

extension RunOutcome.Failure {
    init(_ row: TransferRow) {
        id = row.id
        direction = row.direction
        local = row.local
        remote = row.remote
        failure = row.failure ?? TransferFailure(code: .server)
    }
}
