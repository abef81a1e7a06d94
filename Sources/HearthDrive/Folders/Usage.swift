import HearthConcurrency
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// How much lies in whose folders.
///
/// No account of it is kept while files are written: the folders are walked when somebody asks, one after the other,
/// and the sums are told for ``lifetime`` seconds before they are taken again. Whoever asks meanwhile gets the last ones.
package final class Usage: Sendable {
    /// What lies in one or several folders.
    package struct Sum: Sendable, Hashable {
        /// Sizes of files; of encrypted folders those of their ciphertext.
        package var bytes: Int64 = 0
        /// How many files.
        package var files: Int64 = 0

        static func += (sum: inout Sum, other: Sum) {
            sum.bytes += other.bytes
            sum.files += other.files
        }
    }

    /// A member's own folders: the personal one and the private ones he is in.
    package struct Member: Sendable, Hashable {
        /// The account.
        package let user: Int
        /// The name others see.
        package let nickname: String
        /// What lies in them.
        package var sum = Sum()
    }

    /// What a caller may know.
    package struct Report: Sendable {
        /// Of the owner everybody by number, of others the caller alone.
        package let members: [Member]
        /// The folders that belong to several: the family's and the shared ones; nil but for the owner.
        package let shared: Sum?
        /// The first-level folders that the caller may see, by number; those not counted yet are left out.
        package let folders: [(id: Int, sum: Sum)]
        /// Unix seconds of the end of the last count; 0 before the first one has ended.
        package let counted: Int64
        /// Whether a count is running.
        package let isCounting: Bool
    }

    /// How long sums are told before they are taken again.
    static let lifetime: Int64 = 300

    private struct State {
        var sums: [Int: Sum] = [:]
        var counted: Int64 = 0
        var count: Task<Void, Never>?
    }

    private let roots: RootStore
    private let pool: ThreadPool
    private let log: Logger
    private let state = Mutex(State())

    init(roots: RootStore, pool: ThreadPool, log: Logger) {
        self.roots = roots
        self.pool = pool
        self.log = log
    }

    /// Who has how much, as of the last count; begins a new one when that is old.
    ///
    /// - Throws: what the database throws.
    package func report(_ caller: Caller) async throws -> Report {
        let known = state.withLock { state in
            let age = roots.clock.now - state.counted
            // A clock that was set back makes the sums old, not eternal.
            if state.count == nil, state.counted == 0 || age < 0 || age >= Self.lifetime {
                // Owned by nobody, as the request does not wait for it; it ends by itself.
                state.count = Task(executorPreference: pool) { await self.count() }
            }
            return (sums: state.sums, counted: state.counted, isCounting: state.count != nil)
        }
        let user = caller.user
        return try await roots.database.read { session in
            var members = try session.query(
                "SELECT id, nickname FROM users WHERE ?1 OR id = ?2 ORDER BY id",
                user.isOwner,
                user.id
            ).map { Member(user: Int(try $0.int(0)), nickname: try $0.text(1)) }
            var shared = Sum()
            var folders: [(id: Int, sum: Sum)] = []
            // Directories shared out of a folder lie in it and are counted there.
            let rows = try session.query(
                "SELECT r.id, r.mode, CASE WHEN r.kind = 'personal' THEN r.owner ELSE "
                    + "(SELECT min(g.user) FROM grants g WHERE g.root = r.id AND g.source = 'member') END "
                    + ", \(Folders.visible) FROM roots r WHERE r.kind <> 'direct' ORDER BY r.id",
                user.isOwner,
                user.id
            )
            for row in rows {
                let id = Int(try row.int(0))
                guard let sum = known.sums[id] else { continue }
                if try row.bool(3) { folders.append((id, sum)) }
                if try row.int(1) != 1 {
                    shared += sum
                } else if let member = try row.optionalInt(2).map(Int.init),
                    let index = members.firstIndex(where: { $0.user == member })
                {
                    members[index].sum += sum
                }
            }
            return Report(
                members: members,
                shared: user.isOwner ? shared : nil,
                folders: folders,
                counted: known.counted,
                isCounting: known.isCounting
            )
        }
    }

    /// Waits for the running count, if there is one.
    package func settle() async { await state.withLock { $0.count }?.value }

    private func count() async {
        var sums: [Int: Sum] = [:]
        do {
            for root in try await roots.table().roots.values.filter(\.isFirstLevel).sorted(by: {
                $0.id < $1.id
            }) {
                let id = root.id
                do {
                    let volume = try await roots.volume(of: id)
                    let size = try await roots.blocking.run {
                        try storage {
                            try volume.treeSize(VolumePath(), counting: root.isEncrypted ? .ofVault : .all)
                        }
                    }
                    sums[id] = Sum(bytes: size.bytes, files: Int64(size.files))
                } catch {
                    // Its disk is not there, or it is being deleted: what was known of it stands.
                    sums[id] = state.withLock { $0.sums[id] }
                    log.debug(
                        "a folder was not counted",
                        ["root": .int(Int64(id)), "error": .string("\(error)")]
                    )
                }
            }
        } catch {
            log.warning("the use of storage was not counted", ["error": .string("\(error)")])
            state.withLock { $0.count = nil }
            return
        }
        let now = roots.clock.now
        state.withLock { state in
            state.sums = sums
            state.counted = now
            state.count = nil
        }
    }
}
