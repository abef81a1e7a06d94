import HearthClient
import HearthWire
import Synchronization
import Testing

@Suite("Channel choice", .timeLimit(.minutes(5)))
struct AreaConnectionTests {
    let network = TestNetwork()
    let time = SteppedClock()
    let monitor = ManualNetworkMonitor(NetworkPath(kind: .wifi, bssid: "aa:bb:cc:dd:ee:01"))
    let manager = AreaManager(storage: MemoryAreaStorage(), secrets: MemorySecretStore())

    /// A connection to a home, with or without a cloud account.
    private func connect(
        cloud: Bool = true,
        lan: String? = TestNetwork.lan,
        bssid: String? = nil
    ) async throws -> AreaConnection {
        var area = someArea(cloud: cloud ? CloudAccount(url: TestNetwork.cloud, userID: 99) : nil)
        area.lanURL = lan
        area.bssid = bssid
        try await manager.add(area, token: "token", cloudSession: cloud ? "cookie" : nil)
        return AreaConnection(
            areaID: area.id,
            manager: manager,
            transport: network.transport,
            monitor: monitor,
            clock: time.clock
        )
    }

    private func provider(_ connection: AreaConnection) -> Provider {
        var configuration = ProviderConfiguration()
        configuration.retry = .never
        return connection.provider(configuration: configuration)
    }

    @Test("asks the home itself without a cloud account, wherever the device is")
    func noCloud() async throws {
        let connection = try await connect(cloud: false)
        let endpoint = try await connection.endpoint(for: .drive)
        #expect(endpoint.baseURL == TestNetwork.lan)
        #expect(endpoint.token == "token")
        #expect(endpoint.areaID == "7")
        #expect(endpoint.cookie == nil)
        #expect(network.transport.requests.isEmpty)
        #expect(await connection.failed(endpoint, TransportError(.unreachable)) == false)
    }

    @Test("takes the home's own wireless network without a question")
    func sameBSSID() async throws {
        let connection = try await connect(bssid: "AA:BB:CC:DD:EE:1")
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
        #expect(network.transport.requests.isEmpty)
    }

    @Test("asks once whether the home is near, for all calls, and remembers its network")
    func probes() async throws {
        let connection = try await connect()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { _ = try? await connection.endpoint(for: .drive) }
            }
        }
        #expect(try await connection.endpoint(for: .hub).channel == .direct)
        let asked = network.requests(TestNetwork.lan + "/api/check")
        #expect(asked.count == 1)
        #expect(asked.first?.method == "POST")
        #expect(asked.first?.totalTimeout == 0.5)
        #expect(try await manager.current?.bssid == "aa:bb:cc:dd:ee:01")
    }

    @Test("asks the cloud once for a channel when the home is far, and keeps it until it expires")
    func tunnel() async throws {
        network.change { $0.lanIsUp = false }
        let connection = try await connect()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<20 { group.addTask { _ = try? await connection.endpoint(for: .drive) } }
        }
        let endpoint = try await connection.endpoint(for: .drive)
        #expect(endpoint.baseURL == "https://relay1.example:443")
        #expect(endpoint.channel == .tunnel)
        #expect(endpoint.token == "token")
        #expect(endpoint.cookie == nil)
        let asked = network.requests(TestNetwork.cloud)
        #expect(asked.map(\.url) == [TestNetwork.cloud + "/api/datatunnel?scheme=https"])
        #expect(asked.first?.headers["Area-ID"] == "7")
        #expect(asked.first?.headers["Cookie"] == "_session_=cookie")
        #expect(asked.first?.headers["scope-token"] == nil)
        network.change { $0.channel = 2 }
        time.advance(599)
        #expect(try await connection.endpoint(for: .drive).baseURL == "https://relay1.example:443")
        time.advance(2)
        #expect(try await connection.endpoint(for: .drive).baseURL == "https://relay2.example:443")
    }

    @Test("gives the cookie to the cloud alone, and the token never")
    func cloudEndpoint() async throws {
        let connection = try await connect()
        let endpoint = try await connection.endpoint(for: .cloud)
        #expect(endpoint.baseURL == TestNetwork.cloud)
        #expect(endpoint.token == nil)
        #expect(endpoint.cookie == "_session_=cookie")
    }

    @Test(
        "refuses a channel that leads to the cloud itself, or to no host",
        arguments: ["cloud.example", "a/b", ""]
    )
    func badChannel(_ host: String) async throws {
        let transport = StubTransport { request throws(TransportError) in
            guard request.url.hasPrefix(TestNetwork.cloud) else { throw TransportError(.timedOut) }
            return .data(#"{"host":"\#(host)","expires_time":60}"#)
        }
        let area = someArea(cloud: CloudAccount(url: TestNetwork.cloud, userID: 99))
        try await manager.add(area, token: "token", cloudSession: "cookie")
        let connection = AreaConnection(areaID: area.id, manager: manager, transport: transport)
        await #expect(throws: ClientError.self) { try await connection.endpoint(for: .drive) }
    }

    @Test("leaves a failing home for the channel within one retry, and finds it again later")
    func leavesLAN() async throws {
        let connection = try await connect()
        let provider = provider(connection)
        try await provider.request(AnyCall())
        network.change { $0.lanIsUp = false }
        try await provider.request(AnyCall())
        #expect(try await connection.endpoint(for: .drive).channel == .tunnel)
        network.change { $0.lanIsUp = true }
        #expect(try await connection.endpoint(for: .drive).channel == .tunnel)
        time.advance(61)
        // The question goes out beside the calls; they are not held up by it.
        while try await connection.endpoint(for: .drive).channel == .tunnel { await Task.yield() }
    }

    @Test("leaves a failing channel for the home, or for a new channel, within one retry")
    func leavesTunnel() async throws {
        network.change { $0.lanIsUp = false }
        let connection = try await connect()
        let provider = provider(connection)
        try await provider.request(AnyCall())
        network.change {
            $0.lanIsUp = true
            $0.relayIsUp = false
        }
        try await provider.request(AnyCall())
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
    }

    @Test("goes back to the home when the cloud is no help")
    func cloudDown() async throws {
        let connection = try await connect()
        let endpoint = try await connection.endpoint(for: .drive)
        network.change { $0.cloudIsUp = false }
        #expect(await connection.failed(endpoint, TransportError(.interrupted)))
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
        #expect(await connection.failed(endpoint, TransportError(.interrupted)))
        network.change { $0.lanIsUp = false }
        await #expect(throws: ClientError.self) { try await connection.endpoint(for: .drive) }
    }

    @Test("decides anew with every change of the network")
    func changes() async throws {
        let connection = try await connect()
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
        network.change { $0.lanIsUp = false }
        await connection.networkChanged(NetworkPath(kind: .cellular, isExpensive: true))
        #expect(try await connection.endpoint(for: .drive).channel == .tunnel)
        network.change { $0.lanIsUp = true }
        await connection.networkChanged(NetworkPath(kind: .wifi, bssid: "aa:bb:cc:dd:ee:01"))
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
        #expect(network.transport.resets == 2)
    }

    @Test("asks again in a network in which the home was not found before")
    func comesBack() async throws {
        network.change { $0.lanIsUp = false }
        let connection = try await connect()
        #expect(try await connection.endpoint(for: .drive).channel == .tunnel)
        network.change { $0.lanIsUp = true }
        await connection.networkChanged(NetworkPath(kind: .cellular, isExpensive: true))
        await connection.networkChanged(NetworkPath(kind: .wifi, bssid: "aa:bb:cc:dd:ee:01"))
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
    }

    @Test("fails at once without a network, and works again with one")
    func offline() async throws {
        let connection = try await connect()
        await connection.networkChanged(.none)
        let error = await #expect(throws: ClientError.self) { try await connection.endpoint(for: .drive) }
        #expect(error?.transport?.kind == .offline)
        #expect(error?.text(.english) == "This device has no network connection.")
        #expect(network.transport.requests.isEmpty)
        await connection.networkChanged(NetworkPath(kind: .wired))
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
    }

    @Test("does not show the token to whoever has a home's plain address in another network")
    func plainHTTP() async throws {
        let connection = try await connect(lan: "http://192.168.1.2:8089", bssid: "aa:bb:cc:dd:ee:77")
        #expect(try await connection.endpoint(for: .drive).channel == .tunnel)
        #expect(network.requests("http://192.168.1.2").isEmpty)
    }

    @Test("ends the session once for any number of refused calls")
    func refused() async throws {
        network.change { $0.knowsToken = false }
        let connection = try await connect(cloud: false)
        var events = await manager.events().makeAsyncIterator()
        let providers = [provider(connection), provider(connection)]
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { try? await providers[number % 2].request(AnyCall()) }
            }
        }
        let area = try #require(try await manager.current)
        #expect(await events.next() == .sessionEnded(area, .unauthorized))
        await #expect(throws: ClientError(.signedOut)) { try await connection.endpoint(for: .drive) }
        try await manager.add(area, token: "new")
        #expect(await events.next() == .changed(area))
        #expect(try await connection.endpoint(for: .drive).token == "new")
    }

    @Test("ends the session when the cloud says that its own has ended", arguments: [2008, 2009])
    func cloudEnded(_ code: Int) async throws {
        network.change {
            $0.lanIsUp = false
            $0.cloudCode = WireCode(rawValue: code)
        }
        let connection = try await connect()
        var events = await manager.events().makeAsyncIterator()
        await #expect(throws: ClientError.self) { try await connection.endpoint(for: .drive) }
        let area = try #require(try await manager.current)
        #expect(await events.next() == .sessionEnded(area, WireCode(rawValue: code)))
        await #expect(throws: ClientError(.signedOut)) { try await connection.endpoint(for: .drive) }
    }

    @Test("finds out which base a home speaks, once")
    func family() async throws {
        let transport = StubTransport { request throws(TransportError) in
            request.url.contains("/wangpan/api/")
                ? .refusal(.unauthorized) : .json("404 page not found", status: 404)
        }
        var area = someArea()
        area.family = .plugin
        try await manager.add(area, token: "token")
        let connection = AreaConnection(areaID: area.id, manager: manager, transport: transport)
        #expect(try await connection.endpoint(for: .drive).basePath == "/wangpan/api")
        #expect(try await connection.endpoint(for: .drive).basePath == "/wangpan/api")
        #expect(transport.requests.count == 2)
        #expect(transport.requests.allSatisfy { $0.headers["scope-token"] == nil })
        #expect(try await manager.current?.family == .wangpan)
    }

    @Test("does not hold a cancelled caller")
    func cancelled() async throws {
        let (held, release) = AsyncStream.makeStream(of: Void.self)
        network.change { $0.delay = { for await _ in held { break } } }
        let connection = try await connect()
        let task = Task { try await connection.endpoint(for: .drive) }
        while network.transport.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: ClientError(.cancelled)) { try await task.value }
        network.change { $0.delay = nil }
        release.finish()
        #expect(try await connection.endpoint(for: .drive).channel == .direct)
    }
}

@Suite("Networks that cost money", .timeLimit(.minutes(5)))
struct ExpensiveNetworkPolicyTests {
    @Test("asks before a start, pauses what runs, and does neither when it is allowed")
    func decisions() {
        let careful = ExpensiveNetworkPolicy()
        let mobile = NetworkPath(kind: .cellular)
        let hotspot = NetworkPath(kind: .wifi, isExpensive: true)
        #expect(careful.atStart(on: mobile) == .ask)
        #expect(careful.atStart(on: hotspot) == .ask)
        #expect(careful.atChange(to: mobile) == .pause)
        #expect(careful.atChange(to: mobile, confirmed: true) == .proceed)
        #expect(careful.atStart(on: NetworkPath(kind: .wifi)) == .proceed)
        #expect(careful.atStart(on: .none) == .wait)
        #expect(ExpensiveNetworkPolicy(isAllowed: true).atStart(on: mobile) == .proceed)
        #expect(ExpensiveNetworkPolicy(isAllowed: true).atChange(to: .none) == .wait)
    }
}

@Suite("Network monitors", .timeLimit(.minutes(5)))
struct NetworkMonitorTests {
    @Test("tell every reader of changes")
    func changes() async {
        let monitor = ManualNetworkMonitor()
        var first = monitor.changes().makeAsyncIterator()
        var second = monitor.changes().makeAsyncIterator()
        monitor.set(.none)
        #expect(monitor.path == .none)
        #expect(await first.next() == NetworkPath.none)
        #expect(await second.next() == NetworkPath.none)
    }
}

@Suite("Channel caches", .timeLimit(.minutes(5)))
struct ChannelCacheTests {
    @Test("keep channels between runs, and stand a damaged file")
    func file() async throws {
        let folder = try TestFolder()
        let channel = TemporaryChannel(host: "h:1", expiresTime: 60, saved: 1000)
        await FileChannelCache(path: folder.path("c.json")).put(channel, for: "a")
        let cache = FileChannelCache(path: folder.path("c.json"))
        #expect(await cache.channel(of: "a") == channel)
        #expect(folder.mode("c.json") == 0o600)
        await cache.remove(area: "a")
        #expect(await cache.channel(of: "a") == nil)
        try folder.write("x", to: "c.json")
        #expect(await cache.channel(of: "a") == nil)
        await cache.put(channel, for: "a")
        #expect(await cache.channel(of: "a") == channel)
    }

    @Test("hold a channel for its life, and not when the clock was set back")
    func validity() {
        let channel = TemporaryChannel(host: "h:1", expiresTime: 60, saved: 1000)
        #expect(channel.isValid(at: 1059))
        #expect(!channel.isValid(at: 1060))
        #expect(!channel.isValid(at: 999))
    }
}
