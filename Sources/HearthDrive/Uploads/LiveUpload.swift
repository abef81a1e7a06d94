import HearthConcurrency
import HearthCrypto
import HearthStorage
import HearthWire
import Synchronization

/// An open upload session in memory: the temporary file, the chunks it holds, and the hash on its way.
final class LiveUpload: Sendable {
    /// The right to write one chunk; taken away when a newer request brings the same chunk.
    ///
    /// A client whose connection died comes back with the same chunk while the dead connection still waits for
    /// its time-out. The newer request wins, and the older must not write one more byte.
    final class Ticket: Sendable {
        private let isValid = Mutex(true)

        /// Runs the write if the right is still there; otherwise the bytes are dropped.
        func write(_ work: () throws -> Void) rethrows {
            try isValid.withLock { valid in if valid { try work() } }
        }

        func revoke() { isValid.withLock { $0 = false } }
    }

    private struct State {
        var chunks: [Int: Int64]
        var tickets: [Int: Ticket] = [:]
        /// Fsynced, with the row on its way: as good as recorded for everybody else.
        var recording: [Int: Ticket] = [:]
        /// Requests that brought a chunk somebody else is storing.
        var waiters: [Int: [CheckedContinuation<Bool, Never>]] = [:]
        var isEnding = false
        var isEvicted = false
    }

    private struct HashState: ~Copyable {
        var hasher: SHA256Hasher?
        var position: Int64 = 0
    }

    let row: UploadRow
    let staged: any StagedFile
    /// Held by whoever finishes or removes the session.
    let finishing = AsyncLock()
    private let state: Mutex<State>
    private let hashing = AsyncLock()
    private let hash = Mutex(HashState(hasher: nil))

    init(row: UploadRow, staged: any StagedFile, chunks: [Int: Int64]) {
        self.row = row
        self.staged = staged
        state = Mutex(State(chunks: chunks))
    }

    /// Chunks recorded so far.
    var chunks: [Int: Int64] { state.withLock { $0.chunks } }

    /// A ticket for chunk `n`, or nil when it is recorded already; an older ticket for it is revoked.
    ///
    /// - Throws: 10014 when the session is being finished or removed; 90007 when its folder has moved.
    func ticket(for n: Int) throws -> Ticket? {
        try state.withLock { state in
            if state.isEvicted { throw DriveError(.busy, retryAfter: 1) }
            if state.chunks[n] != nil || state.recording[n] != nil { return nil }
            if state.isEnding { throw DriveError(.chunksIncomplete) }
            state.tickets[n]?.revoke()
            let ticket = Ticket()
            state.tickets[n] = ticket
            return ticket
        }
    }

    /// Gives a ticket back after a failure; the chunk stays unrecorded.
    func drop(_ ticket: Ticket, _ n: Int) {
        ticket.revoke()
        let waiters = state.withLock { state -> [CheckedContinuation<Bool, Never>] in
            if state.recording[n] === ticket { state.recording[n] = nil }
            guard state.tickets[n] === ticket else { return [] }
            state.tickets[n] = nil
            return state.waiters.removeValue(forKey: n) ?? []
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }

    /// Waits for whoever stores chunk `n` now.
    ///
    /// - Returns: whether it is recorded.
    func isStored(_ n: Int) async -> Bool {
        await withCheckedContinuation { continuation in
            let known: Bool? = state.withLock { state in
                if state.chunks[n] != nil { return true }
                if state.tickets[n] == nil { return false }
                state.waiters[n, default: []].append(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }

    /// Whether this ticket may still record its chunk; if so, from now on nobody else can write it.
    func claim(_ ticket: Ticket, _ n: Int) -> Bool {
        state.withLock { state in
            guard state.tickets[n] === ticket, state.chunks[n] == nil, !state.isEnding else { return false }
            state.recording[n] = ticket
            return true
        }
    }

    /// Adds a chunk whose row is committed.
    func record(_ n: Int, _ size: Int64) {
        let waiters = state.withLock { state in
            state.chunks[n] = size
            state.tickets[n] = nil
            state.recording[n] = nil
            return state.waiters.removeValue(forKey: n) ?? []
        }
        for waiter in waiters { waiter.resume(returning: true) }
    }

    /// No chunk is taken from now on; running ones lose their tickets.
    func end() {
        let waiters = state.withLock { state in
            state.isEnding = true
            for ticket in state.tickets.values { ticket.revoke() }
            state.tickets.removeAll()
            defer { state.waiters.removeAll() }
            return state.waiters.values.flatMap { $0 }
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }

    /// Whether another handle has taken this one's place.
    var isEvicted: Bool { state.withLock { $0.isEvicted } }

    /// The folder goes elsewhere: this handle takes no chunk any more, the session goes on with another.
    func evict() {
        state.withLock { $0.isEvicted = true }
        end()
    }

    /// Takes chunks again, after finishing failed in a way that can be mended.
    func reopen() { state.withLock { $0.isEnding = false } }

    // MARK: Hash

    /// A hasher for the bytes of chunk `n` while they arrive; nil when the hash of the whole has not come that far, or
    /// somebody is at it.
    ///
    /// - Parameters:
    ///   - n: a chunk that is about to be stored.
    ///   - blocking: threads that may hash beside the one that writes.
    /// - Returns: for ``adopt(_:_:_:)`` once the chunk is recorded.
    func hasher(for n: Int, beside blocking: ThreadPool) -> PieceHasher? {
        let found = hash.withLockIfAvailable { state -> PieceHasher? in
            guard state.position == ChunkPlan.offset(of: n) else { return nil }
            // A failure shows itself again, and is answered, when the session is finished.
            do {
                if state.hasher == nil, state.position == 0 { state.hasher = try SHA256Hasher() }
                guard let copy = try state.hasher?.copy() else { return nil }
                return PieceHasher(copy, beside: blocking)
            } catch { return nil }
        }
        return found.flatMap { $0 }
    }

    /// Takes over what was hashed while a recorded chunk arrived, so that it is not read back.
    ///
    /// Nothing happens when somebody has begun to read it.
    func adopt(_ hasher: PieceHasher, _ n: Int, _ size: Int64) {
        _ = hash.withLockIfAvailable { state in
            guard state.position == ChunkPlan.offset(of: n), hasher.count == size else { return }
            do {
                state.hasher = try hasher.take()
                state.position += size
            } catch { return }
        }
    }

    /// Hashes on along the contiguous part, unless somebody is at it already.
    ///
    /// For chunks that did not come in order. Runs on the blocking pool while the next ones come in, from the page
    /// cache where they have just been written, so that finishing need not read the file again. After a restart it
    /// reads once from the beginning.
    func hashForward(_ blocking: ThreadPool) async {
        guard hashing.tryLock() else { return }
        defer { hashing.unlock() }
        // A failed read shows itself again, and is answered, when the session is finished.
        try? await blocking.run { [self] in try hashContiguous() }
    }

    /// The hash of the first `size` bytes; reads what was not hashed on the way.
    func finishHash(size: Int64, _ blocking: ThreadPool) async throws -> SHA256Digest {
        try await hashing.withLock {
            try await blocking.run { [self] in
                try hashContiguous()
                return try hash.withLock { state in
                    guard state.position == size else { throw DriveError(.chunksIncomplete) }
                    guard let hasher = state.hasher.take() else { return try SHA256.hash([]) }
                    state.position = 0
                    return try hasher.finish()
                }
            }
        }
    }

    private func hashContiguous() throws {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 4_096)
        defer { buffer.deallocate() }
        try hash.withLock { state in
            if state.hasher == nil {
                state.hasher = try SHA256Hasher()
                state.position = 0
            }
            while let end = contiguousEnd(after: state.position) {
                while state.position < end {
                    let want = Int(min(Int64(buffer.count), end - state.position))
                    let got = try staged.read(
                        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<want]),
                        at: state.position
                    )
                    if got <= 0 { throw DriveError(.hashMismatch) }
                    try state.hasher?.update(UnsafeRawBufferPointer(rebasing: buffer[..<got]))
                    state.position += Int64(got)
                }
            }
        }
    }

    /// The end of the recorded chunk that begins at `position`.
    private func contiguousEnd(after position: Int64) -> Int64? {
        let n = Int(position / ChunkPlan.chunkSize) + 1
        return state.withLock { state in
            guard ChunkPlan.offset(of: n) == position, let size = state.chunks[n], size > 0 else {
                return nil
            }
            return position + size
        }
    }
}
