/// A database with many readers and grouped, durable writes.
///
/// Nothing here is particular to SQLite: a server database fits behind it, with a pool of connections for reads and
/// serialisable transactions for writes.
package protocol SQLDatabase: Sendable {
    /// Runs statements that only read, all on one snapshot.
    ///
    /// Runs on the calling thread once a reader is free, so it may block that thread for the time of its queries:
    /// never call it on Swift's cooperative pool. Cancellation is not looked at.
    ///
    /// - Throws: what `body` throws, and `.closed`.
    func read<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T

    /// Runs statements that change the database; durable when it returns.
    ///
    /// Waiting writes are grouped into one commit, each in a savepoint of its own: one that throws is rolled back
    /// alone. They run one after the other in the order of their calls, so `body` sees all that was written before.
    /// It runs on the database's own thread and holds up every other write: it computes and waits for nothing.
    /// Cancelling the caller does not stop it.
    ///
    /// - Throws: what `body` throws, with nothing written; `.readOnly`, `.closed`; `.full`, `.io`, `.busy` also
    ///   when only the commit failed, with nothing written either.
    @discardableResult
    func write<T: Sendable>(_ body: @escaping @Sendable (any SQLSession) throws -> T) async throws -> T

    /// Whether writes are accepted.
    var health: SQLHealth { get }

    /// Refuses what comes from now on, finishes what was accepted, and returns when the files are closed.
    func close() async
}

/// The state of a database.
package enum SQLHealth: Sendable, Hashable {
    /// Reads and writes are served.
    case good
    /// The same; a check of the file runs after the machine was started anew.
    case checking
    /// Damage was found: reads are served, writes throw `.readOnly`. Holds the text for the owner.
    case readOnly(String)
}
