import HearthWire

/// What an archive is written as.
public enum ArchiveFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// ZIP; nothing is compressed.
    case zip
    /// tar; keeps every name byte by byte.
    case tar
}

/// Fetches several files and whole directories as one archive.
public struct Archive: Target {
    /// What to put in.
    public var paths: [RemotePath]
    /// How.
    public var archiveFormat: ArchiveFormat
    /// What the download is called; nil is the server's choice.
    public var fileName: String?
    /// Where the bytes go.
    public var sink: TransportSink?

    /// Takes what to put in.
    public init(
        _ paths: [RemotePath],
        format: ArchiveFormat = .zip,
        fileName: String? = nil,
        sink: TransportSink? = nil
    ) {
        self.paths = paths
        archiveFormat = format
        self.fileName = fileName
        self.sink = sink
    }

    /// `/archive` with its query: paths are bytes there, not text.
    public var path: String {
        var items = paths.map { "path=" + PercentEncoding.encode($0.bytes) }
        items.append("format=" + archiveFormat.rawValue)
        if let fileName { items.append("name=" + PercentEncoding.encode(fileName)) }
        return "/archive?" + items.joined(separator: "&")
    }
    /// The sink.
    public var task: TargetTask { sink.map { .download($0) } ?? .plain }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// The root whose password may be needed.
    public var root: RootReference? { paths.first?.root }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
    /// Reads the head.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> DownloadReply { DownloadReply(reply) }
}

/// Makes an address that gives an archive without a token.
public struct CreateArchive: Target {
    /// How it is read.
    public typealias Response = ArchiveLink
    /// What to put in.
    public var paths: [RemotePath]
    /// How.
    public var archiveFormat: ArchiveFormat
    /// What the download is called; nil is the server's choice.
    public var fileName: String?

    /// Takes what to put in.
    public init(_ paths: [RemotePath], format: ArchiveFormat = .zip, fileName: String? = nil) {
        self.paths = paths
        archiveFormat = format
        self.fileName = fileName
    }

    /// `/archives`.
    public var path: String { "/archives" }
    /// POST.
    public var method: TargetMethod { .post }
    /// What to put in.
    public var task: TargetTask {
        .json { writer in
            writer.beginObject()
            writer.key("paths")
            writer.array(paths)
            writer.key("format")
            writer.string(archiveFormat.rawValue)
            if let fileName {
                writer.key("name")
                writer.string(fileName)
            }
            writer.endObject()
        }
    }
    /// The root whose password may be needed.
    public var root: RootReference? { paths.first?.root }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
}

/// Fetches an archive by the address that ``CreateArchive`` made.
public struct FetchArchive: Target {
    /// The secret of the address.
    public var archiveID: String
    /// Where the bytes go.
    public var sink: TransportSink?

    /// Takes the secret.
    public init(_ archiveID: String, sink: TransportSink? = nil) {
        self.archiveID = archiveID
        self.sink = sink
    }

    /// `/archives/{id}`.
    public var path: String { "/archives/" + PercentEncoding.encode(archiveID) }
    /// The sink.
    public var task: TargetTask { sink.map { .download($0) } ?? .plain }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// Servers of the contract have none.
    public var isHearthOnly: Bool { true }
    /// Reads the head.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> DownloadReply { DownloadReply(reply) }
}
