/// How this device is connected at a moment.
public struct NetworkPath: Sendable, Hashable {
    /// The kind of connection.
    public enum Kind: String, Sendable, Hashable, Codable {
        /// No connection at all: requests fail at once.
        case none
        /// A wireless network.
        case wifi
        /// A cable.
        case wired
        /// A mobile network.
        case cellular
        /// Connected, nobody can say how.
        case unknown
    }

    /// The kind of connection.
    public var kind: Kind
    /// Whether the person pays by volume, as on mobile networks and personal hotspots.
    public var isExpensive: Bool
    /// The wireless network's address, six bytes as hex with colons; nil where the system does not tell.
    public var bssid: String?

    /// Takes the parts as they are.
    public init(kind: Kind, isExpensive: Bool = false, bssid: String? = nil) {
        self.kind = kind
        self.isExpensive = isExpensive
        self.bssid = bssid
    }

    /// Connected, nothing else is known; what a device without a monitor assumes.
    public static let unknown = NetworkPath(kind: .unknown)
    /// Not connected.
    public static let none = NetworkPath(kind: .none)
}
