package import HearthTransfer
import HearthClient

extension CommandContext {
    /// The person's queue of transfers and what moves it.
    ///
    /// - Throws: exit code 1 for a queue that cannot be used.
    package func engine(
        _ configuration: TransferConfiguration = TransferConfiguration()
    ) async throws(CommandError) -> TransferEngine {
        let homes = try homes
        try await homes.prepare()
        let store: TransferStore
        do throws(TransferError) {
            store = try TransferStore(path: homes.paths.transfersFile)
        } catch {
            throw CommandError(error)
        }
        if let damaged = store.setAside {
            output.note(
                Phrase(
                    "传输队列已损坏，已移到 \(damaged)",
                    "the queue of transfers was damaged; it is in \(damaged) now"
                )
            )
        }
        let engine = TransferEngine(
            store: store,
            connect: { id in try await homes.drive(ofArea: id).provider },
            configuration: configuration
        )
        let changes = homes.monitor.changes()
        // Owned by the monitor, whose end ends the stream.
        Task { [weak engine] in
            for await path in changes { await engine?.networkChanged(path) }
        }
        return engine
    }
}
