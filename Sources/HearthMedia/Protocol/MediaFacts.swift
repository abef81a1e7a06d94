/// What was found out about a file.
package struct MediaFacts: Sendable, Equatable, Codable {
    /// What it is by its bytes.
    package var kind: MediaKind
    /// Pixels across, as it is shown (after its orientation is applied).
    package var width: Int?
    /// Pixels down, as it is shown.
    package var height: Int?
    /// Seconds, of clips and sound.
    package var duration: Double?
    /// When it was taken, as RFC 3339 date and time; without an offset where the file does not say one.
    package var taken: String?
    /// Frames of an animated picture, pages of a document; nil for one.
    package var frames: Int?
    /// The first lines of a text: at most 512 bytes of UTF-8 in at most 8 lines, without control characters.
    package var excerpt: String?

    /// Facts.
    package init(
        kind: MediaKind,
        width: Int? = nil,
        height: Int? = nil,
        duration: Double? = nil,
        taken: String? = nil,
        frames: Int? = nil,
        excerpt: String? = nil
    ) {
        self.kind = kind
        self.width = width
        self.height = height
        self.duration = duration
        self.taken = taken
        self.frames = frames
        self.excerpt = excerpt
    }
}
