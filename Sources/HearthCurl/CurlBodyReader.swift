import HearthClient

/// The reading end of a response: as long as it lives the exchange goes on, and without it nobody wants the rest.
final class CurlBodyReader: Sendable {
    private let exchange: CurlExchange
    /// Keeps the connections alive while a body is read.
    private let transport: CurlTransport

    init(exchange: CurlExchange, transport: CurlTransport) {
        self.exchange = exchange
        self.transport = transport
    }

    deinit { abandon() }

    /// The next piece, nil at the end.
    func next() async throws(TransportError) -> [UInt8]? {
        let outcome = await withTaskCancellationHandler {
            await withUnsafeContinuation { exchange.response.pull($0) }
        } onCancel: {
            exchange.response.abandon()
            exchange.cancel()
        }
        return try outcome.get()
    }

    /// Ends the exchange where it is not complete.
    func abandon() {
        if !exchange.response.abandon() { exchange.cancel() }
    }
}
