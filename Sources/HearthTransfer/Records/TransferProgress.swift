/// How far the running transfers are.
public struct TransferProgress: Sendable {
    /// One transfer that is running.
    public struct Item: Sendable, Identifiable {
        /// Names it.
        public var id: TransferID
        /// Which way.
        public var direction: TransferDirection
        /// The last component, for people.
        public var name: String
        /// Bytes in all; nil when not known.
        public var size: Int64?
        /// Bytes so far.
        public var transferred: Int64
        /// Bytes a second, averaged over some seconds.
        public var speed: Int64
    }

    /// What is running, oldest first.
    public var items: [Item] = []
    /// Files in all, as far as they are known.
    public var files = 0
    /// Files that are done, skipped ones included.
    public var finished = 0
    /// Files that failed.
    public var failed = 0
    /// Bytes in all, as far as they are known.
    public var size: Int64 = 0
    /// Bytes so far.
    public var transferred: Int64 = 0
    /// Bytes a second over everything, averaged over some seconds.
    public var speed: Int64 = 0
    /// Whether folders are still being listed, so that the totals grow.
    public var isPreparing = false
    /// Whether everything waits for a network.
    public var isOffline = false

    /// Nothing yet.
    public init() {}

    /// Seconds left at this speed; nil when that cannot be told.
    public var secondsLeft: Double? {
        guard !isPreparing, speed > 0, size >= transferred else { return nil }
        return Double(size - transferred) / Double(speed)
    }
}
