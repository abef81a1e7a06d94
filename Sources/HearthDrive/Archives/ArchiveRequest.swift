package import HearthArchive
import HearthStorage
import HearthWire

/// What an archive is asked to hold.
package struct ArchiveRequest: Sendable, Hashable {
    /// The most paths of one archive.
    private static let mostPaths = 10_000

    /// Files and directories; the first of equal ones counts.
    package let paths: [ResourcePath]
    /// How it is written.
    package let format: ArchiveFormat
    /// What the download is called, with or without its ending; empty to choose one.
    package let name: String

    /// Checks what a client sent.
    ///
    /// - Parameters:
    ///   - paths: at least one.
    ///   - format: `zip` or `tar`; nil or empty for ZIP.
    ///   - name: nil or empty to choose one.
    /// - Throws: 10004 naming `path`, `format` or `name`; 10029 and 20027 for names that are none.
    package init(paths: [ResourcePath], format: String?, name: String?) throws {
        guard !paths.isEmpty, paths.count <= Self.mostPaths else {
            throw DriveError(.illegalParameter, argument: "path")
        }
        let word = format ?? ""
        guard let format = word.isEmpty ? .zip : ArchiveFormat(rawValue: word) else {
            throw DriveError(.illegalParameter, argument: "format")
        }
        var seen: Set<ResourcePath> = []
        self.paths = paths.filter { seen.insert($0).inserted }
        self.format = format
        self.name = try name.map { $0.isEmpty ? "" : try NamePolicy.open.name($0).display } ?? ""
    }

    /// The same with paths from a row, which were checked when it was written.
    init(paths: [ResourcePath], format: ArchiveFormat, name: String) {
        self.paths = paths
        self.format = format
        self.name = name
    }
}
