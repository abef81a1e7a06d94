/// Fetches a small picture of a file: a picture, a clip, a page of a document or the cover of a sound; Hearth alone.
///
/// A file without one is refused with `.resourceNotFound` (10000), just as one that is not there.
public struct Thumbnail: Target {
    /// How large the picture is: the longer side in pixels.
    ///
    /// Smaller pictures keep their size.
    public enum Size: Int, Sendable, Hashable, Codable, CaseIterable {
        /// For lists and tiles.
        case small = 256
        /// For a whole screen.
        case large = 1280
    }

    /// How the picture is written.
    public enum Format: String, Sendable, Hashable, Codable, CaseIterable {
        /// WebP.
        case webp
        /// JPEG.
        case jpeg
    }

    /// The file.
    public var remote: RemotePath
    /// How large.
    public var size: Size
    /// How it is written.
    public var imageFormat: Format
    /// All frames of an animated picture; small WebP alone.
    public var isAnimated: Bool
    /// Sends nothing (304) when the picture still has this tag.
    public var knownTag: String?
    /// Where the bytes go.
    public var sink: TransportSink?
    /// The folder's password, where no plugin adds it.
    public var password: String?

    /// Takes the file, and what else is wanted.
    public init(
        _ remote: RemotePath,
        size: Size = .small,
        format: Format = .webp,
        isAnimated: Bool = false,
        knownTag: String? = nil,
        sink: TransportSink? = nil,
        password: String? = nil
    ) {
        self.remote = remote
        self.size = size
        imageFormat = format
        self.isAnimated = isAnimated
        self.knownTag = knownTag
        self.sink = sink
        self.password = password
    }

    /// `/thumbnails` with its query: paths are bytes there, not text.
    public var path: String {
        "/thumbnails?path=" + PercentEncoding.encode(remote.bytes) + "&size=\(size.rawValue)"
            + "&format=\(imageFormat.rawValue)" + (isAnimated ? "&animated=true" : "")
    }
    /// The sink.
    public var task: TargetTask { sink.map { .download($0) } ?? .plain }
    /// Tag and password.
    public var headers: HeaderFields {
        var headers = HeaderFields(password: password)
        headers["If-None-Match"] = knownTag
        headers["Accept"] = "image/\(imageFormat.rawValue)"
        return headers
    }
    /// Whole, or unchanged.
    public var validation: StatusValidation { .codes([200, 304]) }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// The root whose password may be needed.
    public var root: RootReference? { remote.root }
    /// Servers of the contract have none by path.
    public var isHearthOnly: Bool { true }
    /// A picture of one pixel.
    public var sample: StubResponse? { StubResponse(image: imageFormat) }
    /// Reads the head.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> DownloadReply { DownloadReply(reply) }
}

/// Fetches what `WireResource.thumbnailURL` of a listed file names; on every server.
public struct ListedThumbnail: Target {
    /// As the list has it: relative to the API's base.
    public var url: String
    /// Sends nothing (304) when the picture still has this tag.
    public var knownTag: String?
    /// Where the bytes go.
    public var sink: TransportSink?
    /// The root whose password may be needed.
    public var root: RootReference?

    /// Takes the address that a list gave; nil where that is none.
    ///
    /// - Parameters:
    ///   - url: relative to the API's base; an absolute one is refused: it would carry the token elsewhere.
    ///   - root: the root of the file.
    ///   - knownTag: the tag of the picture that is known.
    ///   - sink: where the bytes go.
    public init?(
        _ url: String,
        root: RootReference? = nil,
        knownTag: String? = nil,
        sink: TransportSink? = nil
    ) {
        let path = url.prefix { $0 != "?" && $0 != "#" }
        let isRelative =
            !path.isEmpty && !path.hasPrefix("/") && !path.contains(":") && !path.contains("\\")
            && !url.contains("#")
        guard isRelative, !path.split(separator: "/").contains(where: { $0 == ".." || $0 == "." }) else {
            return nil
        }
        self.url = url
        self.root = root
        self.knownTag = knownTag
        self.sink = sink
    }

    /// `/` and the address.
    public var path: String { "/" + url }
    /// The sink.
    public var task: TargetTask { sink.map { .download($0) } ?? .plain }
    /// The tag.
    public var headers: HeaderFields {
        var headers: HeaderFields = [:]
        headers["If-None-Match"] = knownTag
        return headers
    }
    /// Whole, or unchanged.
    public var validation: StatusValidation { .codes([200, 304]) }
    /// Bytes.
    public var format: ReplyFormat { .bytes }
    /// A picture of one pixel.
    public var sample: StubResponse? { StubResponse(image: .webp) }
    /// Reads the head.
    public func decode(_ reply: ProviderReply) throws(ClientError) -> DownloadReply { DownloadReply(reply) }
}
