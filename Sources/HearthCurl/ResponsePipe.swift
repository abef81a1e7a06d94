import HearthClient
import Synchronization

/// Carries a response body from a lane's thread to the task that reads it, with at most `limit` bytes between them.
final class ResponsePipe: Sendable {
    typealias Piece = Result<[UInt8]?, TransportError>

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        var held = 0
        /// nil while more may come; the outer success is the orderly end.
        var end: Result<Void, TransportError>?
        var waiter: UnsafeContinuation<Piece, Never>?
        /// Whether the network side stands still until the reader has caught up.
        var isFull = false
        var isAbandoned = false
    }

    /// Small pieces are joined up to so many bytes: libcurl hands out 16 KiB at a time.
    private static let pieceSize = 128 << 10

    private let limit: Int
    private let state = Mutex(State())
    /// Called when a full pipe has room again, on the reader's thread.
    private let onRoom: @Sendable () -> Void

    init(limit: Int, onRoom: @escaping @Sendable () -> Void) {
        self.limit = limit
        self.onRoom = onRoom
    }

    /// Adds bytes; false when the pipe is full and nothing was taken.
    func push(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, waiter): (Bool, UnsafeContinuation<Piece, Never>?) = state.withLock { state in
            if state.isAbandoned { return (true, nil) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (true, waiter)
            }
            guard state.held < limit else {
                state.isFull = true
                return (false, nil)
            }
            if let last = state.pieces.indices.last, state.pieces[last].count + bytes.count <= Self.pieceSize
            {
                state.pieces[last].append(contentsOf: bytes)
            } else {
                state.pieces.append(Array(bytes))
            }
            state.held += bytes.count
            return (true, nil)
        }
        waiter?.resume(returning: .success(Array(bytes)))
        return isTaken
    }

    /// Ends the body: the bytes that are there are still read, then comes the result.
    func finish(_ result: Result<Void, TransportError>) {
        let waiter = state.withLock { state in
            guard state.end == nil else { return nil as UnsafeContinuation<Piece, Never>? }
            state.end = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result.map { nil })
    }

    /// Gives the next piece to the reader, now or later.
    func pull(_ continuation: UnsafeContinuation<Piece, Never>) {
        var hasRoom = false
        let piece: Piece? = state.withLock { state in
            if state.isAbandoned { return .failure(TransportError(.cancelled, "the body was given up")) }
            if let first = state.pieces.popFirst() {
                state.held -= first.count
                if state.isFull, state.held <= limit / 2 {
                    state.isFull = false
                    hasRoom = true
                }
                return .success(first)
            }
            if let end = state.end { return end.map { nil } }
            guard state.waiter == nil else {
                return .failure(TransportError(.other, "a body is read by one task at a time"))
            }
            state.waiter = continuation
            return nil
        }
        if hasRoom { onRoom() }
        if let piece { continuation.resume(returning: piece) }
    }

    /// Drops what is there and what comes.
    ///
    /// - Returns: whether the body had come to its end before.
    @discardableResult
    func abandon() -> Bool {
        let (waiter, isComplete) = state.withLock { state in
            defer {
                state.waiter = nil
                state.pieces = []
                state.held = 0
                state.isAbandoned = true
            }
            return (state.waiter, state.end != nil)
        }
        waiter?.resume(returning: .failure(TransportError(.cancelled)))
        return isComplete
    }
}
