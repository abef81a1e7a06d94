public import HearthClient
public import HearthWire

/// Which way bytes go.
public enum TransferDirection: Int, Sendable, Codable, CaseIterable {
    /// To the server.
    case upload = 0
    /// From the server.
    case download = 1
}

/// What a record moves.
public enum TransferKind: Int, Sendable, Codable {
    /// One file.
    case file = 0
    /// A folder: a parent whose children are files and folders.
    case folder = 1
    /// Bytes of a stream whose length is not known; cannot be resumed by another process.
    case stream = 2
    /// Records that were ordered together; it has no place of its own.
    case group = 3
}

/// Where a record stands (wangpan-api, 13.1).
public enum TransferStatus: Int, Sendable, Codable, CaseIterable {
    /// Its turn has not come.
    case waiting = 0
    /// Bytes are on their way.
    case running = 1
    /// Stopped until somebody resumes it.
    case paused = 2
    /// Done.
    case finished = 3
    /// Ended with an error; can be retried. A folder: some of its children have failed.
    case failed = 4
    /// A folder whose content is still being listed.
    case preparing = 5
}

/// How it was made sure that the bytes are the right ones.
public enum TransferVerification: Int, Sendable, Codable {
    /// Nothing was moved, or it has not ended.
    case none = 0
    /// Full length, and one entity tag over all ranges; the server knew no hash.
    case length = 1
    /// SHA-256 over the whole file.
    case hash = 2
}

/// A path on this machine, as bytes: names need not be UTF-8.
public struct LocalPath: Hashable, Sendable, CustomStringConvertible {
    /// Without the zero at the end.
    public let bytes: [UInt8]

    /// Takes the bytes as they are.
    public init(bytes: [UInt8]) { self.bytes = bytes }

    /// Takes the bytes of the text.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// For people; what is no UTF-8 becomes U+FFFD.
    public var description: String { String(decoding: bytes, as: UTF8.self) }

    /// The last component; empty for `/`.
    public var name: [UInt8] {
        let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? 0
        let start = bytes[..<end].lastIndex(of: Self.slash).map { $0 + 1 } ?? 0
        return Array(bytes[start..<end])
    }

    /// The directory that holds it; `.` where the path has one component.
    public var parent: LocalPath {
        let end = bytes.lastIndex { $0 != Self.slash }.map { $0 + 1 } ?? 0
        guard let cut = bytes[..<end].lastIndex(of: Self.slash) else { return LocalPath(".") }
        return cut == 0 ? LocalPath("/") : LocalPath(bytes: Array(bytes[..<cut]))
    }

    /// Something inside this directory.
    public func appending(_ name: [UInt8]) -> LocalPath {
        LocalPath(bytes: bytes + (bytes.last == Self.slash ? [] : [Self.slash]) + name)
    }

    private static let slash = UInt8(ascii: "/")
}

/// One transfer as the queue knows it.
public struct TransferRecord: Sendable, Identifiable {
    /// Names it.
    public var id: TransferID
    /// The folder or group it belongs to; nil for what was ordered by itself.
    public var parent: TransferID?
    /// Which way.
    public var direction: TransferDirection
    /// What it moves.
    public var kind: TransferKind
    /// Where it stands.
    public var status: TransferStatus
    /// The area (the home) it belongs to.
    public var area: String
    /// The member who ordered it; 0 when not told.
    public var user: Int
    /// The file or folder here; empty for streams.
    public var local: LocalPath
    /// The file or folder there; nil for groups.
    public var remote: RemotePath?
    /// What people call it; bytes of the last component.
    public var name: [UInt8]
    /// Bytes in all; nil as long as that is not known.
    ///
    /// A folder: the sum over the children known so far.
    public var size: Int64?
    /// Bytes that are safely there.
    ///
    /// A folder: the sum over its children.
    public var transferred: Int64
    /// Bytes a second at present; 0 unless it runs in this process.
    public var speed: Int64
    /// Unix seconds of the order.
    public var created: Int64
    /// Unix seconds of the last change.
    public var updated: Int64
    /// What the file's time is, Unix seconds; nil as long as that is not known.
    public var modified: Int64?
    /// What happens when the name is taken.
    public var conflict: WireConflictRule
    /// The backup identity; empty when there is none.
    public var identification: String
    /// SHA-256, 64 lower-case hex digits, once it is known.
    public var hash: String?
    /// The server's name for the unfinished upload.
    public var uploadID: String?
    /// How the bytes were checked.
    public var verification: TransferVerification
    /// Children of a folder or group: all, finished, failed.
    ///
    /// Zero for files.
    public var children: TransferCounts
    /// Why it failed or stopped.
    public var error: TransferFailure?
    /// Whether it left alone what was there, as its conflict rule says.
    public var isSkipped: Bool

    /// ``name`` for people.
    public var displayName: String { String(decoding: name, as: UTF8.self) }
}

/// Children of a folder or group.
public struct TransferCounts: Sendable, Hashable {
    /// Files and folders in all, as far as they are known.
    public var total: Int
    /// Done.
    public var finished: Int
    /// Failed.
    public var failed: Int

    /// Takes the numbers as they are.
    public init(total: Int = 0, finished: Int = 0, failed: Int = 0) {
        self.total = total
        self.finished = finished
        self.failed = failed
    }
}
