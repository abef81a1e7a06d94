import HearthClient

/// What the work on one record needs.
struct TransferContext: Sendable {
    let store: TransferStore
    let remote: TransferRemote
    let configuration: TransferConfiguration
    let clock: ClientClock
    let work: WorkThreads
    let meter: TransferMeter
    /// Who has the lease; nil outside the queue.
    var runner: Int64?
    /// The open descriptor of a stream.
    var stream: Int32?
    /// Chooses what of a folder is moved.
    var isIncluded: TransferEngine.Selection?
    /// The folder that was ordered, where its children are chosen.
    var base: RemotePath?
    /// Is told when a folder has new children.
    var onChildren: @Sendable () async -> Void = {}

    /// Waits so many seconds.
    func pause(_ seconds: Double) async throws(TransferError) {
        do { try await clock.sleep(seconds) } catch { throw TransferError(.cancelled) }
    }

    /// Writes what is known of the record into the queue.
    ///
    /// - Throws: ``TransferError/Code/leased`` when the record belongs to another process by now.
    func save(_ row: TransferRow) async throws(TransferError) {
        try await store.save(row, by: runner, counting: meter)
    }

    /// The path there.
    ///
    /// - Throws: ``TransferError/Code/badName`` for what is no path.
    func path(of row: TransferRow) throws(TransferError) -> RemotePath {
        guard let path = RemotePath(href: row.remote) else { throw TransferError(.badName, row.remote) }
        return path
    }
}
