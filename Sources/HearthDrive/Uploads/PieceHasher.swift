import HearthConcurrency
import HearthCrypto
import Synchronization

/// Hashes bytes on another thread while the caller goes on receiving and writing.
///
/// So bytes are hashed while they are in the processor's cache, and need not be read back, which of an encrypted file
/// costs opening them again. They are copied into a short queue; a caller that is faster waits until a piece of it is
/// hashed. It never waits for a thread of the pool: what none has begun, it hashes itself. Not worth it for less than
/// ``leastSize``.
///
/// `@unchecked Sendable`: one task uses it; the hasher belongs to whoever has set `isWorking`.
final class PieceHasher: @unchecked Sendable {
    /// For fewer bytes than this, hash where you are.
    static let leastSize: Int64 = 1 << 20
    /// Pieces that wait: with the one that is filled and the one that is hashed, 1 MiB.
    private static let limit = 6
    /// From how many on it is worth waking a thread.
    private static let batch = 4

    fileprivate struct State {
        var pieces = RingBuffer<Piece>(capacity: limit)
        /// Pieces that were hashed, to be filled again.
        var spares: [Piece] = []
        /// Somebody hashes what is in the queue.
        var isWorking = false
        /// A thread of the pool has been asked to.
        var isAsked = false
        /// The caller waits for room, or for the end.
        var isWaiting = false
    }

    fileprivate enum Step { case done, ask, work, wait }

    private var hasher: SHA256Hasher?
    private var failure: CryptoError?
    private var filling: Piece?
    private let state = Mutex(State())
    private let progress = Semaphore()
    private let pool: ThreadPool
    /// Bytes added.
    private(set) var count: Int64 = 0

    /// Goes on from a state.
    init(_ hasher: consuming SHA256Hasher, beside pool: ThreadPool) {
        self.hasher = consume hasher
        self.pool = pool
    }

    /// Adds bytes; they are copied.
    func add(_ bytes: UnsafeRawBufferPointer) {
        count += Int64(bytes.count)
        var rest = bytes
        while !rest.isEmpty {
            let piece = filling ?? state.withLock { $0.spares.popLast() } ?? Piece()
            rest = piece.fill(from: rest)
            filling = piece.isFull ? nil : piece
            if piece.isFull { queue(piece) }
        }
    }

    /// Hands over the state after all bytes.
    ///
    /// - Throws: a failure of the library with any of the pieces.
    func take() throws -> SHA256Hasher {
        if let piece = filling.take() { queue(piece) }
        loop: while true {
            let step = state.withLock { state in
                state.pieces.isEmpty && !state.isWorking ? .done : state.stepWhenBusy()
            }
            switch step {
            case .done, .ask: break loop
            case .work: work()
            case .wait: progress.wait()
            }
        }
        if let failure { throw failure }
        guard let hasher = hasher.take() else { return try SHA256Hasher() }
        return hasher
    }

    private func queue(_ piece: Piece) {
        while true {
            let step = state.withLock { state -> Step in
                guard state.pieces.count < Self.limit else { return state.stepWhenBusy() }
                state.pieces.append(piece)
                guard !state.isAsked, !state.isWorking, state.pieces.count >= Self.batch else { return .done }
                state.isAsked = true
                return .ask
            }
            switch step {
            case .done: return
            case .ask: return pool.submit { [self] in workOnPool() }
            case .work: work()
            case .wait: progress.wait()
            }
        }
    }

    private func workOnPool() {
        let isFree = state.withLock { state in
            state.isAsked = false
            guard !state.isWorking else { return false }
            state.isWorking = true
            return true
        }
        if isFree { work() }
    }

    /// Hashes until the queue is empty; `isWorking` is the caller's.
    private func work() {
        var done: Piece?
        while true {
            let (piece, isAwaited) = state.withLock { state -> (Piece?, Bool) in
                if let done { state.spares.append(done) }
                let piece = state.pieces.popFirst()
                if piece == nil { state.isWorking = false }
                defer { state.isWaiting = false }
                return (piece, state.isWaiting)
            }
            // There is room for one more, or nothing left.
            if isAwaited { progress.signal() }
            guard let piece else { return }
            do throws(CryptoError) { try hasher?.update(piece.bytes) } catch { failure = error }
            piece.empty()
            done = piece
        }
    }
}

extension PieceHasher.State {
    /// Work, if nobody does it; else wait for who does.
    fileprivate mutating func stepWhenBusy() -> PieceHasher.Step {
        if isWorking {
            isWaiting = true
            return .wait
        }
        isWorking = true
        return .work
    }
}

/// Memory that is filled, hashed and filled again.
///
/// `@unchecked Sendable`: whoever has taken it out of a queue is the only one that reaches it.
private final class Piece: @unchecked Sendable {
    private static let size = 128 << 10
    private let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 64)
    private var count = 0

    deinit { memory.deallocate() }

    var isFull: Bool { count == memory.count }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

    /// Takes what there is room for; returns the rest.
    func fill(from bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let taken = bytes.prefix(memory.count - count)
        UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: taken)
        count += taken.count
        return UnsafeRawBufferPointer(rebasing: bytes[taken.endIndex...])
    }

    func empty() { count = 0 }
}
