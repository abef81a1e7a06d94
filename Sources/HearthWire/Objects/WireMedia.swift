/// What is known of a picture, a clip, a sound or a text besides its bytes.
public struct WireMedia: Sendable, Hashable, Codable {
    /// What a file is by its bytes.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        /// A picture, or a document whose first page is one.
        case picture
        /// Moving pictures.
        case video
        /// Sound.
        case audio
        /// Text or source code.
        case text
    }

    /// What it is; nil for a kind that this version does not know.
    public var kind: Kind?
    /// Pixels across, as it is shown.
    public var width: Int?
    /// Pixels down, as it is shown.
    public var height: Int?
    /// Seconds.
    public var duration: Double?
    /// When it was taken: RFC 3339, without an offset where the file does not say one.
    public var taken: String?
    /// Frames of an animated picture, pages of a document.
    public var frames: Int?

    private enum CodingKeys: String, CodingKey { case kind, width, height, duration, taken, frames }

    /// Takes every part as it is.
    public init(
        kind: Kind?,
        width: Int? = nil,
        height: Int? = nil,
        duration: Double? = nil,
        taken: String? = nil,
        frames: Int? = nil
    ) {
        self.kind = kind
        self.width = width
        self.height = height
        self.duration = duration
        self.taken = taken
        self.frames = frames
    }

    /// Reads an object of this or another version.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            kind: try container.decodeIfPresent(String.self, forKey: .kind).flatMap(Kind.init),
            width: try container.decodeIfPresent(Int.self, forKey: .width),
            height: try container.decodeIfPresent(Int.self, forKey: .height),
            duration: try container.decodeIfPresent(Double.self, forKey: .duration),
            taken: try container.decodeIfPresent(String.self, forKey: .taken),
            frames: try container.decodeIfPresent(Int.self, forKey: .frames)
        )
    }
}

extension WireMedia: JSONWritable {
    /// Appends the object with what is known.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if let kind {
            writer.key("kind")
            writer.string(kind.rawValue)
        }
        if let width {
            writer.key("width")
            writer.int(width)
        }
        if let height {
            writer.key("height")
            writer.int(height)
        }
        if let duration, duration.isFinite {
            writer.key("duration")
            writer.double(duration)
        }
        if let taken {
            writer.key("taken")
            writer.string(taken)
        }
        if let frames {
            writer.key("frames")
            writer.int(frames)
        }
        writer.endObject()
    }
}
