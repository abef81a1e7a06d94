public import HearthWire

/// How an engine works.
public struct TransferConfiguration: Sendable {
    /// When a download's hash is asked for.
    public enum Verify: String, Sendable {
        /// When the server sends it along; otherwise length and entity tag.
        case automatic = "auto"
        /// Always: a server that does not know it computes it.
        case always
    }

    /// What happens to running transfers when the connection costs money.
    public enum ExpensivePolicy: String, Sendable {
        /// They wait until it does not any more, or somebody resumes them.
        case pause
        /// They go on.
        case proceed = "continue"
    }

    /// Files above this are large; bytes.
    public var largeThreshold: Int64 = 8 << 20
    /// Large files at a time.
    public var largeFiles = 2
    /// Connections of one large file.
    public var connectionsPerLargeFile = 4
    /// Connections of all small files together.
    public var smallConnections = 8
    /// Bytes a second over all connections of a direction; nil for no limit.
    public var bandwidth: Int?
    /// How often something is tried again without any progress in between.
    public var retries = 8
    /// Seconds before the first try again; doubles each time, with jitter.
    public var firstDelay = 0.25
    /// Most seconds between two tries.
    public var largestDelay = 15.0
    /// How often a source, here or there, may change under the transfer before it fails.
    public var restarts = 3
    /// What happens when a name is taken and the order does not say.
    public var conflict: WireConflictRule = .rename
    /// When hashes are asked for.
    public var verify: Verify = .automatic
    /// What happens on an expensive connection.
    public var onExpensive: ExpensivePolicy = .proceed
    /// Whether finished files are fsynced before they get their name.
    public var isDurable = true

    /// The defaults.
    public init() {}
}
