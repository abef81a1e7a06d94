import HearthLog
import Synchronization

/// What is known about the file's health, shared by writer, readers and check.
final class SQLiteCondition: Sendable {
    private let current = Mutex(SQLHealth.good)
    private let isFailing = Atomic(false)
    private let logger: Logger

    init(logger: Logger) { self.logger = logger }

    var health: SQLHealth { current.withLock { $0 } }

    /// The error for writes, when they are refused.
    var refusal: SQLError? {
        guard case .readOnly(let text) = health else { return nil }
        return SQLError(.readOnly, text)
    }

    func checking() { current.withLock { $0 = .checking } }

    /// Ends a check that found nothing.
    func checked() {
        current.withLock { health in
            if health == .checking { health = .good }
        }
    }

    /// Refuses writes from now on, until the program starts again.
    func damaged(_ finding: String) {
        let text = "The database is damaged and is only read: \(finding). Restore a backup, or ask for help."
        let isNew = current.withLock { health in
            if case .readOnly = health { return false }
            health = .readOnly(text)
            return true
        }
        if isNew { logger.error("database damaged; writes are refused", ["finding": .string(finding)]) }
    }

    /// Looks at a failure that a caller gets to see too; a row of them is one line in the log.
    func notice(_ failure: SQLError) {
        switch failure.code {
        case .corrupt: damaged(failure.message)
        case .full, .io, .busy:
            guard !isFailing.exchange(true, ordering: .relaxed) else { return }
            logger.error("database writes fail", ["error": .string(failure.description)])
        default: break
        }
    }

    /// Looks at a commit that reached the disk.
    func committed() {
        guard isFailing.load(ordering: .relaxed) else { return }
        isFailing.store(false, ordering: .relaxed)
        logger.info("database writes work again")
    }
}
