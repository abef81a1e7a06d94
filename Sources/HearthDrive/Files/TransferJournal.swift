import HearthStorage
import HearthWire
import Synchronization

/// A change of the disk that is about to happen, so that a killed task can tell whether it did.
struct PendingStep: Sendable, Hashable {
    /// What the change is.
    enum Kind: String, Sendable {
        /// A move on one partition: the entry keeps its inode.
        case rename
        /// A hidden copy gets its name.
        case publish
        /// A tree is being copied to `.hearth/arriving`; nothing is to be settled, but the copy can go on.
        case mirror
        /// A hidden copy on another partition gets its name, and the source goes.
        case carry
    }

    /// An entry below a root.
    struct Place: Sendable, Hashable {
        var root: Int
        var path: VolumePath
    }

    var kind: Kind
    /// Where the entry gets its name.
    var place: Place?
    /// Which entry gets its name there.
    var inode: UInt64 = 0
    /// Where it comes from.
    var source: Place?
    var sourceInode: UInt64 = 0
    /// A hidden tree's name.
    var parked: String?
}

/// How far a copy, move or delete is: in memory for a request, in the task's checkpoint for a task.
///
/// A step is written down before it is done; that it was done is written with the next one, so that each costs one
/// durable write.
final class TransferJournal: Sendable {
    let task: TaskRun?
    /// How many entries are told of in the outcome.
    private let limit: Int
    private let state: Mutex<(checkpoint: FileTaskCheckpoint, outcome: TransferOutcome)>

    /// A request's journal, which nobody reads after a crash.
    init(keeping limit: Int = 0) {
        task = nil
        self.limit = limit
        state = Mutex((FileTaskCheckpoint(), TransferOutcome()))
    }

    /// A task's journal, going on where the last run stood.
    init(_ task: TaskRun, _ checkpoint: FileTaskCheckpoint) {
        self.task = task
        limit = 0
        state = Mutex((checkpoint, TransferOutcome()))
    }

    /// The first source that is not done.
    var next: Int { state.withLock { $0.checkpoint.next } }
    /// The hidden tree that the last run began to fill.
    var parked: String? { state.withLock { $0.checkpoint.pending?.parked } }
    var checkpoint: FileTaskCheckpoint { state.withLock { $0.checkpoint } }
    var outcome: TransferOutcome { state.withLock { $0.outcome } }

    /// Writes a step down before it is done.
    func intend(_ step: PendingStep) async throws {
        guard task != nil else { return }
        state.withLock { $0.checkpoint.pending = step }
        try await store()
    }

    /// Writes down which of the next sources are about to be removed, in their order.
    func intend(removalOf inodes: [UInt64]) async throws {
        guard task != nil else { return }
        state.withLock { $0.checkpoint.doomed = inodes }
        try await store()
    }

    /// A source is at its new place.
    func finish(_ resource: Resource, _ ended: [EndedShare] = []) {
        state.withLock { state in
            state.checkpoint.finish(PendingStep.Place(root: resource.root, path: resource.path), ended)
            state.outcome.count += 1
            state.outcome.endedShares += ended
            if state.outcome.resources.count < limit { state.outcome.resources.append(resource) }
        }
    }

    /// A source was removed.
    func finish() { state.withLock { $0.checkpoint.finish() } }

    /// A source stays where it is.
    func skip() { state.withLock { $0.checkpoint.skip() } }

    /// The pending step did not happen and will not.
    func giveUp() async {
        guard task != nil else { return }
        state.withLock { $0.checkpoint.pending = nil }
        // Should this not be written: a step that did not happen is found not to have happened.
        try? await store()
    }

    /// Writes down what is known.
    func store() async throws {
        guard let task else { return }
        try await task.save(checkpoint: checkpoint.text)
    }
}
