/// What a run came to.
public struct RunOutcome: Sendable {
    /// One file or folder that failed.
    public struct Failure: Sendable, Identifiable {
        /// The record.
        public var id: TransferID
        /// Which way it was to go.
        public var direction: TransferDirection
        /// The path here.
        public var local: LocalPath
        /// The path there, percent-encoded; empty when there is none.
        public var remote: String
        /// Why.
        public var failure: TransferFailure
    }

    /// Most failures that are listed one by one.
    public static let listedFailures = 1_000

    /// Files and folders done.
    public var finished = 0
    /// Of these, what was left alone because the name was taken.
    public var skipped = 0
    /// Files and folders failed.
    public var failed = 0
    /// Files and folders that wait or are paused.
    public var remaining = 0
    /// Of what was ordered, how much somebody removed before it was done.
    public var removed = 0
    /// Bytes that this run moved, those sent twice included.
    public var bytes: Int64 = 0
    /// Bytes that were sent or fetched again after faults.
    public var repeated: Int64 = 0
    /// Seconds it took.
    public var seconds = 0.0
    /// The first failures.
    public var failures: [Failure] = []
    /// The first of those that were left out on purpose: symbolic links, sockets and the like.
    public var leftOut: [Failure] = []
    /// Files by the way their bytes were checked.
    public var verified: [TransferVerification: Int] = [:]
    /// Why something stopped before its end: signed out, password needed, no space.
    public var stops: [TransferFailure] = []

    /// Nothing yet.
    public init() {}

    /// Whether everything is done.
    public var isComplete: Bool { failed == 0 && remaining == 0 && removed == 0 && stops.isEmpty }
}
