public import HearthClient
import Synchronization

/// HTTP/1.1 and HTTP/2 by libcurl.
///
/// Each lane has one libcurl multi handle on a thread of its own, so lanes share neither connections nor processor
/// time, and no thread of Swift's pool ever waits for the network. Within a lane every request under way has a
/// connection to itself, also over HTTP/2; connections are kept and used again (decision 0020).
///
/// Thread rule: any thread. Sinks, file parts and their progress are called on the lane's thread.
public final class CurlTransport: Transport {
    private let configuration: CurlConfiguration
    private let loops = Mutex<[String: CurlLoop]>([:])

    /// Connects to nothing before the first request.
    public init(configuration: CurlConfiguration = .init()) {
        self.configuration = configuration
    }

    deinit {
        // Only idle connections can be left: requests under way hold the transport.
        for loop in loops.withLock({ Array($0.values) }) { loop.stop() }
    }

    /// Sends a request; see ``Transport/send(_:)``.
    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let exchange = try CurlExchange(request, readAhead: configuration.readAhead)
        let outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { continuation in
                exchange.await(continuation)
                start(exchange, lane: request.lane)
            }
        } onCancel: {
            exchange.cancel()
        }
        let head = try outcome.get()
        let reader = CurlBodyReader(exchange: exchange, transport: self)
        return TransportResponse(
            head: head,
            body: TransportResponseBody(
                pull: { () async throws(TransportError) in try await reader.next() },
                abandon: { reader.abandon() }
            )
        )
    }

    /// Ends all requests with `.interrupted`, and all connections.
    public func reset() async {
        let old = loops.withLock { loops in
            defer { loops = [:] }
            return Array(loops.values)
        }
        for loop in old { await loop.end() }
    }

    /// Hands an exchange to its lane's thread, which is started where there is none.
    func start(_ exchange: CurlExchange, lane: String) {
        loops.withLock { loops in
            if let loop = loops[lane], loop.start(exchange) { return }
            let loop = CurlLoop(configuration: configuration)
            loops[lane] = loop
            if !loop.start(exchange) {
                exchange.settle(.failure(TransportError(.other, "no thread for the lane could be started")))
            }
        }
    }
}
