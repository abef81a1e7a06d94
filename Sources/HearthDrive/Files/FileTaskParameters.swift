import HearthCrypto
import HearthStorage
import HearthWire

/// What a task on files is to do, as its row keeps it.
struct FileTaskParameters: Sendable {
    /// The entries, in order.
    var sources: SelectedResources
    /// Where they go; the virtual root for a delete.
    var destination: ResourcePath = .virtualRoot
    /// For names that are taken.
    var conflict: ConflictPolicy?
    /// `If-Match` of files to be replaced.
    var expected: [String] = []

    init(
        sources: SelectedResources,
        destination: ResourcePath = .virtualRoot,
        conflict: ConflictPolicy? = nil,
        expected: [String] = []
    ) {
        self.sources = sources
        self.destination = destination
        self.conflict = conflict
        self.expected = expected
    }

    /// Reads ``text``.
    ///
    /// - Throws: 1 for anything else.
    init(_ text: String) throws {
        guard let json = try? JSONValue(parsing: Array(text.utf8)) else { throw DriveError(.internalError) }
        if let parent = json["parent"]?.string.flatMap({ PendingStep.Place(text: $0) }),
            let joined = json["names"]?.string.flatMap({ Base64URL.decode($0) })
        {
            let names = joined.split(separator: UInt8(ascii: "/")).compactMap { FileName(Array($0)) }
            sources = SelectedResources(
                items: .entries(root: parent.root, directory: parent.path, names: names)
            )
        } else {
            let paths = (json["paths"]?.stringArray ?? []).compactMap { PendingStep.Place(text: $0) }
            if paths.isEmpty { throw DriveError(.internalError) }
            sources = SelectedResources(items: .paths(paths.map { .below(root: $0.root, $0.path) }))
        }
        if let place = json["destination"]?.string.flatMap({ PendingStep.Place(text: $0) }) {
            destination = .below(root: place.root, place.path)
        }
        conflict = json["conflict"]?.string.flatMap(ConflictPolicy.init)
        expected = json["expected"]?.stringArray ?? []
    }

    /// JSON; names are bytes and so in base 64, those of a whole directory joined with `/`.
    var text: String {
        var writer = JSONWriter(capacity: 1 << 10)
        writer.beginObject()
        switch sources.items {
        case .entries(let root, let directory, let names):
            writer.key("parent")
            writer.string(PendingStep.Place(root: root, path: directory).text)
            writer.key("names")
            writer.string(Base64URL.encode(VolumePath(names).bytes))
        case .paths(let paths):
            writer.key("paths")
            writer.beginArray()
            for case .below(let root, let path) in paths {
                writer.string(PendingStep.Place(root: root, path: path).text)
            }
            writer.endArray()
        }
        if case .below(let root, let path) = destination {
            writer.key("destination")
            writer.string(PendingStep.Place(root: root, path: path).text)
        }
        if let conflict {
            writer.key("conflict")
            writer.string(conflict.rawValue)
        }
        if !expected.isEmpty {
            writer.key("expected")
            writer.beginArray()
            for tag in expected { writer.string(tag) }
            writer.endArray()
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
