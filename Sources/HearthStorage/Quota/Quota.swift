import Synchronization

/// The account of a limited partition: what its files occupy, and what unfinished ones were promised.
///
/// Everything counts in bytes on the disk, not in sizes, so that holes cost nothing (docs/decisions/0010). Files that
/// others change behind our back are found by ``Partition/scan()``.
package final class Quota: Sendable {
    private struct State {
        var limit: Int64
        /// Occupied by everything but unfinished files.
        var used: Int64
        /// Charged by unfinished files.
        var reserved: Int64 = 0
        var staged: [String: StagedCharge] = [:]
        /// Changes going on: a scan beside them is not exact.
        var active = 0
        /// Changes that ended.
        var epoch: UInt64 = 0
        /// The sum of all changes of `used`, whatever their direction.
        var moved: Int64 = 0
        /// Counted by copies that are not finished.
        var copying: Int64 = 0
    }

    private let state: Mutex<State>

    /// Begins with what was known when the partition was last open.
    init(limit: Int64, used: Int64) {
        state = Mutex(State(limit: limit, used: used))
    }

    /// The most that may be occupied.
    package var limit: Int64 { state.withLock { $0.limit } }
    /// What files occupy, without unfinished ones.
    package var used: Int64 { state.withLock { $0.used } }
    /// What files occupy and unfinished ones were promised.
    package var occupied: Int64 { state.withLock { $0.used + $0.reserved } }
    /// What is left.
    package var free: Int64 { state.withLock { max(0, $0.limit - $0.used - $0.reserved) } }

    /// Sets another limit; one below what is occupied refuses everything new.
    func setLimit(_ limit: Int64) { state.withLock { $0.limit = limit } }

    // MARK: Changes

    /// Runs a change of names or content and its counting, so that a scan beside it knows of it.
    func change<T>(_ body: () throws(StorageError) -> T) throws(StorageError) -> T {
        begin()
        defer { end() }
        return try body()
    }

    /// Begins a change that is not one call; owed an ``end()``.
    func begin() { state.withLock { $0.active += 1 } }

    func end() {
        state.withLock { state in
            state.active -= 1
            state.epoch += 1
        }
    }

    /// Gives back what removed files occupied.
    func give(_ bytes: Int64) { count(-bytes) }

    /// Counts without asking: what is on the disk already.
    func count(_ bytes: Int64) {
        guard bytes != 0 else { return }
        state.withLock { state in
            // Below 0 only after changes behind our back.
            state.used = max(0, state.used + bytes)
            state.moved += abs(bytes)
        }
    }

    // MARK: Unfinished files

    /// Charges an unfinished file.
    ///
    /// - Throws: `.noSpace` when it passes the limit, with nothing charged.
    func reserve(_ bytes: Int64) throws(StorageError) {
        let fits = state.withLock { state in
            guard Self.fits(bytes, state) else { return false }
            state.reserved += bytes
            return true
        }
        guard fits else { throw Self.full }
    }

    /// Corrects the charge of an unfinished file to what it is.
    func adjustReserved(by bytes: Int64) { state.withLock { $0.reserved += bytes } }

    /// An unfinished file becomes a file, or goes.
    func settle(reserved: Int64, used: Int64) {
        state.withLock { state in
            state.reserved -= reserved
            state.used = max(0, state.used + used)
            state.moved += abs(used)
        }
    }

    /// The charge of an unfinished file; made with what it occupies when it is not known yet.
    func charge(of id: String, allocated: Int64) -> StagedCharge {
        state.withLock { state in
            if let known = state.staged[id] { return known }
            let made = StagedCharge(quota: self, charged: allocated)
            state.reserved += allocated
            state.staged[id] = made
            return made
        }
    }

    /// Forgets an unfinished file that was discarded or published.
    func takeCharge(of id: String) -> StagedCharge? { state.withLock { $0.staged.removeValue(forKey: id) } }

    // MARK: Copies

    /// Counts a piece of a copy before it is written.
    ///
    /// - Throws: `.noSpace` when it passes the limit, with nothing counted.
    func copy(_ bytes: Int64) throws(StorageError) {
        let fits = state.withLock { state in
            guard Self.fits(bytes, state) else { return false }
            state.used += bytes
            state.moved += bytes
            state.copying += bytes
            return true
        }
        guard fits else { throw Self.full }
    }

    /// Corrects what a copy has counted.
    func correctCopy(by bytes: Int64) {
        state.withLock { state in
            state.used = max(0, state.used + bytes)
            state.moved += abs(bytes)
            state.copying += bytes
        }
    }

    /// A copy that counted so much is finished.
    func finishCopy(_ bytes: Int64) { state.withLock { $0.copying -= bytes } }

    // MARK: Scans

    /// What was counted when a scan began.
    struct Snapshot {
        fileprivate var used: Int64
        fileprivate var moved: Int64
        fileprivate var copying: Int64
        fileprivate var epoch: UInt64
        fileprivate var isQuiet: Bool
    }

    /// Begins a scan.
    func snapshot() -> Snapshot {
        state.withLock { state in
            Snapshot(
                used: state.used,
                moved: state.moved,
                copying: state.copying,
                epoch: state.epoch,
                isQuiet: state.active == 0
            )
        }
    }

    /// Takes the sum of a scan over.
    ///
    /// Beside changes it is not known which of them the scan saw; then only what no choice of them explains is taken
    /// for drift.
    ///
    /// - Returns: whether nothing changed meanwhile, so that the account is exact.
    func settle(scan sum: Int64, since start: Snapshot) -> Bool {
        state.withLock { state in
            if start.isQuiet, state.active == 0, state.epoch == start.epoch, state.moved == start.moved {
                state.used = sum
                return true
            }
            let unsure = state.moved - start.moved + start.copying
            let drift = sum - start.used
            if drift > unsure { state.used += drift - unsure }
            if drift < -unsure { state.used = max(0, state.used + drift + unsure) }
            return false
        }
    }

    private static func fits(_ bytes: Int64, _ state: State) -> Bool {
        let (sum, overflow) = (state.used + state.reserved).addingReportingOverflow(bytes)
        return !overflow && sum <= state.limit
    }

    private static let full = StorageError(.noSpace, "the partition's limit is reached")
}

/// Sizes on the disk.
enum Blocks {
    /// What most file systems allocate at least.
    static let size: Int64 = 4_096

    /// A size in whole blocks.
    static func rounded(_ bytes: Int64) -> Int64 {
        let (sum, overflow) = bytes.addingReportingOverflow(size - 1)
        return overflow ? bytes : sum / size * size
    }
}

extension FileStatus {
    /// What removing this name gives back: nothing while the file has other names.
    var reclaimed: Int64 { kind == .file && links == 1 ? info.allocated : 0 }
}
