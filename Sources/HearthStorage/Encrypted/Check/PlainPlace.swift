/// A path as people know it, kept as a chain so that the paths of siblings share their parents.
final class PlainPlace: Sendable {
    private let parent: PlainPlace?
    private let name: [UInt8]

    /// The vault's root, or a place that only has a description instead of a path.
    init(_ name: [UInt8] = []) {
        parent = nil
        self.name = name
    }

    init(_ name: [UInt8], in parent: PlainPlace) {
        self.parent = parent
        self.name = name
    }

    /// The names with slashes between them, and in front.
    var bytes: [UInt8] {
        var names: [[UInt8]] = []
        var place: PlainPlace? = self
        while let here = place {
            if here.parent != nil || !here.name.isEmpty { names.append(here.name) }
            place = here.parent
        }
        if names.isEmpty { return [UInt8(ascii: "/")] }
        return names.reversed().reduce(into: []) { result, name in
            result.append(UInt8(ascii: "/"))
            result.append(contentsOf: name)
        }
    }
}
