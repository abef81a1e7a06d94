import HearthConcurrency
import HearthCrypto
import Synchronization

/// Hashes bytes on their way to the disk: each piece on another thread while the caller writes the same piece.
///
/// So bytes are hashed while they are in the processor's cache, and need not be read back, which of an encrypted file
/// costs opening them again. Nothing is copied, and nobody waits for a thread of the pool: what none has begun when
/// the piece is written, the caller hashes itself.
///
/// `@unchecked Sendable`: one task uses it, one piece at a time; for each piece, whoever has taken its turn is the only
/// one that reaches the hasher.
final class PieceHasher: @unchecked Sendable {
    /// What is not worth waking a thread for.
    private static let smallPiece = 64 << 10

    private var hasher: SHA256Hasher?
    private var failure: CryptoError?
    /// Bytes hashed here.
    private(set) var count: Int64 = 0
    private let pool: ThreadPool

    /// Goes on from a state.
    init(_ hasher: consuming SHA256Hasher, beside pool: ThreadPool) {
        self.hasher = consume hasher
        self.pool = pool
    }

    /// Adds a piece while `work` runs; returns, or throws, when both have ended.
    ///
    /// - Throws: what `work` threw: the hasher is then of no use.
    func update(_ piece: UnsafeRawBufferPointer, while work: () throws -> Void) throws {
        count += Int64(piece.count)
        guard piece.count >= Self.smallPiece else {
            try work()
            return hash(piece)
        }
        let turn = Turn(of: piece, self)
        pool.submit { turn.takeOnPool() }
        // Also after a failure: the bytes are the caller's only for as long as this call.
        defer { turn.end() }
        try work()
    }

    /// Hands the state over.
    ///
    /// - Throws: a failure of the library with any of the pieces.
    func take() throws -> SHA256Hasher {
        if let failure { throw failure }
        guard let hasher = hasher.take() else { return try SHA256Hasher() }
        return hasher
    }

    private func hash(_ piece: UnsafeRawBufferPointer) {
        do throws(CryptoError) { try hasher?.update(piece) } catch { failure = error }
    }

    /// One piece, to be hashed by whoever comes first.
    ///
    /// `@unchecked Sendable`: the bytes are read only by whoever has taken the turn, and the caller lends them until
    /// ``end()`` returns.
    private final class Turn: @unchecked Sendable {
        private let piece: UnsafeRawBufferPointer
        private let owner: PieceHasher
        private let isTaken = Atomic(false)
        private let isDone = Semaphore()

        init(of piece: UnsafeRawBufferPointer, _ owner: PieceHasher) {
            self.piece = piece
            self.owner = owner
        }

        /// On a thread of the pool, perhaps long after the end.
        func takeOnPool() {
            guard take() else { return }
            owner.hash(piece)
            isDone.signal()
        }

        /// Hashes the piece if nobody has begun to, else waits for that.
        func end() {
            if take() { owner.hash(piece) } else { isDone.wait() }
        }

        private func take() -> Bool { !isTaken.exchange(true, ordering: .acquiringAndReleasing) }
    }
}
