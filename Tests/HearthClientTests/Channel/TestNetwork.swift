import HearthClient
import HearthWire
import Synchronization

/// A home, its relay and its cloud, which a test takes away and brings back.
final class TestNetwork: Sendable {
    struct State {
        var lanIsUp = true
        var relayIsUp = true
        var cloudIsUp = true
        var knowsToken = true
        var channel = 1
        var life = 600
        var cloudCode = WireCode.ok
        var delay: (@Sendable () async -> Void)?
    }

    static let lan = "https://192.168.1.2:8089"
    static let cloud = "https://cloud.example"

    let state = Mutex(State())
    let transport: StubTransport

    init() {
        let box = Box()
        transport = StubTransport { request throws(TransportError) in
            guard let network = box.network.withLock({ $0 }) else { throw TransportError(.unreachable) }
            return try await network.answer(request)
        }
        box.network.withLock { $0 = self }
    }

    private final class Box: Sendable {
        let network = Mutex<TestNetwork?>(nil)
    }

    /// Requests whose address begins so.
    func requests(_ prefix: String) -> [TransportRequest] {
        transport.requests.filter { $0.url.hasPrefix(prefix) }
    }

    func change(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    private func answer(_ request: TransportRequest) async throws(TransportError) -> StubResponse {
        let now = state.withLock { $0 }
        await now.delay?()
        if request.url.hasPrefix(Self.cloud) {
            guard now.cloudIsUp else { throw TransportError(.unreachable) }
            guard now.cloudCode == .ok else { return .refusal(now.cloudCode) }
            return .data(#"{"host":"relay\#(now.channel).example:443","expires_time":\#(now.life)}"#)
        }
        let isUp = request.url.hasPrefix(Self.lan) ? now.lanIsUp : now.relayIsUp
        guard isUp else { throw TransportError(.timedOut) }
        if request.url.hasSuffix("/api/check") { return .data(#"{"access_allow":\#(now.knowsToken)}"#) }
        return now.knowsToken ? .data() : .refusal(.unauthorized)
    }
}

/// Any call to the drive.
struct AnyCall: Target {
    typealias Response = Void
    var path: String { "/settings" }
}
