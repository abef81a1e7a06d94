#if canImport(Network)
import Dispatch
import Network

/// How an Apple device is connected.
///
/// The wireless network's address needs a permission that the app asks for; it brings the address along.
public final class SystemNetworkMonitor: NetworkMonitor {
    private let monitor = NWPathMonitor()
    private let said = ManualNetworkMonitor()

    /// Begins to watch.
    ///
    /// - Parameter bssid: the address of the wireless network now; nil where it is not known.
    public init(bssid: @escaping @Sendable () -> String? = { nil }) {
        let said = said
        monitor.pathUpdateHandler = { path in
            said.set(Self.networkPath(path, bssid))
        }
        monitor.start(queue: DispatchQueue(label: "hearth.client.network"))
    }

    deinit { monitor.cancel() }

    /// How it is connected now.
    public var path: NetworkPath { said.path }

    /// Every change from now on.
    public func changes() -> AsyncStream<NetworkPath> { said.changes() }

    private static func networkPath(_ path: NWPath, _ bssid: () -> String?) -> NetworkPath {
        guard path.status == .satisfied else { return .none }
        let kind: NetworkPath.Kind =
            path.usesInterfaceType(.wifi)
            ? .wifi
            : path.usesInterfaceType(.wiredEthernet)
                ? .wired : path.usesInterfaceType(.cellular) ? .cellular : .unknown
        return NetworkPath(
            kind: kind,
            isExpensive: path.isExpensive,
            bssid: kind == .wifi ? bssid() : nil
        )
    }
}
#endif
