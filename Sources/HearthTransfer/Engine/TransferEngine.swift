public import HearthClient
import HearthWire

/// Moves what the queue holds: files, folders and streams, up and down.
///
/// The queue is the truth: an order is a row before anything else happens, and a process that dies loses no finished
/// chunk. Several processes may have engines on one queue; each works on what it has leased.
public actor TransferEngine {
    /// The queue.
    public nonisolated let store: TransferStore
    /// How this engine works.
    public nonisolated let configuration: TransferConfiguration

    let connect: @Sendable (String) async throws -> Provider
    nonisolated let clock: ClientClock
    nonisolated let work: WorkThreads
    nonisolated let budget: BandwidthBudget?
    nonisolated let feed = ProgressFeed()
    var remotes: [String: Task<TransferRemote, any Error>] = [:]
    var filters: [TransferID: Selection] = [:]
    /// Open descriptors of streams that nobody has begun to read: what was read of one does not come again.
    var streams: [TransferID: Int32] = [:]
    var drive: Drive?
    var runner: Task<Int64, any Error>?
    var network = NetworkPath.unknown
    var pausedForCost: Set<TransferID> = []
    var waits: [Int: Drive.Wait] = [:]
    var nextWait = 0

    /// Chooses what of a folder is moved.
    typealias Selection = @Sendable (_ relative: [UInt8], _ isDirectory: Bool) -> Bool

    /// Makes an engine.
    ///
    /// - Parameters:
    ///   - store: the queue; several engines may share one.
    ///   - connect: gives the provider of an area by its id; asked once for each area.
    ///   - configuration: how it works.
    ///   - clock: tells time and waits; tests replace it.
    public init(
        store: TransferStore,
        connect: @escaping @Sendable (_ area: String) async throws -> Provider,
        configuration: TransferConfiguration = TransferConfiguration(),
        clock: ClientClock = .system
    ) {
        self.store = store
        self.connect = connect
        self.configuration = configuration
        self.clock = clock
        work = WorkThreads(count: configuration.smallConnections + configuration.largeFiles)
        budget = configuration.bandwidth.map { BandwidthBudget($0) }
    }

    /// How far the running transfers are, at most ten times a second; a slow reader sees the newest alone.
    ///
    /// The stream lasts as long as the engine, over any number of runs.
    public nonisolated func progress() -> AsyncStream<TransferProgress> { feed.stream() }

    /// Forgets an area's connection: after a sign-in the next transfer asks for a new one.
    public func disconnect(_ area: String) { remotes[area] = nil }

    /// The server of an area.
    func remote(_ area: String) async throws(TransferError) -> TransferRemote {
        let task =
            remotes[area]
            ?? Task { [connect, budget] in
                let provider = try await connect(area)
                let family = try await provider.endpoints.endpoint(for: .drive).family
                // The engine repeats by its own rules, and shares the bandwidth among its connections.
                let own = Provider(
                    endpoint: provider.endpoints,
                    transport: provider.transport,
                    plugins: provider.plugins.filter { !($0 is RetryPlugin) } + [
                        RetryPlugin(.never), PacePlugin(budget: budget),
                    ],
                    configuration: provider.configuration
                )
                return TransferRemote(provider: own, family: family)
            }
        remotes[area] = task
        do {
            return try await task.value
        } catch {
            if remotes[area] == task { remotes[area] = nil }
            switch error {
            case let error as TransferError: throw error
            case let error as ClientError: throw TransferError.made(of: error)
            case is CancellationError: throw TransferError(.cancelled)
            default: throw TransferError(.server, "\(error)")
            }
        }
    }
}
