import Synchronization

/// What one unfinished file is charged: what it was promised or what it occupies, whichever is more.
final class StagedCharge: Sendable {
    private struct State {
        /// Up to here writing is paid for.
        var promised: Int64 = 0
        var charged: Int64
        var writers = 0
        var isOver = false
    }

    private let quota: Quota
    private let state: Mutex<State>

    /// The caller has charged `charged` already.
    init(quota: Quota, charged: Int64) {
        self.quota = quota
        state = Mutex(State(charged: charged))
    }

    /// Pays for writing up to a size.
    ///
    /// - Returns: what was promised before, for ``withdraw(to:allocated:)``.
    /// - Throws: `.noSpace`, with nothing charged that was not before.
    func promise(_ size: Int64) throws(StorageError) -> Int64 {
        try state.withLock { state throws(StorageError) in
            let before = state.promised
            guard !state.isOver, size > before else { return before }
            let more = Blocks.rounded(size) - state.charged
            if more > 0 {
                try quota.reserve(more)
                state.charged += more
            }
            state.promised = size
            return before
        }
    }

    /// Takes a promise back, as far as nothing was written for it.
    func withdraw(to size: Int64, allocated: Int64) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.promised = min(state.promised, size)
            settle(&state, allocated)
        }
    }

    /// Whether writing up to an offset is paid for.
    func covers(_ end: Int64) -> Bool { state.withLock { $0.isOver || end <= $0.promised } }

    /// Begins to write where nothing is yet; owed an ``endWriting(allocated:)``.
    ///
    /// - Throws: `.noSpace`, with nothing begun.
    func beginWriting(_ bytes: Int64) throws(StorageError) {
        try state.withLock { state throws(StorageError) in
            if !state.isOver, bytes > 0 {
                try quota.reserve(bytes)
                state.charged += bytes
            }
            state.writers += 1
        }
    }

    /// Ends a write; when it was the last, the charge becomes what the file occupies.
    func endWriting(allocated: Int64) {
        state.withLock { state in
            state.writers -= 1
            if !state.isOver, state.writers == 0 { settle(&state, allocated) }
        }
    }

    /// The end of the file as an unfinished one; nothing is charged from now on.
    ///
    /// - Parameter used: what the partition's files occupy more than before.
    func end(used: Int64) {
        state.withLock { state in
            guard !state.isOver else { return }
            state.isOver = true
            quota.settle(reserved: state.charged, used: used)
            state.charged = 0
        }
    }

    private func settle(_ state: inout State, _ allocated: Int64) {
        // While others write, their charges are part of it.
        guard state.writers == 0 else { return }
        let charge = max(Blocks.rounded(state.promised), allocated)
        quota.adjustReserved(by: charge - state.charged)
        state.charged = charge
    }
}
