import HearthClient
import HearthWire

/// Repeats what failed for a moment; gives up after so many failures without any progress in between.
struct Retrier: Sendable {
    private let configuration: TransferConfiguration
    private let clock: ClientClock
    private var failures = 0

    init(_ context: TransferContext) {
        configuration = context.configuration
        clock = context.clock
    }

    /// Bytes arrived: the count begins anew.
    mutating func progressed() { failures = 0 }

    /// Waits before the next try.
    ///
    /// - Throws: the error when there is no next try.
    mutating func failed(_ error: ClientError) async throws(TransferError) {
        if Task.isCancelled { throw TransferError(.cancelled) }
        guard Self.isPassing(error), failures < configuration.retries else {
            throw TransferError.made(of: error)
        }
        failures += 1
        var delay = configuration.firstDelay
        for _ in 1..<failures { delay = min(delay * 2, configuration.largestDelay) }
        // Half of it by chance, so that the connections of one fault do not come back at one moment.
        delay *= Double.random(in: 0.5...1)
        if let asked = error.retryAfter { delay = max(delay, min(asked, 600)) }
        try await wait(delay)
    }

    private func wait(_ seconds: Double) async throws(TransferError) {
        do { try await clock.sleep(seconds) } catch { throw TransferError(.cancelled) }
    }

    /// Whether the same may succeed a moment later.
    private static func isPassing(_ error: ClientError) -> Bool {
        if error.isRetryable { return true }
        switch error.kind {
        // A gateway's page in the place of an envelope, or a server that is just going down.
        case .http(let status): return status == 500
        case .invalidEnvelope: return true
        case .transport(let cause): return cause.kind == .other
        default: return false
        }
    }

    /// Repeats `body` until it succeeds.
    static func run<Value: Sendable>(
        _ context: TransferContext,
        _ body: () async throws(ClientError) -> Value
    ) async throws(TransferError) -> Value {
        var retrier = Retrier(context)
        while true {
            do throws(ClientError) {
                return try await body()
            } catch {
                try await retrier.failed(error)
            }
        }
    }
}

extension TransferError {
    /// What a client's error means for a transfer.
    static func made(of error: ClientError) -> TransferError {
        if error.kind == .cancelled { return TransferError(.cancelled) }
        if error.transport?.kind == .sourceChanged { return TransferError(.sourceChanged) }
        return TransferError(error)
    }
}
