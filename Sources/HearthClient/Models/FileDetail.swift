public import HearthWire

/// What is known of one file or folder.
public struct FileDetail: Codable, Sendable, Hashable {
    /// The entry, with the caller's rights; of texts with the first lines.
    public var resource: WireResource
    /// The tag of the content, as a download has it; nil for folders.
    public var tag: String?
    /// SHA-256 of the content in hex, where the server knows it.
    public var sha256: String?
    /// What a picture, clip, sound or text is; nil for everything else.
    public var media: WireMedia?

    private enum CodingKeys: String, CodingKey {
        case resource, sha256, media
        case tag = "etag"
    }

    /// Takes every part as it is.
    public init(
        resource: WireResource,
        tag: String? = nil,
        sha256: String? = nil,
        media: WireMedia? = nil
    ) {
        self.resource = resource
        self.tag = tag
        self.sha256 = sha256
        self.media = media
    }
}

extension FileDetail: LenientModel {
    static var required: [String] { ["resource"] }
}
