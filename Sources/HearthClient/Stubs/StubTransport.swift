import Synchronization

/// A transport without a network, for tests: a closure answers, and every request is kept.
public final class StubTransport: Transport {
    private let handler: @Sendable (TransportRequest) async throws(TransportError) -> StubResponse
    private let kept = Mutex<[TransportRequest]>([])
    private let resetCount = Mutex(0)

    /// Takes what answers.
    public init(
        _ handler: @escaping @Sendable (TransportRequest) async throws(TransportError) -> StubResponse
    ) {
        self.handler = handler
    }

    /// Answers with these in turn; the last one again and again.
    public convenience init(_ responses: [StubResponse]) {
        let next = Mutex(0)
        self.init { _ throws(TransportError) in
            let index = next.withLock { index in
                defer { index += 1 }
                return min(index, responses.count - 1)
            }
            guard index >= 0 else { throw TransportError(.unreachable, "no reply is left") }
            return responses[index]
        }
    }

    /// Every request, in order.
    public var requests: [TransportRequest] { kept.withLock { $0 } }

    /// How often ``reset()`` was called.
    public var resets: Int { resetCount.withLock { $0 } }

    /// Keeps the request and answers it; a cancelled task gets `.cancelled`.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        kept.withLock { $0.append(request) }
        if Task.isCancelled { throw TransportError(.cancelled) }
        return try await handler(request).response(for: request)
    }

    /// Counts.
    public func reset() async { resetCount.withLock { $0 += 1 } }
}

extension TransportResponseBody {
    /// A body that is there already.
    public static func bytes(_ bytes: [UInt8]) -> TransportResponseBody {
        let rest = Mutex(bytes.isEmpty ? nil : bytes)
        return TransportResponseBody(
            pull: { () async throws(TransportError) -> [UInt8]? in
                rest.withLock { rest in
                    defer { rest = nil }
                    return rest
                }
            },
            abandon: { rest.withLock { $0 = nil } }
        )
    }
}
