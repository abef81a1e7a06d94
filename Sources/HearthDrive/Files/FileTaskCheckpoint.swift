import HearthCrypto
import HearthStorage
package import HearthWire

/// How far a task on files is, as its row keeps it.
struct FileTaskCheckpoint: Sendable, Hashable {
    /// The first source that is not done.
    var next = 0
    /// How many were done and not skipped.
    var count = 0
    /// The first new places, for the task's result.
    var places: [PendingStep.Place] = []
    /// Shares that ended.
    var ended: [EndedShare] = []
    /// What may have happened since.
    var pending: PendingStep?
    /// The inodes of the next sources, some of which may have been removed since, from the first on.
    var doomed: [UInt64] = []

    /// So many places are told of: each step writes them anew.
    private static let kept = 100

    mutating func finish(_ place: PendingStep.Place, _ ended: [EndedShare] = []) {
        if places.count < Self.kept { places.append(place) }
        self.ended += ended
        finish()
    }

    mutating func finish() {
        count += 1
        skip()
    }

    mutating func skip() {
        next += 1
        pending = nil
        if !doomed.isEmpty { doomed.removeFirst() }
    }

    init() {}

    /// Reads ``text``; a new one for anything else, such as no text.
    init(_ text: String) {
        guard let json = try? JSONValue(parsing: Array(text.utf8)), json.object != nil else { return }
        next = json["next"]?.int.map(Int.init) ?? 0
        count = json["count"]?.int.map(Int.init) ?? 0
        places = (json["places"]?.stringArray ?? []).compactMap { PendingStep.Place(text: $0) }
        ended = (json["ended"]?.array ?? []).compactMap { share in
            guard let id = share["id"]?.int, let name = share["name"]?.string else { return nil }
            return EndedShare(id: Int(id), name: name)
        }
        pending = json["pending"].flatMap { PendingStep($0) }
        doomed = (json["doomed"]?.stringArray ?? []).compactMap { UInt64($0) }
    }

    /// JSON.
    var text: String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("next")
        writer.int(next)
        writer.key("count")
        writer.int(count)
        writer.key("places")
        writer.beginArray()
        for place in places { writer.string(place.text) }
        writer.endArray()
        writer.key("ended")
        ended.write(to: &writer)
        if let pending {
            writer.key("pending")
            pending.write(to: &writer)
        }
        if !doomed.isEmpty {
            writer.key("doomed")
            writer.beginArray()
            for inode in doomed { writer.string("\(inode)") }
            writer.endArray()
        }
        writer.endObject()
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension [EndedShare] {
    /// As replies and results tell of them.
    package func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for share in self {
            writer.beginObject()
            writer.key("id")
            writer.int(share.id)
            writer.key("name")
            writer.string(share.name)
            writer.endObject()
        }
        writer.endArray()
    }
}

extension PendingStep.Place {
    /// `{root}:{path}`, the path as base 64: names are bytes.
    var text: String { "\(root):\(Base64URL.encode(path.bytes))" }

    init?(text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let root = Int(parts[0]), let bytes = Base64URL.decode(parts[1]),
            let path = VolumePath(bytes: bytes)
        else { return nil }
        self.init(root: root, path: path)
    }
}

extension PendingStep {
    fileprivate init?(_ json: JSONValue) {
        guard let kind = json["kind"]?.string.flatMap(Kind.init) else { return nil }
        self.kind = kind
        place = json["place"]?.string.flatMap { Place(text: $0) }
        source = json["source"]?.string.flatMap { Place(text: $0) }
        // Inodes have 64 bits, which not every JSON number has.
        inode = json["inode"]?.string.flatMap { UInt64($0) } ?? 0
        sourceInode = json["source_inode"]?.string.flatMap { UInt64($0) } ?? 0
        parked = json["parked"]?.string
    }

    fileprivate func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("kind")
        writer.string(kind.rawValue)
        for (key, text) in [("place", place?.text), ("source", source?.text), ("parked", parked)]
            as [(StaticString, String?)]
        {
            guard let text else { continue }
            writer.key(key)
            writer.string(text)
        }
        writer.key("inode")
        writer.string("\(inode)")
        writer.key("source_inode")
        writer.string("\(sourceInode)")
        writer.endObject()
    }
}
