public import HearthClient

/// A folder of this machine of which a home keeps everything that was ever in it.
public struct BackupSet: Sendable, Identifiable, Hashable {
    /// Its number, from 1.
    public internal(set) var id: Int64
    /// The area's id.
    public var area: String
    /// The folder here.
    public var local: LocalPath
    /// The folder there.
    public var remote: RemotePath
    /// What people call the folder there.
    public var label: String
    /// Which kinds of files; empty is all files.
    public var kinds: Set<BackupKind>
    /// Whether the remote root is encrypted: such a home keeps no identities, and this machine alone knows what it sent.
    public var isEncrypted: Bool
    /// Unix seconds of its making.
    public internal(set) var created: Int64
    /// How the last run ended; nil before the first.
    public internal(set) var last: BackupRecord?

    /// Takes what a new one needs.
    public init(
        area: String,
        local: LocalPath,
        remote: RemotePath,
        label: String,
        kinds: Set<BackupKind> = [],
        isEncrypted: Bool = false
    ) {
        id = 0
        created = 0
        self.area = area
        self.local = local
        self.remote = remote
        self.label = label
        self.kinds = kinds
        self.isEncrypted = isEncrypted
    }

    /// Whether a file of this name is meant.
    public func takes(_ name: [UInt8]) -> Bool {
        kinds.isEmpty || BackupKind.of(name).map { kinds.contains($0) } ?? false
    }
}

/// How a run of a backup ended, as it is kept.
public struct BackupRecord: Sendable, Hashable {
    /// Unix seconds of its end.
    public var ended: Int64
    /// What it came to.
    public var outcome: BackupOutcome
}

/// What a run of a backup came to.
public struct BackupOutcome: Sendable, Hashable {
    /// Something that was not backed up.
    public struct Failure: Sendable, Hashable {
        /// Below the folder.
        public var path: [UInt8]
        /// Why.
        public var failure: TransferFailure

        /// The path for people.
        public var text: String { String(decoding: path, as: UTF8.self) }
    }

    /// Files that are meant.
    public var files = 0
    /// Of these, files whose content the home had already.
    public var known = 0
    /// Files that were sent.
    public var sent = 0
    /// Bytes of the files that were sent.
    public var bytes: Int64 = 0
    /// Files that were read to know their content.
    public var hashed = 0
    /// Files that were still being written; the next run takes them.
    public var unsettled = 0
    /// Files and folders that failed.
    public var failed = 0
    /// The first of these.
    public var failures: [Failure] = []
    /// Why it stopped before its end: signed out, password needed, no space.
    public var stops: [TransferFailure] = []
    /// Seconds it took.
    public var seconds = 0.0

    /// Nothing yet.
    public init() {}

    /// Whether everything that rests is there.
    public var isComplete: Bool { failed == 0 && stops.isEmpty }

    mutating func fail(_ path: [UInt8], _ failure: TransferFailure) {
        failed += 1
        if failures.count < RunOutcome.listedFailures { failures.append(.init(path: path, failure: failure)) }
    }

    /// Adds a later round of the same run.
    mutating func add(_ other: BackupOutcome) {
        files += other.files
        known += other.known
        sent += other.sent
        bytes += other.bytes
        hashed += other.hashed
        unsettled = other.unsettled
        failed += other.failed
        failures += other.failures.prefix(max(0, RunOutcome.listedFailures - failures.count))
        stops += other.stops.filter { !stops.contains($0) }
    }
}
