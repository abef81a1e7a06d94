/// One transaction with a savepoint for each write in it.
struct WriteTransaction {
    private let connection: SQLiteConnection
    /// Done, and told of it only after the commit.
    private var done: [(write: SQLiteWrite, succeed: @Sendable () -> Void)] = []
    /// Why no transaction could begin: the rest of the group does not wait for the lock all over again.
    private var refusal: SQLError?
    /// The last failure that was the database's own.
    private(set) var failure: SQLError?

    init(_ connection: SQLiteConnection) { self.connection = connection }

    /// Runs one write; a failure is told at once, since nothing of it stays.
    mutating func perform(_ write: SQLiteWrite) {
        if let refusal {
            write.fail(refusal)
            return
        }
        do {
            if !connection.isInTransaction { _ = try connection.run("BEGIN IMMEDIATE") }
            _ = try connection.run("SAVEPOINT one")
        } catch {
            failure = error
            refusal = error
            rollBack(because: error)
            write.fail(error)
            return
        }
        do {
            let succeed = try write.perform(SQLiteSession(connection))
            // Keys that are checked at the commit would take the whole group down.
            if connection.hasBrokenForeignKeys {
                throw SQLError(.constraint, "a deferred foreign key is broken", constraint: .foreignKey)
            }
            _ = try connection.run("RELEASE one")
            done.append((write, succeed))
        } catch {
            undo(write, because: error)
        }
    }

    /// Makes the group durable and tells the callers.
    ///
    /// - Returns: whether there was something to commit and it was committed.
    mutating func commit() -> Bool {
        guard !done.isEmpty else {
            rollBack(because: SQLError(.io, "nothing to commit"))
            return false
        }
        do {
            _ = try connection.run("COMMIT")
        } catch {
            failure = error
            rollBack(because: error)
            return false
        }
        for (_, succeed) in done { succeed() }
        return true
    }

    private mutating func undo(_ write: SQLiteWrite, because error: any Error) {
        if let error = error as? SQLError { failure = error }
        do {
            // A full disk or an I/O failure ends the whole transaction on its own.
            guard connection.isInTransaction else {
                throw error as? SQLError ?? SQLError(.io, "the transaction was ended by a failure")
            }
            _ = try connection.run("ROLLBACK TO one")
            _ = try connection.run("RELEASE one")
        } catch {
            rollBack(because: error)
        }
        write.fail(error)
    }

    /// Ends the transaction; everybody in it fails, the next write begins another one.
    private mutating func rollBack(because error: any Error) {
        if connection.isInTransaction { _ = try? connection.run("ROLLBACK") }
        for (write, _) in done { write.fail(error) }
        done = []
    }
}
