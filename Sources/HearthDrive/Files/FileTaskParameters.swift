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

    /// Reads ``text`` and ``list``.
    ///
    /// - Throws: 1 for anything else.
    init(_ text: String, list: [UInt8]) throws {
        guard let json = try? JSONValue(parsing: Array(text.utf8)) else { throw DriveError(.internalError) }
        if let parent = json["parent"]?.string.flatMap({ PendingStep.Place(text: $0) }) {
            let names = PackedNames(bytes: list)
            sources = SelectedResources(
                items: .entries(root: parent.root, directory: parent.path, names: names)
            )
        } else {
            let paths = list.split(separator: 0).compactMap { PendingStep.Place(bytes: $0) }
            sources = SelectedResources(items: .paths(paths.map { .below(root: $0.root, $0.path) }))
        }
        if sources.count == 0 { throw DriveError(.internalError) }
        if let place = json["destination"]?.string.flatMap({ PendingStep.Place(text: $0) }) {
            destination = .below(root: place.root, place.path)
        }
        conflict = json["conflict"]?.string.flatMap(ConflictPolicy.init)
        expected = json["expected"]?.stringArray ?? []
    }

    /// The names in ``sources``: of a whole directory packed, single paths as `{root}:{path}` with a zero behind each,
    /// which no name holds.
    var list: [UInt8] {
        switch sources.items {
        case .entries(_, _, let names): names.bytes
        case .paths(let paths):
            paths.flatMap { path -> [UInt8] in
                guard case .below(let root, let below) = path else { return [] }
                return Array("\(root):".utf8) + below.bytes + [0]
            }
        }
    }

    /// Everything else, as JSON.
    var text: String {
        var writer = JSONWriter()
        writer.beginObject()
        if case .entries(let root, let directory, _) = sources.items {
            writer.key("parent")
            writer.string(PendingStep.Place(root: root, path: directory).text)
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

    /// A task that does it.
    func order(_ topic: TaskTopic, user: Int) throws -> TaskOrder {
        let id = try UploadID.make()
        return TaskOrder(topic: topic, sign: id, subject: id, user: user, parameters: text, list: list)
    }
}

extension PendingStep.Place {
    fileprivate init?(bytes: ArraySlice<UInt8>) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")),
            let root = Int(String(decoding: bytes[..<colon], as: UTF8.self)),
            let path = VolumePath(bytes: Array(bytes[(colon + 1)...]))
        else { return nil }
        self.init(root: root, path: path)
    }
}
