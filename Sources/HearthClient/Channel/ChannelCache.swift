import Synchronization

/// A temporary channel that the cloud has opened to a home (contract, 6.2 and 13.3).
public struct TemporaryChannel: Sendable, Hashable, Codable {
    /// Name and port, as the cloud gave them.
    public var host: String
    /// How long it lives, seconds.
    public var expiresTime: Double
    /// When it was given, on the device's own clock.
    public var saved: Double

    /// Takes the parts as they are.
    public init(host: String, expiresTime: Double, saved: Double) {
        self.host = host
        self.expiresTime = expiresTime
        self.saved = saved
    }

    /// Whether less than its life has passed; not so when the device's clock was set back since.
    public func isValid(at now: Double) -> Bool { now >= saved && now - saved < expiresTime }
}

/// Remembers temporary channels; losing one costs a question to the cloud, nothing else.
public protocol ChannelCache: Sendable {
    /// The channel of an area, expired or not.
    func channel(of area: String) async -> TemporaryChannel?
    /// Replaces the channel of an area.
    func put(_ channel: TemporaryChannel, for area: String) async
    /// Forgets the channel of an area.
    func remove(area: String) async
}

/// Channels that go with the process.
public final class MemoryChannelCache: ChannelCache {
    private let channels = Mutex<[String: TemporaryChannel]>([:])

    /// Starts empty.
    public init() {}

    /// The channel of an area.
    public func channel(of area: String) async -> TemporaryChannel? { channels.withLock { $0[area] } }

    /// Replaces the channel of an area.
    public func put(_ channel: TemporaryChannel, for area: String) async {
        channels.withLock { $0[area] = channel }
    }

    /// Forgets the channel of an area.
    public func remove(area: String) async { channels.withLock { _ = $0.removeValue(forKey: area) } }
}
