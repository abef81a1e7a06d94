import HearthCrypto
import HearthStorage
import HearthWire

/// Which token has which root unlocked, and what is kept for it: plain state, guarded by ``Vaults``.
///
/// Times come in; nothing here reads a clock, a disk or a database.
struct UnlockMemory {
    /// A moment by both clocks: the wall's may jump, and an unlock may not outlast its time by that.
    struct Moment: Sendable {
        /// Unix seconds.
        var wall: Int64
        /// Never jumps.
        var steady: ContinuousClock.Instant
    }

    /// One token's leave to use a root.
    struct Grant: Sendable {
        /// Whose token it is.
        var user: Int
        /// Unix seconds of the entry of the password.
        var since: Int64
        /// Unix seconds.
        var until: Int64
        var deadline: ContinuousClock.Instant
        /// A wrong password came with this token: until a right one is counted as such, each is counted first.
        var isDoubted = false
        /// Ends what is being read when the grant ends.
        let lease = VaultLease()

        func holds(at moment: Moment) -> Bool { moment.wall < until && moment.steady < deadline }
    }

    /// An open root.
    struct Entry: Sendable {
        let keys: VaultKeys
        /// What the right password looks like to this process; see ``PasswordMark``.
        var mark: PasswordMark
        /// Of the key file that the keys came out of: another file may have another password.
        var file: SHA256Digest
        /// The vault as it is open now; nil until somebody needs it.
        var mount: VaultMount?
        /// By session.
        var grants: [Int: Grant] = [:]
    }

    /// Somebody whose grants end.
    struct Holder: Sendable {
        var root: Int
        var session: Int
        var user: Int
    }

    /// An entry whose last grant ended.
    struct Closed: Sendable {
        var root: Int
        var mount: VaultMount?
    }

    /// What became of a password that was found right.
    enum Admission {
        /// The token has the root unlocked.
        case granted
        /// Nobody has it open, or with other keys: ``open(_:_:since:)``.
        case closed
        /// The token was locked or ended meanwhile.
        case overtaken
        /// The password was changed meanwhile.
        case stale
    }

    private struct Ending {
        var number: UInt64
        var isFinal: Bool
        var matches: @Sendable (Holder) -> Bool
    }

    private var entries: [Int: Entry] = [:]
    private var attempts = 0
    private var endings: [Ending] = []
    private var lastNumber: UInt64 = 0

    // MARK: Looking

    /// The open root, for a token that has it unlocked.
    func find(_ root: Int, session: Int, at moment: Moment) -> Entry? {
        guard let entry = entries[root], let grant = entry.grants[session], grant.holds(at: moment) else {
            return nil
        }
        return entry
    }

    /// An open root, whoever has it unlocked.
    func entry(of root: Int) -> Entry? { entries[root] }

    /// What a token has unlocked, by root.
    func grants(of session: Int, at moment: Moment) -> [(root: Int, grant: Grant)] {
        entries.compactMap { root, entry in
            guard let grant = entry.grants[session], grant.holds(at: moment) else { return nil }
            return (root, grant)
        }.sorted { $0.root < $1.root }
    }

    /// Everybody who has something unlocked.
    var holders: [Holder] {
        entries.flatMap { root, entry in
            entry.grants.map { Holder(root: root, session: $0.key, user: $0.value.user) }
        }
    }

    /// Whether a password that comes with an unlocked token is the right one.
    ///
    /// - Returns: false when it has to be counted and checked first. Once one was wrong, each is.
    mutating func confirm(_ root: Int, session: Int, _ mark: PasswordMark, at moment: Moment) -> Bool {
        guard let entry = find(root, session: session, at: moment), entry.grants[session]?.isDoubted == false
        else {
            return false
        }
        if entry.mark == mark { return true }
        entries[root]?.grants[session]?.isDoubted = true
        return false
    }

    // MARK: Unlocking

    /// Begins the check of a password; owed one ``finishAttempt()``.
    ///
    /// - Returns: what ends from now on ends this attempt too.
    mutating func beginAttempt() -> UInt64 {
        attempts += 1
        return lastNumber
    }

    /// Ends the check of a password.
    mutating func finishAttempt() {
        attempts -= 1
        if attempts == 0 { endings.removeAll() }
    }

    /// Unlocks an open root for a token; one that has it unlocked keeps its time.
    mutating func admit(
        _ holder: Holder,
        _ grant: Grant,
        file: SHA256Digest,
        since attempt: UInt64,
        at moment: Moment
    ) -> Admission {
        if let ending = overtaking(holder, since: attempt) { return ending }
        guard let entry = entries[holder.root], entry.file == file else { return .closed }
        if let held = entry.grants[holder.session], held.holds(at: moment) {
            entries[holder.root]?.grants[holder.session]?.isDoubted = false
        } else {
            entry.grants[holder.session]?.lease.end()
            entries[holder.root]?.grants[holder.session] = grant
        }
        return .granted
    }

    /// Opens a root for a token; who had it open with another key file has not any more.
    ///
    /// - Returns: what became of it, and what was open before.
    mutating func open(_ holder: Holder, _ entry: Entry, since attempt: UInt64) -> (Admission, Closed?) {
        if let ending = overtaking(holder, since: attempt) { return (ending, nil) }
        defer { entries[holder.root] = entry }
        for grant in entries[holder.root]?.grants.values ?? [:].values { grant.lease.end() }
        return (.granted, entries[holder.root].map { Closed(root: holder.root, mount: $0.mount) })
    }

    private func overtaking(_ holder: Holder, since attempt: UInt64) -> Admission? {
        let overtaking = endings.filter { $0.number > attempt && $0.matches(holder) }
        if overtaking.isEmpty { return nil }
        return overtaking.contains(where: \.isFinal) ? .overtaken : .stale
    }

    /// Remembers where a root's vault is open.
    ///
    /// - Returns: false when the root was closed or opened anew meanwhile.
    mutating func mount(_ mount: VaultMount, of root: Int, keys: VaultKeys) -> Bool {
        guard entries[root]?.keys === keys else { return false }
        entries[root]?.mount = mount
        return true
    }

    // MARK: Ending

    /// Ends grants, those that are about to be given included.
    ///
    /// - Returns: roots that nobody has unlocked any more.
    mutating func end(_ matches: @escaping @Sendable (Holder) -> Bool) -> [Closed] {
        note(Ending(number: 0, isFinal: true, matches: matches))
        return drop { root, session, grant in
            matches(Holder(root: root, session: session, user: grant.user))
        }
    }

    /// Ends what is over.
    mutating func expire(at moment: Moment) -> [Closed] {
        drop { _, _, grant in !grant.holds(at: moment) }
    }

    /// The password of a root was changed: nobody but one session keeps it unlocked, and what is being checked is
    /// checked again.
    mutating func changed(
        _ root: Int,
        mark: PasswordMark,
        file: SHA256Digest,
        keeping session: Int
    ) -> [Closed] {
        note(Ending(number: 0, isFinal: false, matches: { $0.root == root }))
        entries[root]?.mark = mark
        entries[root]?.file = file
        entries[root]?.grants[session]?.isDoubted = false
        return drop { id, holder, _ in id == root && holder != session }
    }

    /// The vaults of some roots are no longer to be used where they are; they stay unlocked.
    mutating func unmount(_ roots: Set<Int>) -> [Closed] {
        roots.compactMap { root in
            guard let mount = entries[root]?.mount else { return nil }
            entries[root]?.mount = nil
            return Closed(root: root, mount: mount)
        }
    }

    private mutating func note(_ ending: Ending) {
        lastNumber += 1
        if attempts == 0 { return }
        var ending = ending
        ending.number = lastNumber
        endings.append(ending)
    }

    private mutating func drop(where matches: (Int, Int, Grant) -> Bool) -> [Closed] {
        var closed: [Closed] = []
        for (root, entry) in entries {
            let kept = entry.grants.filter { !matches(root, $0.key, $0.value) }
            for (session, grant) in entry.grants where kept[session] == nil { grant.lease.end() }
            if kept.count == entry.grants.count, !kept.isEmpty { continue }
            if kept.isEmpty {
                entries[root] = nil
                closed.append(Closed(root: root, mount: entry.mount))
            } else {
                entries[root]?.grants = kept
            }
        }
        return closed
    }
}
