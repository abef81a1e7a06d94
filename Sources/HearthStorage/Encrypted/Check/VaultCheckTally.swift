import Synchronization

/// How far a check is, and what it came to; any thread.
package final class VaultCheckTally: Sendable {
    /// The numbers at one moment.
    package struct Counts: Hashable, Sendable {
        /// Directories looked at, the root included.
        package var directories = 0
        /// Files that the structure has: the number that ``filesRead`` goes up to.
        package var files = 0
        /// Files whose content was looked at.
        package var filesRead = 0
        /// Bytes on the disk that were read as content.
        package var bytesRead: Int64 = 0
        /// Findings that something must be done about, mended ones included.
        package var damages = 0
        /// Findings that are worth knowing.
        package var notes = 0
        /// Damages that were put right or accepted.
        package var mended = 0

        /// Damages that are still there.
        package var remaining: Int { damages - mended }

        /// Nothing counted.
        package init() {}
    }

    private let counts = Mutex(Counts())

    /// Nothing counted.
    package init() {}

    /// The numbers now.
    package var now: Counts { counts.withLock { $0 } }

    /// Begins to count anew.
    package func reset() { counts.withLock { $0 = Counts() } }

    func count(_ change: (inout Counts) -> Void) { counts.withLock { change(&$0) } }

    func count(_ finding: VaultFinding, _ outcome: VaultOutcome) {
        counts.withLock { counts in
            guard finding.weight == .damage else {
                counts.notes += 1
                return
            }
            counts.damages += 1
            switch outcome {
            case .mended, .accepted: counts.mended += 1
            case .remains, .failed: break
            }
        }
    }
}
