import HearthDrive
import HearthHTTP
import HearthStorage
import HearthWire

/// Which entries a copy, move or delete is about.
extension HTTPRequest {
    /// The paths in a body, or on `/api/v1` also a whole directory: `{parent, all: true, except: […]}`.
    ///
    /// - Parameters:
    ///   - body: the request's.
    ///   - member: what holds single paths.
    /// - Returns: what the body selects, not looked up yet.
    /// - Throws: 2 for nonsense; 10005 for an illegal path; 90005 for a whole directory without `If-Match`.
    func selection(_ body: JSONValue, _ member: String) throws -> ResourceSelection {
        let isWhole = base == .v1 && ["all", "parent", "except"].contains { body[$0] != nil }
        guard isWhole else {
            guard let paths = body[member]?.array else { throw DriveError(.badRequest) }
            return .paths(try paths.map { try $0.resourcePath() })
        }
        guard body["all"] == .bool(true), let value = body["parent"], body[member] == nil else {
            throw DriveError(.badRequest)
        }
        let parent = try value.resourcePath()
        _ = try parent.requireRoot()
        let exceptions = body["except"] ?? .array([])
        guard let list = exceptions.array else { throw DriveError(.badRequest) }
        let except = Set(try list.map { try Self.exception($0, in: parent) })
        if expectedTags.isEmpty { throw DriveError(.preconditionFailed) }
        return .all(parent: parent, except: except, expected: expectedTags)
    }

    /// A bare name, or the path of an entry of the directory.
    private static func exception(_ value: JSONValue, in parent: ResourcePath) throws -> FileName {
        if let text = value.string, text.utf8.first != UInt8(ascii: "/") {
            guard let name = FileName(text) else { throw DriveError(.badRequest) }
            return name
        }
        let (root, directory) = try parent.requireRoot()
        let entry = try value.resourcePath().requireRoot()
        guard entry.root == root, entry.path.parent == directory, let name = entry.path.last else {
            throw DriveError(.badRequest)
        }
        return name
    }

    /// Whether the client wants no more of the answer than it must have (`Prefer: return=minimal`; RFC 7240, 4.2).
    var prefersMinimal: Bool {
        base == .v1
            && headers.values(for: "Prefer").flatMap { $0.split(separator: ",") }.contains { preference in
                let name = preference.split(separator: ";", maxSplits: 1).first ?? ""
                return name.filter { !$0.isWhitespace }.lowercased() == "return=minimal"
            }
    }

    /// Whether the client would rather have a task than wait (`Prefer: respond-async`; RFC 7240, 4.1).
    var prefersAsync: Bool {
        base == .v1
            && headers.values(for: "Prefer").flatMap { $0.split(separator: ",") }.contains { preference in
                let name = preference.split(separator: ";", maxSplits: 1).first ?? ""
                return name.filter { !$0.isWhitespace }.lowercased() == "respond-async"
            }
    }
}
