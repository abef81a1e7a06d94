/// The kinds of archives that can be written.
package enum ArchiveFormat: String, Sendable, Hashable {
    /// ZIP, stored; 64-bit where it must be.
    case zip
    /// POSIX tar with extended headers.
    case tar

    /// The media type.
    package var contentType: String {
        switch self {
        case .zip: "application/zip"
        case .tar: "application/x-tar"
        }
    }

    /// A new encoder.
    package func encoder() -> any ArchiveEncoder {
        switch self {
        case .zip: ZipEncoder()
        case .tar: TarEncoder()
        }
    }
}

/// Turns entries into the bytes of an archive, front to back; the content itself does not pass through it.
///
/// For each entry: ``begin(_:)``, the content with ``content(_:)`` called for every piece, ``end()``. At last ``finish()``.
/// The archive is what these return, with the content between `begin` and `end`.
package protocol ArchiveEncoder: Sendable {
    /// What stands before an entry's content.
    ///
    /// - Throws: `.pathTooLong`, `.misuse`.
    mutating func begin(_ entry: ArchiveEntry) throws(ArchiveError) -> [UInt8]
    /// Takes note of a piece of content that goes into the archive.
    ///
    /// - Throws: `.misuse` for more bytes than announced.
    mutating func content(_ bytes: UnsafeRawBufferPointer) throws(ArchiveError)
    /// Takes note that the whole content came, without looking at it: for working out how long an archive will be.
    mutating func skipContent()
    /// What stands behind an entry's content.
    ///
    /// - Throws: `.misuse` when fewer bytes came than announced.
    mutating func end() throws(ArchiveError) -> [UInt8]
    /// The end of the archive, in pieces; nothing follows.
    mutating func finish() -> [[UInt8]]
}

/// Counts the bytes of an entry as they come.
struct ContentCount {
    private var expected: Int64?
    private(set) var left: Int64 = 0

    mutating func begin(_ entry: ArchiveEntry) throws(ArchiveError) {
        guard expected == nil else { throw ArchiveError(.misuse, "an entry begins inside another") }
        guard entry.size >= 0 else { throw ArchiveError(.misuse, "a size is negative") }
        expected = entry.size
        left = entry.size
    }

    mutating func take(_ count: Int) throws(ArchiveError) {
        guard Int64(count) <= left else { throw ArchiveError(.misuse, "more content than announced") }
        left -= Int64(count)
    }

    mutating func skip() { left = 0 }

    mutating func end() throws(ArchiveError) {
        guard expected != nil, left == 0 else { throw ArchiveError(.misuse, "less content than announced") }
        expected = nil
    }
}
