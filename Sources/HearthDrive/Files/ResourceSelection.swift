package import HearthStorage
import HearthWire

/// What a copy, move or delete acts on.
package enum ResourceSelection: Sendable, Hashable {
    /// Each path by itself.
    case paths([ResourcePath])
    /// Everything that the list of a directory shows but some names; only while the list is as one of the tags of
    /// `If-Match` says.
    case all(parent: ResourcePath, except: Set<FileName>, expected: [String])
}

/// A selection looked up: a list of paths that costs no more than a name an item for a whole directory.
struct SelectedResources: Sendable {
    /// How the paths are kept.
    enum Items: Sendable {
        case paths([ResourcePath])
        case entries(root: Int, directory: VolumePath, names: PackedNames)
    }

    let items: Items

    var count: Int {
        switch items {
        case .paths(let paths): paths.count
        case .entries(_, _, let names): names.count
        }
    }

    subscript(_ index: Int) -> ResourcePath {
        switch items {
        case .paths(let paths): paths[index]
        case .entries(let root, let directory, let names):
            .below(root: root, VolumePath(directory.names + [names[index]].compactMap { $0 }))
        }
    }

    /// Whether no two of them can have the same name.
    var hasDistinctNames: Bool {
        if case .entries = items { return true }
        return false
    }
}

/// Names end to end, with a slash behind each, so that a hundred thousand cost little more than their bytes.
struct PackedNames: Sendable {
    /// The names as a task's row keeps them.
    let bytes: [UInt8]
    /// Where the slashes are.
    private let ends: [UInt32]

    init(_ names: [FileName]) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(names.reduce(0) { $0 + $1.bytes.count + 1 })
        for name in names {
            bytes.append(contentsOf: name.bytes)
            bytes.append(UInt8(ascii: "/"))
        }
        self.init(bytes: bytes)
    }

    /// What ``bytes`` gave.
    init(bytes: [UInt8]) {
        self.bytes = bytes
        ends = bytes.indices.compactMap {
            bytes[$0] == UInt8(ascii: "/") ? UInt32(truncatingIfNeeded: $0) : nil
        }
    }

    var count: Int { ends.count }

    /// The name at an index; nil for bytes that never were one.
    subscript(_ index: Int) -> FileName? {
        let start = index == 0 ? 0 : Int(ends[index - 1]) + 1
        return FileName(Array(bytes[start..<Int(ends[index])]))
    }
}

extension Files {
    /// Looks a selection up.
    ///
    /// - Throws: 90005 when the list has changed; 10000 for an exception that is not there, since what it was meant to
    ///   keep would not be kept; as a list of the directory.
    func resolve(_ selection: ResourceSelection, _ caller: Caller) async throws -> SelectedResources {
        switch selection {
        case .paths(let paths): return SelectedResources(items: .paths(paths))
        case .all(let parent, let except, let expected):
            let (access, directory, names) = try await entries(of: parent, caller, matching: expected)
            let except = try stored(except, among: names, access.root)
            let selected = except.isEmpty ? names : names.filter { !except.contains($0) }
            if names.count - selected.count != except.count { throw DriveError(.resourceNotFound) }
            return SelectedResources(
                items: .entries(root: access.root.id, directory: directory, names: PackedNames(selected))
            )
        }
    }

    /// Exceptions as the list has them: what other programs named is in no certain form.
    private func stored(
        _ except: Set<FileName>,
        among names: [FileName],
        _ root: Root
    ) throws -> Set<FileName> {
        let isComposed = try except.allSatisfy { try root.normalized($0) == $0 }
        if isComposed { return except }
        let present = Set(names)
        return Set(try except.map { present.contains($0) ? $0 : try root.normalized($0) })
    }
}
