import HearthClient
import HearthWire
import Synchronization
import Testing

@Suite("Provider", .timeLimit(.minutes(2)))
struct ProviderTests {
    private struct Get: Target {
        typealias Response = ServerHealth
        var path = "/x"
        var method = TargetMethod.get
        var flags: TargetFlags = []
        var task = TargetTask.plain
        var sample: StubResponse? = .data(#"{"health":"ok","version":"s"}"#)
    }

    private struct Maybe: Target {
        typealias Response = ServerHealth?
        var path: String { "/x" }
    }

    private struct Nothing: Target {
        typealias Response = Void
        var path: String { "/x" }
    }

    private static let fine = StubResponse.data(#"{"health":"ok","version":"1"}"#)

    private func provider(
        _ responses: [StubResponse],
        source: any EndpointSource = FixedEndpoint("http://h", token: "t", areaID: "7"),
        plugins: [any Plugin] = [],
        _ change: (inout ProviderConfiguration) -> Void = { _ in }
    ) -> (Provider, StubTransport) {
        let transport = StubTransport(responses)
        var configuration = ProviderConfiguration()
        configuration.sleep = { _ in }
        configuration.random = { 0 }
        change(&configuration)
        return (
            Provider(endpoint: source, transport: transport, plugins: plugins, configuration: configuration),
            transport
        )
    }

    private func failure(_ body: () async throws(ClientError) -> Void) async -> ClientError? {
        do throws(ClientError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("gives the envelope's data, and sends who asks")
    func success() async throws {
        let (provider, transport) = provider([Self.fine])
        #expect(try await provider.request(Get()) == ServerHealth(health: "ok", version: "1"))
        let request = try #require(transport.requests.first)
        #expect(request.url == "http://h/api/v1/x" && request.method == "GET" && request.idleTimeout == 30)
        #expect(request.headers["scope-token"] == "t" && request.headers["Area-ID"] == "7")
        #expect(provider.inFlight.isEmpty)
    }

    @Test(
        "204 and an empty body are nothing",
        arguments: [StubResponse(status: 204), StubResponse(), .data("null")]
    )
    func nothing(_ response: StubResponse) async throws {
        let (provider, _) = provider([response])
        #expect(try await provider.request(Maybe()) == nil)
        try await provider.request(Nothing())
        #expect(
            await failure { () throws(ClientError) in _ = try await provider.request(Get()) }?.kind
                == .invalidEnvelope
        )
    }

    @Test("what is no envelope is told from refusals and statuses")
    func envelopes() async {
        func kind(_ response: StubResponse) async -> ClientError.Kind? {
            let (provider, _) = provider([response]) { $0.retry = .never }
            return await failure { () throws(ClientError) in _ = try await provider.request(Get()) }?.kind
        }
        #expect(await kind(.json("{}")) == .invalidEnvelope)
        #expect(await kind(.json("[1]")) == .invalidEnvelope)
        #expect(await kind(.json("<html>")) == .invalidEnvelope)
        guard case .transport(let torn) = await kind(.json(#"{"status":0,"data":{"hea"#)) else {
            Issue.record("half an envelope is no transport's failure")
            return
        }
        #expect(torn.kind == .interrupted && torn.isTransient)
        #expect(await kind(.json("<html>", status: 502)) == .http(status: 502))
        #expect(await kind(.json(#"{"status":0}"#, status: 500)) == .http(status: 500))
        #expect(await kind(.refusal(.nameInUse, reason: "r")) == .server(code: .nameInUse, reason: "r"))
        #expect(await kind(.refusal(.badRequest, status: 400)) == .server(code: .badRequest, reason: ""))
        #expect(await kind(.json(#"{"status":"10012"}"#)) == .server(code: .nameInUse, reason: ""))
        #expect(await kind(.failure(TransportError(.untrusted))) == .transport(TransportError(.untrusted)))
        #expect(await kind(.failure(TransportError(.cancelled))) == .cancelled)
        guard case .decoding = await kind(.data("[]")) else {
            Issue.record("an array is no object")
            return
        }
    }

    @Test("repeats what may be repeated, and waits as the server asks")
    func retries() async throws {
        let waits = Mutex<[Double]>([])
        func note(_ configuration: inout ProviderConfiguration) {
            configuration.sleep = { seconds in waits.withLock { $0.append(seconds) } }
        }
        var busy = StubResponse.refusal(.busy, status: 503)
        let (first, transport) = provider([busy, .failure(TransportError(.interrupted)), Self.fine], note)
        _ = try await first.request(Get())
        #expect(transport.requests.count == 3 && waits.withLock { $0 } == [0.5, 1])

        waits.withLock { $0 = [] }
        busy.headers["Retry-After"] = "3"
        let (second, _) = provider([busy, Self.fine], note)
        _ = try await second.request(Get())
        #expect(waits.withLock { $0 } == [3])

        busy.headers["Retry-After"] = "3600"
        let (third, patient) = provider([busy], note)
        let error = await failure { () throws(ClientError) in _ = try await third.request(Get()) }
        #expect(error?.retryAfter == 3600 && patient.requests.count == 1)

        let (fourth, once) = provider([busy], note)
        _ = await failure { () throws(ClientError) in _ = try await fourth.request(Get(method: .post)) }
        #expect(once.requests.count == 1)
    }

    private final class Channels: EndpointSource {
        let failures = Mutex(0)
        let ends = Mutex<[WireCode]>([])
        func endpoint(for base: TargetBase) async throws(ClientError) -> Endpoint {
            let count = failures.withLock { $0 }
            return Endpoint(host: count == 0 ? "http://lan" : "https://far", for: base, token: "t")
        }
        func failed(_ endpoint: Endpoint, _ error: TransportError) async -> Bool {
            failures.withLock { $0 += 1 }
            return true
        }
        func ended(_ endpoint: Endpoint, code: WireCode) async { ends.withLock { $0.append(code) } }
    }

    @Test("leaves a failing channel within one retry")
    func channels() async throws {
        let channels = Channels()
        let (provider, transport) = provider(
            [.failure(TransportError(.timedOut)), Self.fine],
            source: channels
        )
        _ = try await provider.request(Get())
        #expect(transport.requests.map(\.url) == ["http://lan/api/v1/x", "https://far/api/v1/x"])
        // A POST that may have arrived is not repeated; one that never left is.
        let (late, sent) = self.provider(
            [.failure(TransportError(.timedOut)), Self.fine],
            source: Channels()
        )
        #expect(
            await failure { () throws(ClientError) in _ = try await late.request(Get(method: .post)) } != nil
        )
        #expect(sent.requests.count == 1)
        let (early, unsent) = self.provider(
            [.failure(TransportError(.unreachable)), Self.fine],
            source: Channels()
        )
        _ = try await early.request(Get(method: .post))
        #expect(unsent.requests.count == 2)
    }

    @Test(
        "tells the end of a session once",
        arguments: [WireCode.unauthorized, .cloudLoginRequired, .cloudLoginExpired]
    )
    func ends(_ code: WireCode) async {
        let channels = Channels()
        let (provider, _) = provider([.refusal(code)], source: channels)
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    _ = await self.failure { () throws(ClientError) in _ = try await provider.request(Get()) }
                }
            }
        }
        #expect(channels.ends.withLock { $0 } == [code])
    }

    @Test("one call and all calls can be cancelled, and events tell of it")
    func cancelling() async throws {
        let transport = StubTransport { _ throws(TransportError) in
            do { try await Task.sleep(for: .seconds(600)) } catch { throw TransportError(.cancelled) }
            return StubResponse()
        }
        let provider = Provider(endpoint: FixedEndpoint("http://h"), transport: transport)
        var events = provider.events().makeAsyncIterator()
        let one = provider.start(Get())
        let others = (0..<3).map { _ in provider.start(Get()) }
        for _ in 0..<4 {
            guard case .started = await events.next()?.kind else {
                Issue.record("not started")
                return
            }
        }
        #expect(provider.inFlight.count == 4 && provider.inFlight.first?.name == "Get")
        provider.cancel(one.id)
        #expect(await failure { () throws(ClientError) in _ = try await one.value }?.kind == .cancelled)
        provider.cancelAll()
        for other in others {
            #expect(await failure { () throws(ClientError) in _ = try await other.value }?.kind == .cancelled)
        }
        #expect(provider.inFlight.isEmpty)
        let task = Task { try await provider.request(Get()) }
        task.cancel()
        await #expect(throws: ClientError.self) { _ = try await task.value }
    }

    @Test("answers by stubs: at once, later, by a closure, with failures")
    func stubs() async throws {
        let waits = Mutex<[Double]>([])
        for (behavior, expected) in [(StubBehavior.immediate, []), (.delayed(seconds: 2), [2.0])] {
            waits.withLock { $0 = [] }
            let (provider, transport) = provider([]) { configuration in
                configuration.stubs = behavior
                configuration.sleep = { seconds in waits.withLock { $0.append(seconds) } }
            }
            #expect(try await provider.request(Get()).version == "s")
            #expect(transport.requests.isEmpty && waits.withLock { $0 } == expected)
        }
        let (provider, transport) = provider([Self.fine]) { configuration in
            configuration.retry = .never
            configuration.stubs = .each { info in
                switch info.method {
                case .put: .init(.failure(TransportError(.timedOut)))
                case .post: .init(.refusal(.nameInUse))
                case .get: nil
                default: .init()
                }
            }
        }
        #expect(try await provider.request(Get()).version == "1" && transport.requests.count == 1)
        #expect(try await provider.request(Get(method: .delete)).version == "s")
        let refused = await failure { () throws(ClientError) in
            _ = try await provider.request(Get(method: .post))
        }
        #expect(refused?.code == .nameInUse)
        let lost = await failure { () throws(ClientError) in _ = try await provider.request(Get(method: .put))
        }
        #expect(lost?.transport?.kind == .timedOut)
    }

    private final class Recorder: Plugin {
        let steps = Mutex<[String]>([])
        func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
            request.headers["X-Plugin"] = "1"
            steps.withLock { $0.append("prepare") }
        }
        func willSend(_ request: TransportRequest, for target: TargetInfo) async {
            steps.withLock {
                $0.append("willSend \(request.headers["X-Plugin"] ?? "") \(request.idleTimeout)")
            }
        }
        func didReceive(_ result: Result<ProviderReply, ClientError>, for target: TargetInfo) async {
            steps.withLock { $0.append("didReceive") }
        }
        func process(
            _ result: Result<ProviderReply, ClientError>,
            for target: TargetInfo
        ) async -> Result<ProviderReply, ClientError> {
            steps.withLock { $0.append("process") }
            return .failure(ClientError(.unsupported))
        }
        func didFinish(_ error: ClientError?, for target: TargetInfo) async {
            steps.withLock { $0.append("didFinish \(error?.kind == .unsupported)") }
        }
    }

    @Test("plugins see and change everything, closures change endpoint and request")
    func plugins() async {
        let recorder = Recorder()
        let (provider, transport) = provider([Self.fine], plugins: [recorder]) { configuration in
            configuration.endpointClosure = { endpoint, _ in endpoint.baseURL = "http://other" }
            configuration.requestClosure = { request, _ in request.idleTimeout = 5 }
        }
        let error = await failure { () throws(ClientError) in _ = try await provider.request(Get()) }
        #expect(error?.kind == .unsupported && transport.requests.first?.url == "http://other/api/v1/x")
        let steps = recorder.steps.withLock { $0 }
        #expect(steps == ["prepare", "willSend 1 5.0", "didReceive", "process", "didFinish true"])
    }

    @Test("activity counts flags, metrics count calls")
    func activity() async throws {
        let seen = Mutex<[Bool]>([])
        let activity = ActivityPlugin { activity in seen.withLock { $0.append(activity.showsProgress) } }
        let metrics = MetricsPlugin()
        let (provider, _) = provider([Self.fine], plugins: [activity, metrics])
        _ = try await provider.request(Get(flags: [.showsProgress, .blocksInput]))
        _ = try await provider.request(Get())
        #expect(seen.withLock { $0 } == [true, false] && metrics.entries["Get"]?.calls == 2)
    }

    @Test("logs hold no secret")
    func logging() async throws {
        let lines = Mutex<[String]>([])
        let plugin = LoggingPlugin(.headers) { line in lines.withLock { $0.append(line) } }
        var answer = Self.fine
        answer.headers["Set-Cookie"] = "_session_=secret5"
        answer.headers["Location"] = "http://127.0.0.1/cb?code=secret6"
        let (provider, _) = provider(
            [answer],
            source: FixedEndpoint("http://user:secret1@h", token: "secret2"),
            plugins: [plugin]
        )
        _ = try await provider.request(
            Get(path: "/archives/secret3?pwd=secret4&scope%2Dtoken=secret7&page=1")
        )
        let text = lines.withLock { $0.joined(separator: "\n") }
        #expect(!text.contains("secret") && text.contains("page=1") && text.contains("scope-token: …"))
    }

    @Test("erased targets give what the target gives")
    func erased() async throws {
        let (provider, _) = provider([Self.fine])
        let targets = [
            AnyTarget(Get()) { health throws(ClientError) in health.version },
            AnyTarget(Get(path: "/y")) { _ throws(ClientError) in "y" },
        ]
        var versions: [String] = []
        for target in targets { versions.append(try await provider.request(target)) }
        #expect(versions == ["1", "y"])
        let any = try await provider.request(MultiTarget(erasing: Get()))
        #expect((any as? ServerHealth)?.version == "1")
    }

    @Test("raw gives the body on its way and counts until its end")
    func raw() async throws {
        let (provider, _) = provider([StubResponse(headers: ["Content-Type": "text/plain"], body: [1, 2])])
        let reply = try await provider.raw(Download(RemotePath(rootID: 1)))
        #expect(provider.inFlight.count == 1)
        #expect(try await reply.body.all() == [1, 2] && provider.inFlight.isEmpty)
    }
}
