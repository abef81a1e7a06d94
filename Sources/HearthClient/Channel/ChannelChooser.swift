import HearthWire

/// Chooses the way to one home, once for all calls and transfers that ask (contract, 13.3).
///
/// The home's own address when it can be reached, otherwise the cloud's temporary channel. The choice holds until the
/// network changes, the channel expires, or it fails.
actor ChannelChooser {
    /// How long the home's own address rests after it failed, before it is tried again in the background; seconds.
    static let rest: Double = 60

    private let transport: any Transport
    private let clock: ClientClock
    private let cache: any ChannelCache
    private let probe: DirectProbe
    /// Is told the wireless network in which the home was reached.
    private let learn: @Sendable (String) async -> Void

    private var path: NetworkPath
    private var current: Route?
    private var generation = 0
    private var waiting: [Int: AsyncStream<Result<Route, ClientError>>.Continuation] = [:]
    private var nextWaiting = 0
    private var isChoosing = false
    private var isLookingAgain = false
    /// By network: whether the home's own address led to it from there.
    private var reachability: [String: Bool] = [:]
    private var lastProbe: Double?

    init(
        transport: any Transport,
        clock: ClientClock,
        cache: any ChannelCache,
        path: NetworkPath,
        learn: @escaping @Sendable (String) async -> Void
    ) {
        self.transport = transport
        self.clock = clock
        self.cache = cache
        self.path = path
        self.learn = learn
        probe = DirectProbe(transport: transport)
    }

    /// The way to the home now.
    ///
    /// However many ask while it is being chosen, it is chosen once.
    ///
    /// - Throws: `.transport(.offline)` without a network; what the cloud said when it has no channel.
    func route(_ request: RouteRequest) async throws(ClientError) -> Route {
        guard path.kind != .none else { throw Self.offline }
        if let current, current.deadline.map({ clock.elapsed() < $0 }) ?? true {
            if current.channel == .tunnel { lookAgain(request) }
            return current
        }
        current = nil
        let (answers, continuation) = AsyncStream.makeStream(
            of: Result<Route, ClientError>.self,
            bufferingPolicy: .bufferingOldest(1)
        )
        nextWaiting += 1
        let number = nextWaiting
        waiting[number] = continuation
        if !isChoosing {
            isChoosing = true
            // Not this caller's own: the others wait for it too.
            Task { await choose(request) }
        }
        for await answer in answers {
            return try answer.get()
        }
        waiting[number] = nil
        throw ClientError(.cancelled)
    }

    /// Leaves a way that failed.
    ///
    /// - Returns: whether there may be another one.
    func failed(_ endpoint: Endpoint, _ area: Area, hasCloud: Bool) async -> Bool {
        guard hasCloud, path.kind != .none else { return false }
        // Another call has left it already.
        guard let route = current, route.url == endpoint.baseURL else { return true }
        current = nil
        switch route.channel {
        case .direct:
            reachability[network] = false
            lastProbe = clock.elapsed()
        case .tunnel:
            await cache.remove(area: area.id)
            // The network may be another one although nobody said so.
            reachability[network] = nil
        case .cloud: break
        }
        return true
    }

    /// Takes a new connection of this device: nothing that was chosen for the old one holds.
    func networkChanged(_ path: NetworkPath) async {
        self.path = path
        generation += 1
        current = nil
        lastProbe = nil
        // What has no name of its own may be another network under the same description; a home that was not found in
        // a network with one may be there by now.
        if path.bssid == nil || reachability[network] == false { reachability[network] = nil }
        await transport.reset()
    }

    /// Forgets the choice: the area's address, its token or its account is another one now.
    func forget() {
        generation += 1
        current = nil
        reachability = [:]
    }

    private static let offline = ClientError(TransportError(.offline))

    private var network: String { path.bssid?.lowercased() ?? path.kind.rawValue }

    private func choose(_ request: RouteRequest) async {
        var result: Result<Route, ClientError>
        var chosenFor: Int
        repeat {
            chosenFor = generation
            do throws(ClientError) {
                result = .success(try await decide(request))
            } catch {
                result = .failure(error)
            }
        } while chosenFor != generation
        if case .success(let route) = result { current = route }
        isChoosing = false
        for continuation in waiting.values {
            continuation.yield(result)
            continuation.finish()
        }
        waiting = [:]
    }

    private func decide(_ request: RouteRequest) async throws(ClientError) -> Route {
        guard path.kind != .none else { throw Self.offline }
        let area = request.area
        let direct = area.lanURL.map {
            Route(url: $0, trust: area.trust, channel: .direct, deadline: nil)
        }
        guard let cloud = request.cloud else {
            guard let direct else {
                throw ClientError(TransportError(.nameNotFound, "the home's address is not known"))
            }
            return direct
        }
        let remembered = reachability[network]
        if let direct, await isReachable(direct.url, request) { return direct }
        do throws(ClientError) {
            return try await tunnel(request, cloud)
        } catch {
            // The cloud is no help; the home's own address may be again.
            guard remembered == false, error.code == nil, let direct, path.kind != .none else { throw error }
            reachability[network] = nil
            guard await isReachable(direct.url, request) else { throw error }
            return direct
        }
    }

    private func isReachable(_ url: String, _ request: RouteRequest) async -> Bool {
        if let home = request.area.bssid, let here = path.bssid, DirectProbe.sameNetwork(home, here),
            reachability[network] != false
        {
            return true
        }
        if let known = reachability[network] { return known }
        guard DirectProbe.isAllowed(url, request.area, path) else { return false }
        let (askedIn, here, name) = (generation, path, network)
        let answer = await probe.reaches(url, request)
        guard askedIn == generation else { return answer }
        reachability[name] = answer
        lastProbe = clock.elapsed()
        if answer, let bssid = here.bssid, bssid != request.area.bssid { await learn(bssid) }
        return answer
    }

    private func tunnel(_ request: RouteRequest, _ cloud: CloudAccount) async throws(ClientError) -> Route {
        let id = request.area.id
        let tunnels = TunnelRequest(transport: transport, cloud: cloud)
        if let cached = await cache.channel(of: id), cached.isValid(at: clock.wall()),
            let url = try? tunnels.url(of: cached.host)
        {
            let left = cached.expiresTime - (clock.wall() - cached.saved)
            return Route(
                url: url,
                trust: cloud.channelTrust,
                channel: .tunnel,
                deadline: clock.elapsed() + left
            )
        }
        do throws(SessionError) {
            let channel = try await tunnels.ask(
                homeID: request.area.homeID,
                cookie: request.cloudSession ?? "",
                now: clock.wall()
            )
            let url = try tunnels.url(of: channel.host)
            await cache.put(channel, for: id)
            return Route(
                url: url,
                trust: cloud.channelTrust,
                channel: .tunnel,
                deadline: clock.elapsed() + channel.expiresTime
            )
        } catch {
            throw ClientError(error)
        }
    }

    /// Tries the home's own address now and then while a temporary channel is used, without anybody waiting for it.
    private func lookAgain(_ request: RouteRequest) {
        guard let url = request.area.lanURL, !isLookingAgain, let lastProbe,
            clock.elapsed() - lastProbe >= Self.rest
        else { return }
        isLookingAgain = true
        reachability[network] = nil
        let askedIn = generation
        Task {
            let isBack = await isReachable(url, request)
            isLookingAgain = false
            guard isBack, askedIn == generation else { return }
            current = Route(url: url, trust: request.area.trust, channel: .direct, deadline: nil)
        }
    }
}
