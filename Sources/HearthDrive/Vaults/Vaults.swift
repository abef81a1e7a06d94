import HearthConcurrency
package import HearthCrypto
import HearthLog
import HearthSQL
import HearthStorage
import HearthWire
import Synchronization

/// A root's bytes as a caller works with them.
struct OpenedRoot: Sendable {
    /// Plain names and bytes.
    var volume: any Volume
    /// For rows about it.
    var seal: RowSeal
}

/// One encrypted root that a token has unlocked.
package struct Unlock: Sendable, Hashable {
    /// The root.
    package let root: Int
    /// Unix seconds of the entry of the password.
    package let since: Int64
    /// Unix seconds; using the folder does not move it.
    package let until: Int64
}

/// The unlock memory: which token may use which encrypted root, and until when (security, 4).
///
/// In memory alone: a restart locks everything. The keys of a root are there once, as long as one token has it
/// unlocked, and are wiped with the last.
package final class Vaults: Sendable {
    /// What it works with.
    struct Parts: Sendable {
        var database: any SQLDatabase
        var pool: ThreadPool
        var blocking: ThreadPool
        var clock: any WallClock
        var throttle: Throttle
        /// Seconds from the entry of a password.
        var lifetime: Int64
        /// For new key files; files that are there tell theirs.
        var cost: ScryptCost
        var log: Logger
    }

    /// What is checked at one time: 32 MiB and a tenth of a second of a core each.
    private static let derivationsAtOnce = 2

    let parts: Parts
    let state = Mutex(UnlockMemory())
    /// Random, of this process.
    let markKey: [UInt8]
    let turnstile: Turnstile
    let entries: SingleFlight<Entrance, Void>
    let derivations: SingleFlight<Derivation, DerivedKeys>
    /// What passwords gave whose owners are on their way in: whoever comes meanwhile derives nothing.
    let arrivals = Mutex<[Derivation: Arrival]>([:])
    /// Records of all vaults.
    package let records: VaultRecordStore
    /// What tidies vaults up.
    let tidying = Mutex(Tidying())
    /// Runs a change below a root, see ``RootStore/changing(_:_:)``; at once while nobody set it.
    let changing = Mutex(Change())
    private let locks = Mutex<[Int: AsyncLock]>([:])
    private let lastEpoch = Atomic<UInt64>(0)
    /// How many times a key was derived from a password; for tests.
    let derivationCount = Atomic<Int>(0)
    /// Hears of roots that nobody has unlocked any more, and of names that are to be forgotten.
    let whenClosed = Hook<(roots: [Int], scopes: [VolumeScope])>()

    /// Nothing is unlocked at first.
    ///
    /// - Throws: when no random bytes are to be had.
    init(_ parts: Parts) throws {
        self.parts = parts
        markKey = try SecureRandom.bytes(32)
        turnstile = Turnstile(width: Self.derivationsAtOnce, queue: 64, blocking: parts.blocking)
        entries = SingleFlight(pool: parts.pool)
        derivations = SingleFlight(pool: parts.pool)
        records = VaultRecordStore(database: parts.database, log: parts.log)
    }

    var moment: UnlockMemory.Moment {
        UnlockMemory.Moment(wall: parts.clock.now, steady: ContinuousClock().now)
    }

    /// Held while a root is opened, mounted or gets another key file.
    func lock(of root: Int) -> AsyncLock {
        locks.withLock { locks in
            if let lock = locks[root] { return lock }
            let lock = AsyncLock()
            locks[root] = lock
            return lock
        }
    }

    // MARK: Using

    /// The plain volume of an encrypted root for a caller whose token has it unlocked, or whose password is right.
    ///
    /// - Throws: 20009; 90001 and 90007 for passwords; 90014 for a vault of another format; 90013 for one whose key
    ///   file is missing or damaged.
    func open(_ loaded: RootStore.Loaded, for caller: Caller) async throws -> OpenedRoot {
        if let password = caller.presented.password {
            try await unlock(loaded, password: password, for: caller)
        }
        let root = loaded.root.id
        let place = VaultMount.Place(loaded)
        let found = state.withLock { $0.find(root, session: caller.sessionID, at: moment) }
        guard let found else { throw DriveError(.folderPasswordWrong) }
        var mount = found.mount
        if mount?.place != place { mount = try await remount(loaded, at: place, found.keys, for: caller) }
        guard let mount, let grant = found.grants[caller.sessionID] else {
            throw DriveError(.folderPasswordWrong)
        }
        return OpenedRoot(
            volume: mount.volume.leased(under: grant.lease),
            seal: RowSeal(keys: found.keys, root: root)
        )
    }

    /// The keys of a root that a caller's token has unlocked; nil otherwise.
    package func keys(of root: Int, for caller: Caller) -> VaultKeys? {
        state.withLock { $0.find(root, session: caller.sessionID, at: moment) }?.keys
    }

    /// The folder went to another partition, or its disk came back.
    private func remount(
        _ loaded: RootStore.Loaded,
        at place: VaultMount.Place,
        _ keys: VaultKeys,
        for caller: Caller
    ) async throws -> VaultMount? {
        let root = loaded.root.id
        return try await lock(of: root).withLock {
            let found = state.withLock { $0.find(root, session: caller.sessionID, at: moment) }
            guard let found, found.keys === keys else { return nil }
            if let mount = found.mount, mount.place == place { return mount }
            let mount = try await mount(loaded, keys)
            guard state.withLock({ $0.mount(mount, of: root, keys: keys) }) else { return nil }
            if let scope = found.mount?.volume.scope { tell([], [scope]) }
            tidy(root, mount)
            return mount
        }
    }

    /// Opens the vault at a root's directory; once it is in use, ``tidy(_:_:)`` follows.
    func mount(_ loaded: RootStore.Loaded, _ keys: VaultKeys) async throws -> VaultMount {
        let epoch = lastEpoch.wrappingAdd(1, ordering: .relaxed).newValue
        let records = records.records(of: loaded.root.id)
        return try await parts.blocking.run {
            try storage {
                let vault = try Vault(inner: loaded.volume, keys: keys, records: records, epoch: epoch)
                return VaultMount(place: VaultMount.Place(loaded), volume: try EncryptedVolume(vault))
            }
        }
    }

    // MARK: Ending

    /// What a caller's token has unlocked, by root.
    package func list(of caller: Caller) -> [Unlock] {
        state.withLock { $0.grants(of: caller.sessionID, at: moment) }.map {
            Unlock(root: $0.root, since: $0.grant.since, until: $0.grant.until)
        }
    }

    /// Locks a root, or all, for the caller's token or for all tokens of the caller.
    ///
    /// - Parameters:
    ///   - root: nil for all.
    ///   - caller: whose.
    ///   - everywhere: whether his other tokens lose it too.
    package func lock(_ root: Int?, of caller: Caller, everywhere: Bool = false) {
        let (session, user) = (caller.sessionID, caller.user.id)
        end { holder in
            (root == nil || holder.root == root)
                && (everywhere ? holder.user == user : holder.session == session)
        }
    }

    /// What ended sessions had unlocked is locked.
    func ended(_ sessions: EndedSessions) {
        end { sessions.contains(session: $0.session, user: $0.user) }
    }

    /// A folder is gone: nobody has it unlocked.
    func forget(root: Int) {
        end { $0.root == root }
        tidying.withLock { _ = $0.done.remove(root) }
    }

    /// Lets go of the directories of some roots; they stay unlocked.
    func release(roots: Set<Int>) {
        let released = state.withLock { $0.unmount(roots) }
        tell([], released.compactMap(\.mount?.volume.scope))
    }

    /// Ends what is over by time, and what belongs to sessions or rights that are no more.
    ///
    /// - Parameter rights: of a member on a root.
    /// - Throws: what `rights` and the database throw.
    func clean(_ rights: (_ user: Int, _ root: Int) async throws -> Rights) async throws {
        finish(state.withLock { $0.expire(at: moment) })
        records.retry()
        let holders = state.withLock { $0.holders }
        if holders.isEmpty { return }
        let now = parts.clock.now
        let alive = try await parts.database.read { session in
            Set(
                try session.query(
                    "SELECT s.id FROM sessions s JOIN users u ON u.id = s.user "
                        + "WHERE s.expires > ? AND u.is_disabled = 0",
                    now
                ).map { Int(try $0.int(0)) }
            )
        }
        for holder in holders {
            if alive.contains(holder.session),
                try await rights(holder.user, holder.root).contains(.read)
            {
                continue
            }
            end { $0.root == holder.root && $0.session == holder.session }
        }
    }

    /// Writes records down and forgets all keys.
    func close() async {
        finish(state.withLock { $0.end { _ in true } })
        await endTidying()
        await records.close()
    }

    private func end(_ matches: @escaping @Sendable (UnlockMemory.Holder) -> Bool) {
        finish(state.withLock { $0.end(matches) })
    }

    /// What follows when nobody has roots unlocked any more.
    func finish(_ closed: [UnlockMemory.Closed]) {
        if closed.isEmpty { return }
        for one in closed { one.mount?.volume.close() }
        for one in closed { parts.log.info("locked", ["root": .int(Int64(one.root))]) }
        tell(closed.map(\.root), closed.compactMap(\.mount?.volume.scope))
    }

    func tell(_ roots: [Int], _ scopes: [VolumeScope]) {
        whenClosed((roots, scopes))
    }
}
