import Synchronization

/// Hands progress to whoever looks.
final class ProgressFeed: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
        var next = 0
    }

    private let state = Mutex(State())

    deinit {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
    }

    /// Whether anybody looks.
    var isWatched: Bool { state.withLock { !$0.readers.isEmpty } }

    func stream() -> AsyncStream<TransferProgress> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self,
            bufferingPolicy: .bufferingNewest(1)
        )
        let number = state.withLock { state in
            state.next += 1
            state.readers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            self?.state.withLock { _ = $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    func send(_ progress: TransferProgress) {
        for reader in state.withLock({ Array($0.readers.values) }) { reader.yield(progress) }
    }
}
