/// A place in a sorted list, right behind an entry: it stays where it is when that entry goes and others come.
package struct ListPosition: Hashable, Sendable {
    /// Whether the entry is a directory.
    package let isDirectory: Bool
    /// The entry's name.
    package let name: [UInt8]
    /// What the list is ordered by: seconds of the modification time, or bytes; 0 for other orders.
    package let major: Int64
    /// Nanoseconds of the modification time; 0 for other orders.
    package let minor: Int32

    /// All members as given.
    package init(isDirectory: Bool, name: [UInt8], major: Int64 = 0, minor: Int32 = 0) {
        self.isDirectory = isDirectory
        self.name = name
        self.major = major
        self.minor = minor
    }
}

extension ListPosition {
    /// Whether an entry of the list comes behind this place.
    func isBefore(_ entry: ListPosition, in order: SortOrder) -> Bool {
        if isDirectory != entry.isDirectory { return isDirectory }
        switch order.key {
        case .name:
            return order.descending ? entry.precedesByName(self) : precedesByName(entry)
        case .mtime:
            if (major, minor) != (entry.major, entry.minor) {
                return ((major, minor) < (entry.major, entry.minor)) != order.descending
            }
        case .size:
            // The size of a directory says nothing to people.
            if !isDirectory, major != entry.major { return (major < entry.major) != order.descending }
        case .type:
            let (own, other) = (NaturalOrder.type(of: name), NaturalOrder.type(of: entry.name))
            if !isDirectory, own != other { return own.lexicographicallyPrecedes(other) != order.descending }
        }
        return precedesByName(entry)
    }

    private func precedesByName(_ other: ListPosition) -> Bool {
        NaturalOrder.areInIncreasingOrder(name, other.name)
    }
}
