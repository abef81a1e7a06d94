/// A path below a volume's own root, by names; no names means the root itself.
///
/// It is never joined to a path of the machine: it is walked from the root's own directory handle.
package struct VolumePath: Hashable, Sendable {
    /// The root itself.
    package static let root = VolumePath()

    /// The names from the root downwards.
    package let names: [FileName]

    /// A path of these names; none is the root.
    package init(_ names: [FileName] = []) {
        self.names = names
    }

    /// Reads what ``bytes`` wrote: names joined by single slashes; no bytes are the root.
    ///
    /// Nil for an empty component, `.`, `..`, NUL, a component over 255 bytes.
    package init?(bytes: [UInt8]) {
        guard !bytes.isEmpty else {
            names = []
            return
        }
        var names: [FileName] = []
        for part in bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let name = FileName(Array(part)) else { return nil }
            names.append(name)
        }
        self.names = names
    }

    /// Whether this is the root itself.
    package var isRoot: Bool { names.isEmpty }

    /// The last name; nil for the root.
    package var last: FileName? { names.last }

    /// The path without its last name; nil for the root.
    package var parent: VolumePath? {
        names.isEmpty ? nil : VolumePath(Array(names.dropLast()))
    }

    /// The path of an entry of this directory.
    package func appending(_ name: FileName) -> VolumePath {
        VolumePath(names + [name])
    }

    /// The names joined with `/`, without a leading or trailing one; what a row keeps.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(names.reduce(0) { $0 + $1.bytes.count + 1 })
        for name in names {
            if !result.isEmpty { result.append(UInt8(ascii: "/")) }
            result.append(contentsOf: name.bytes)
        }
        return result
    }

    /// Whether the other path is this one or lies below it.
    package func isSelfOrAncestor(of other: VolumePath) -> Bool {
        other.names.starts(with: names)
    }
}
