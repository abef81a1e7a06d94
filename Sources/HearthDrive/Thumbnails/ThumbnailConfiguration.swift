/// How thumbnails are kept.
package struct ThumbnailConfiguration: Sendable, Hashable {
    /// `<data>/thumbs`; made when it is missing.
    ///
    /// Nil: images of plain files are made anew each time.
    package var directory: String?
    /// The most that images and what is known besides may occupy, those inside encrypted folders included.
    package var cacheBytes: Int64
    /// Larger files have their hash taken only when somebody asks for the hash.
    package var largestHashed: Int64

    /// 2 GiB of images; files up to 4 GiB are hashed.
    package init(
        directory: String? = nil,
        cacheBytes: Int64 = 2 << 30,
        largestHashed: Int64 = 4 << 30
    ) {
        self.directory = directory
        self.cacheBytes = cacheBytes
        self.largestHashed = largestHashed
    }
}
