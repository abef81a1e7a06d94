/// Executes targets: builds requests, asks plugins, reads envelopes, repeats what may be repeated.
///
/// One provider speaks for one ``EndpointSource``, that is for one area. It can be shared by all tasks of an app.
public final class Provider: Sendable {
    /// Says where calls go.
    public let endpoints: any EndpointSource
    /// Carries requests.
    public let transport: any Transport
    /// See every request and reply, in this order.
    public let plugins: [any Plugin]
    /// How this provider behaves.
    public let configuration: ProviderConfiguration

    let ledger = RequestLedger()

    /// Makes a provider.
    ///
    /// - Parameters:
    ///   - endpoint: says where calls go, and as whom.
    ///   - transport: carries requests.
    ///   - plugins: a ``TokenPlugin`` and a ``RetryPlugin`` are put in front unless there are some.
    ///   - configuration: how it behaves.
    public init(
        endpoint: any EndpointSource,
        transport: any Transport,
        plugins: [any Plugin] = [],
        configuration: ProviderConfiguration = ProviderConfiguration()
    ) {
        endpoints = endpoint
        self.transport = transport
        self.configuration = configuration
        var first: [any Plugin] = []
        if !plugins.contains(where: { $0 is TokenPlugin }) { first.append(TokenPlugin()) }
        if !plugins.contains(where: { $0 is RetryPlugin }) {
            first.append(RetryPlugin(configuration.retry, random: configuration.random))
        }
        self.plugins = first + plugins
    }

    /// Executes a target.
    ///
    /// Cancelling the task ends the request at once and throws `.cancelled`.
    public func request<T: Target>(_ target: T) async throws(ClientError) -> T.Response {
        try await request(target, id: ledger.begin(target))
    }

    /// Executes a target in a task of its own, for callers that are not asynchronous themselves.
    public func start<T: Target>(_ target: T) -> RequestHandle<T.Response> {
        let id = ledger.begin(target)
        let task = Task { () async -> Result<T.Response, ClientError> in
            do throws(ClientError) {
                return .success(try await self.request(target, id: id))
            } catch {
                return .failure(error)
            }
        }
        return RequestHandle(id: id, task: task)
    }

    /// Executes a target and gives its reply with the body still on its way.
    ///
    /// Failures are thrown as by ``request(_:)``. The call counts as under way until its body has ended or was given
    /// up.
    public func raw(_ target: some Target) async throws(ClientError) -> ProviderReply {
        let id = ledger.begin(target)
        var reply = try await perform(target, id: id, isStreamed: true)
        let lease = BodyLease(ledger, id, reply.body)
        ledger.attach({ [body = reply.body] in body.cancel() }, to: id)
        reply.body = lease.body
        return reply
    }

    /// Ends one call; its caller gets `.cancelled`.
    public func cancel(_ id: RequestID) { ledger.cancel(id) }

    /// Ends all calls; their callers get `.cancelled`.
    public func cancelAll() { ledger.cancelAll() }

    /// The calls under way, oldest first.
    public var inFlight: [RequestInfo] { ledger.inFlight }

    /// What happens to this provider's calls from now on; a slow reader loses the oldest beyond 1 024.
    public func events() -> AsyncStream<ProviderEvent> { ledger.events() }

    private func request<T: Target>(_ target: T, id: RequestID) async throws(ClientError) -> T.Response {
        let reply = try await perform(target, id: id, isStreamed: false)
        return try target.decode(reply)
    }

    /// Runs a call in a task that the ledger can cancel.
    private func perform(
        _ target: some Target,
        id: RequestID,
        isStreamed: Bool
    ) async throws(ClientError) -> ProviderReply {
        // Owned by this function: it awaits the task, and hands cancellation on.
        let task = Task { () async -> Result<ProviderReply, ClientError> in
            do throws(ClientError) {
                return .success(try await self.run(target, id: id, isStreamed: isStreamed))
            } catch {
                return .failure(error)
            }
        }
        ledger.attach({ task.cancel() }, to: id)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        switch result {
        case .success(let reply):
            if !isStreamed { ledger.end(id) }
            return reply
        case .failure(let error):
            ledger.end(id)
            throw error
        }
    }
}

/// A call that runs in a task of its own.
public struct RequestHandle<Response: Sendable>: Sendable, Identifiable {
    /// Names the call in its provider.
    public let id: RequestID
    let task: Task<Result<Response, ClientError>, Never>

    /// What came of it; waits.
    public var value: Response {
        get async throws(ClientError) { try await task.value.get() }
    }

    /// Ends the call; ``value`` throws `.cancelled`.
    public func cancel() { task.cancel() }
}

/// Ends a streamed call's entry with its body, also when nobody reads that to its end.
private final class BodyLease: Sendable {
    private let ledger: RequestLedger
    private let id: RequestID
    private let inner: TransportResponseBody

    init(_ ledger: RequestLedger, _ id: RequestID, _ inner: TransportResponseBody) {
        self.ledger = ledger
        self.id = id
        self.inner = inner
    }

    deinit {
        inner.cancel()
        ledger.end(id)
    }

    var body: TransportResponseBody {
        TransportResponseBody(
            pull: { () async throws(TransportError) -> [UInt8]? in
                do throws(TransportError) {
                    let piece = try await self.inner.next()
                    if piece == nil { self.ledger.end(self.id) }
                    return piece
                } catch {
                    self.ledger.end(self.id)
                    throw error
                }
            },
            abandon: {
                self.inner.cancel()
                self.ledger.end(self.id)
            }
        )
    }
}
