/// What the server wants to know and have of one file.
package struct MediaJob: Sendable, Equatable {
    /// What the file is by its name; the child looks at its bytes and may find otherwise.
    package var kind: MediaKind
    /// The extension of the file's name in lower case without the dot, at most 16 bytes; a hint, empty when unknown.
    package var fileExtension: String
    /// Bytes of the file.
    package var size: Int64
    /// The images to make, all from one decoding; none for the facts alone.
    package var outputs: [MediaOutput]
    /// Whose job it is, so that nobody's jobs keep all others waiting; the child is not told.
    package var owner: Int
    /// The encrypted folder that the bytes are of, 0 for files that lie open.
    ///
    /// What a child has read of one must not come out in a picture of another. The child is not told.
    package var realm: Int

    /// A job.
    package init(
        kind: MediaKind,
        fileExtension: String,
        size: Int64,
        outputs: [MediaOutput],
        owner: Int = 0,
        realm: Int = 0
    ) {
        self.owner = owner
        self.realm = realm
        self.kind = kind
        self.fileExtension = fileExtension
        self.size = size
        self.outputs = outputs
    }
}

/// Which part of the child a file is given to.
package enum MediaKind: UInt8, Sendable, CaseIterable, Codable {
    /// A picture, or the first page of a document.
    case picture = 1
    /// Moving pictures.
    case clip = 2
    /// Sound, with the picture of its cover if it carries one.
    case audio = 3
    /// Text and source code: only an excerpt, no image.
    case text = 4
}

/// One image to be made.
package struct MediaOutput: Sendable, Hashable {
    /// How the image is written.
    package enum Format: UInt8, Sendable, CaseIterable {
        /// WebP, lossy.
        case webp = 1
        /// JPEG, on white where the picture is transparent.
        case jpeg = 2
        /// PNG.
        case png = 3
    }

    /// Pixels of the longer side, or of both sides when ``isSquare``; a picture that is smaller keeps its size unless
    /// ``isSquare``.
    package var edge: Int
    /// How it is written.
    package var format: Format
    /// Cut to a square around the middle, as the older clients' thumbnails are.
    package var isSquare: Bool
    /// All frames of an animated picture (WebP only); the first frame when it is not animated or has too many.
    package var isAnimated: Bool

    /// An image to be made.
    package init(edge: Int, format: Format, isSquare: Bool = false, isAnimated: Bool = false) {
        self.edge = edge
        self.format = format
        self.isSquare = isSquare
        self.isAnimated = isAnimated
    }
}
