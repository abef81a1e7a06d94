public import HearthWire
import Synchronization

/// The way to one area for calls and transfers alike: its channel, its token, the end of its session.
///
/// One connection serves all of a program's providers of that area, so that they share one choice of the channel.
public final class AreaConnection: EndpointSource, Sendable {
    private struct Known {
        var request: RouteRequest?
        /// Whether this connection has looked which base the home speaks.
        var hasFamily = false
    }

    /// The area's key on this device.
    public let areaID: String

    private let manager: AreaManager
    private let transport: any Transport
    private let chooser: ChannelChooser
    private let known = Mutex(Known())
    private let watching = Mutex<Task<Void, Never>?>(nil)

    /// Connects to an area; nothing is sent before the first call.
    ///
    /// - Parameters:
    ///   - areaID: the area's key.
    ///   - manager: knows areas and their secrets, and is told when the session ends.
    ///   - transport: carries the questions about channels; the same one that carries the calls.
    ///   - monitor: tells how this device is connected; nil assumes that it is, and never changes.
    ///   - channels: remembers temporary channels; the manager's by default.
    ///   - clock: the device's clocks.
    public init(
        areaID: String,
        manager: AreaManager,
        transport: any Transport,
        monitor: (any NetworkMonitor)? = nil,
        channels: (any ChannelCache)? = nil,
        clock: ClientClock = .system
    ) {
        self.areaID = areaID
        self.manager = manager
        self.transport = transport
        chooser = ChannelChooser(
            transport: transport,
            clock: clock,
            cache: channels ?? manager.channels,
            path: monitor?.path ?? .unknown
        ) { [manager, areaID] bssid in
            _ = try? await manager.update(areaID) { $0.bssid = bssid }
        }
        guard let monitor else { return }
        let changes = monitor.changes()
        let chooser = chooser
        watching.withLock {
            $0 = Task {
                for await path in changes { await chooser.networkChanged(path) }
            }
        }
    }

    deinit { watching.withLock { $0?.cancel() } }

    /// A provider for the area.
    ///
    /// - Parameters:
    ///   - passwords: adds the passwords of encrypted folders that are remembered.
    ///   - plugins: beside those that every provider has.
    ///   - configuration: how it behaves.
    /// - Returns: a provider that shares this connection's channel.
    public func provider(
        passwords: FolderPasswordMemory? = nil,
        plugins: [any Plugin] = [],
        configuration: ProviderConfiguration = ProviderConfiguration()
    ) -> Provider {
        let own: [any Plugin] = passwords.map { [FolderPasswordPlugin(area: areaID, memory: $0)] } ?? []
        return Provider(
            endpoint: self,
            transport: transport,
            plugins: own + plugins,
            configuration: configuration
        )
    }

    /// Where a call goes now.
    ///
    /// The token goes to the home alone, the cookie to the cloud alone.
    ///
    /// - Throws: `.signedOut` without area or token; `.transport(.offline)` without a network, at once.
    public func endpoint(for base: TargetBase) async throws(ClientError) -> Endpoint {
        let request = try await request()
        let area = request.area
        guard base != .cloud else {
            guard let cloud = request.cloud, let session = request.cloudSession else {
                throw ClientError(.signedOut)
            }
            return Endpoint(
                host: cloud.url,
                for: .cloud,
                family: area.family,
                trust: cloud.trust,
                areaID: area.homeID,
                cookie: CloudCookie.header(session),
                channel: .cloud
            )
        }
        let route: Route
        do throws(ClientError) {
            route = try await chooser.route(request)
        } catch {
            // The cloud's session has ended: so has the area's (contract, 13.4).
            if let code = error.code, ClientError.ending.contains(code) { await end(request, code) }
            throw error
        }
        return Endpoint(
            host: route.url,
            for: base,
            family: await family(of: area, route),
            trust: route.trust,
            token: request.token,
            areaID: area.homeID,
            channel: route.channel
        )
    }

    /// Leaves a channel that failed.
    ///
    /// - Returns: whether there may be another one.
    public func failed(_ endpoint: Endpoint, _ error: TransportError) async -> Bool {
        guard endpoint.channel != .cloud, error.isTransient, error.kind != .offline,
            let request = known.withLock({ $0.request })
        else { return false }
        return await chooser.failed(endpoint, request.area, hasCloud: request.cloud != nil)
    }

    /// Ends the area's session, once, when the refused token is still the area's.
    public func ended(_ endpoint: Endpoint, code: WireCode) async {
        guard let request = known.withLock({ $0.request }) else { return }
        // A call that was sent before a new sign-in tells nothing about the new session.
        let isOwn =
            endpoint.channel == .cloud
            ? endpoint.cookie == request.cloudSession.map(CloudCookie.header)
            : endpoint.token == request.token
        guard isOwn else { return }
        await end(request, code)
    }

    /// Takes a new connection of this device, where no monitor tells of it.
    public func networkChanged(_ path: NetworkPath) async { await chooser.networkChanged(path) }

    /// Reads area and token anew at the next call: somebody has signed in or out, or the address is another one.
    public func reload() async {
        known.withLock { $0.request = nil }
        await chooser.forget()
    }

    /// The base that the home speaks; looked for once where it is not ours: the flows through the hub's app and the cloud
    /// do not tell it, and a home may have got a newer server.
    private func family(of area: Area, _ route: Route) async -> APIFamily {
        if area.family == .hearth { return .hearth }
        let isFirst = known.withLock { known in
            defer { known.hasFamily = true }
            return !known.hasFamily
        }
        guard isFirst else { return known.withLock { $0.request?.area.family } ?? area.family }
        let call = DirectCall(transport: transport, trust: route.trust, timeout: 10)
        do throws(SessionError) {
            let family = try await FamilyProbe(call: call).family(of: route.url)
            guard family != area.family else { return family }
            known.withLock { $0.request?.area.family = family }
            _ = try? await manager.update(areaID) { $0.family = family }
            return family
        } catch {
            // The call itself will tell what is wrong; the next one looks again.
            known.withLock { $0.hasFamily = false }
            return area.family
        }
    }

    private func end(_ request: RouteRequest, _ code: WireCode) async {
        await manager.endSession(of: areaID, token: request.token, code: code)
        // Another program may have signed in: the next call finds its token.
        await reload()
    }

    private func request() async throws(ClientError) -> RouteRequest {
        if let request = known.withLock({ $0.request }) { return request }
        do throws(SessionError) {
            let area = try await manager.area(named: areaID)
            guard let token = try await manager.token(of: areaID) else {
                throw SessionError(.signedOut(alias: area.alias))
            }
            let session =
                area.cloud == nil ? nil : try await manager.secrets.text(.cloudSession(area: areaID))
            let request = RouteRequest(area: area, token: token, cloudSession: session)
            known.withLock { $0.request = request }
            return request
        } catch {
            throw ClientError(error)
        }
    }
}
