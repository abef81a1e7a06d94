import HearthClient
import Synchronization

/// Shares a bandwidth among the connections that are at work.
final class TransferPace: Sendable {
    private let limit: Int?
    private let connections = Atomic<Int>(1)

    /// Bytes a second for all connections together; nil for no limit.
    init(limit: Int?) { self.limit = limit }

    /// So many connections may be at work from now on.
    func setConnections(_ count: Int) { connections.store(max(1, count), ordering: .relaxed) }

    /// Bytes a second for one of them; nil for no limit.
    var share: Int? { limit.map { max(1, $0 / connections.load(ordering: .relaxed)) } }
}

/// Gives each request of a transfer its share.
struct PacePlugin: Plugin {
    let pace: TransferPace

    func prepare(_ request: inout TransportRequest, for target: TargetInfo) async throws(ClientError) {
        guard let share = pace.share else { return }
        request.bandwidth = min(request.bandwidth ?? .max, share)
        // What is slow on purpose is not idle.
        request.totalTimeout = nil
    }
}
