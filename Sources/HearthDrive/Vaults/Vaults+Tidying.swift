import HearthConcurrency
import HearthLog
import HearthStorage
import HearthWire
import Synchronization

/// What a crash left of changes in vaults: nobody waits until it is deleted.
extension Vaults {
    /// Runs a change below a root when nobody moves or removes the root.
    typealias Changing =
        @Sendable (_ root: Int, _ change: @escaping @Sendable () async throws -> Void) async throws -> Void

    /// What runs changes below roots; a type of its own, see ``Hook``.
    struct Change: Sendable {
        var run: Changing = { _, change in try await change() }
    }

    /// What tidies vaults up.
    struct Tidying: Sendable {
        /// Roots whose vaults were tidied up in this process.
        var done: Set<Int> = []
        var tasks: [UInt64: Task<Void, Never>] = [:]
        var lastNumber: UInt64 = 0
        var isClosed = false
    }

    /// Deletes in the background what a crash left, the first time that a root's vault is in use in this process.
    ///
    /// It has no name any more and everybody may work meanwhile. It ends with the mount, and the next one goes on.
    func tidy(_ root: Int, _ mount: VaultMount) {
        tidying.withLock { tidying in
            if tidying.isClosed || tidying.done.contains(root) { return }
            tidying.lastNumber += 1
            let number = tidying.lastNumber
            // Owned by `tidying`: closing waits for it. Detached, since whoever unlocks may hold the gate.
            tidying.tasks[number] = Task.detached(executorPreference: parts.pool) { [self] in
                await tidyUp(root, mount)
                self.tidying.withLock { $0.tasks[number] = nil }
            }
        }
    }

    private func tidyUp(_ root: Int, _ mount: VaultMount) async {
        let (volume, changing) = (mount.volume, changing.withLock { $0.run })
        let isWanted: @Sendable () -> Bool = { [self] in
            state.withLock { $0.entry(of: root)?.mount?.volume === volume }
        }
        do {
            let names = try await parts.blocking.run { try storage { try volume.leftovers() } }
            for name in names {
                guard isWanted() else { return }
                try await changing(root) { [blocking = parts.blocking] in
                    try await blocking.run { try storage { try volume.recover(name, while: isWanted) } }
                }
            }
            if isWanted() { tidying.withLock { _ = $0.done.insert(root) } }
        } catch let error as DriveError where error.code == .busy {
            // The folder is on its way elsewhere: there it is opened anew.
        } catch {
            guard isWanted() else { return }
            parts.log.warning(
                "what interrupted changes left in an encrypted folder could not be removed",
                ["root": .int(Int64(root)), "error": .string("\(error)")]
            )
        }
    }

    /// Waits for those at work, whose mounts have ended, and lets no more begin.
    func endTidying() async {
        tidying.withLock { $0.isClosed = true }
        await idle()
    }

    /// Waits for those at work.
    func idle() async {
        for task in tidying.withLock({ Array($0.tasks.values) }) { await task.value }
    }
}
