import Synchronization

/// One user's leave to read a vault that others may have open as well.
///
/// What was opened under it ends with it: a slow download would otherwise outlast the lock for as long as it likes.
package final class VaultLease: Sendable {
    private let isEnded = Atomic(false)

    /// Valid until ``end()``.
    package init() {}

    var isValid: Bool { !isEnded.load(ordering: .relaxed) }

    /// From now on files that were opened under it give nothing any more.
    package func end() { isEnded.store(true, ordering: .relaxed) }
}
