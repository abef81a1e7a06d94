import HearthConcurrency
package import HearthCrypto
package import HearthMedia
import HearthSQL
import HearthStorage

/// Images and facts of files: found, made, kept, sealed and forgotten.
package final class Thumbnails: Sendable {
    private let files: Files
    private let decoder: (any MediaDecoding)?
    private let configuration: ThumbnailConfiguration

    init(files: Files, decoder: (any MediaDecoding)?, configuration: ThumbnailConfiguration) {
        self.files = files
        self.decoder = decoder
        self.configuration = configuration
    }

    /// Whether anything can be made at all.
    package var isAvailable: Bool { decoder != nil }

    /// An image of a file, kept or made now.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - caller: who asks; needs what a download needs.
    ///   - variant: which image.
    ///   - urgency: who waits for it.
    /// - Returns: nil when there is none to be had of this file.
    /// - Throws: what opening the file for download throws; 90007 when too much waits to be made.
    package func image(
        _ path: ResourcePath,
        _ caller: Caller,
        _ variant: ThumbnailVariant,
        urgency: MediaUrgency = .interactive
    ) async throws -> ThumbnailImage? {
        _ = try await files.open(path, caller)
        return nil
    }

    /// The older bases' image of a content.
    ///
    /// - Parameters:
    ///   - hash: SHA-256 of the file.
    ///   - caller: may read at least one file that has it, or there is none for him.
    /// - Returns: nil when there is none for this caller, whatever the reason.
    /// - Throws: 90007 when too much waits to be made.
    package func classic(hash: SHA256Digest, _ caller: Caller) async throws -> ThumbnailImage? { nil }

    /// What is known of a file's content, found out now if need be.
    ///
    /// - Parameters:
    ///   - opened: the file, as it was opened for this caller.
    ///   - caller: who opened it.
    ///   - patience: how long to wait; what takes longer is known the next time.
    /// - Returns: nil when nothing is to be known, or not yet.
    package func facts(
        of opened: Files.Opened,
        _ caller: Caller,
        patience: Duration = .seconds(3)
    ) async -> MediaFacts? { nil }

    /// The hashes of the files of a page, for the older bases' links.
    ///
    /// Photos and videos without one are queued to be hashed.
    ///
    /// - Returns: one for each item of the page, in order; nil for what has none, and in encrypted folders.
    package func hashes(in listing: Listing, _ caller: Caller) async throws -> [SHA256Digest?] {
        listing.page.items.map { _ in nil }
    }

    /// The first lines of the texts of a page, as far as they are known; the others are queued.
    ///
    /// - Returns: one for each item of the page, in order.
    package func excerpts(in listing: Listing, _ caller: Caller) async throws -> [String?] {
        listing.page.items.map { _ in nil }
    }

    /// A file has come to a place: what belongs to it is made in the background.
    package func noticed(_ resource: Resource, _ caller: Caller) {}

    /// Works in the background until the surrounding task is cancelled.
    package func run() async {}

    /// Writes down what must not wait.
    package func close() async {}
}
