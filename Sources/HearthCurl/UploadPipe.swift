import HearthClient
import Synchronization

/// Carries a request body from the task that makes it to a lane's thread, two pieces at most between them.
final class UploadPipe: Sendable {
    /// What the network side finds.
    enum Found {
        /// So many bytes were copied.
        case bytes(Int)
        /// Nothing yet; the pipe calls when there is.
        case nothingYet
        /// The source has come to its end.
        case end
        /// The source threw.
        case failure(String)
    }

    private struct State {
        var pieces: ArraySlice<[UInt8]> = []
        /// Bytes of the first piece that are gone.
        var taken = 0
        var isEnded = false
        var failure: String?
        var isStarving = false
        var isClosed = false
        var producer: UnsafeContinuation<Void, Never>?
    }

    private let state = Mutex(State())
    private let onReady: @Sendable () -> Void

    /// - Parameter onReady: called when a starving reader can go on.
    init(onReady: @escaping @Sendable () -> Void) {
        self.onReady = onReady
    }

    /// Moves all pieces of a source; ends when the source ends or the pipe is closed.
    func pump(_ source: TransportBodyStream) async {
        do {
            while let piece = try await source.next() {
                if piece.isEmpty { continue }
                guard await push(piece) else { return }
            }
            end(nil)
        } catch {
            end(String(describing: error))
        }
    }

    /// Copies what is there into libcurl's buffer.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Found {
        let (found, producer): (Found, UnsafeContinuation<Void, Never>?) = state.withLock { state in
            if let failure = state.failure { return (.failure(failure), nil) }
            guard let first = state.pieces.first else {
                if state.isEnded { return (.end, nil) }
                state.isStarving = true
                return (.nothingYet, nil)
            }
            let count = min(buffer.count, first.count - state.taken)
            first.withUnsafeBytes { bytes in
                buffer.copyMemory(
                    from: UnsafeRawBufferPointer(rebasing: bytes[state.taken..<state.taken + count])
                )
            }
            state.taken += count
            guard state.taken == first.count else { return (.bytes(count), nil) }
            state.pieces.removeFirst()
            state.taken = 0
            defer { state.producer = nil }
            return (.bytes(count), state.producer)
        }
        producer?.resume()
        return found
    }

    /// Lets a waiting producer go; it sees that nobody reads any more.
    func close() {
        let producer = state.withLock { state in
            state.isClosed = true
            state.pieces = []
            defer { state.producer = nil }
            return state.producer
        }
        producer?.resume()
    }

    private func push(_ piece: [UInt8]) async -> Bool {
        let (wasStarving, isClosed) = state.withLock { state in
            guard !state.isClosed else { return (false, true) }
            state.pieces.append(piece)
            defer { state.isStarving = false }
            return (state.isStarving, false)
        }
        if isClosed { return false }
        if wasStarving { onReady() }
        await withUnsafeContinuation { continuation in
            let goesOn = state.withLock { state in
                if state.isClosed || state.pieces.count < 2 { return true }
                state.producer = continuation
                return false
            }
            if goesOn { continuation.resume() }
        }
        return state.withLock { !$0.isClosed }
    }

    private func end(_ failure: String?) {
        let wasStarving = state.withLock { state in
            state.isEnded = true
            state.failure = failure
            defer { state.isStarving = false }
            return state.isStarving
        }
        if wasStarving { onReady() }
    }
}
