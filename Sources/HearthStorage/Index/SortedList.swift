/// The entries of a snapshot in the order of one list: from places in the list to places in the snapshot and back.
struct SortedList {
    typealias Key = (major: Int64, minor: Int32)

    let snapshot: DirectorySnapshot
    let order: SortOrder
    /// The entries that pass the filter; nil for all.
    let selection: [UInt32]?
    let count: Int
    /// How many of them are directories.
    let directories: Int
    /// The entries in order, for lists that are not ordered by name.
    var arranged: [UInt32]?
    /// What they are ordered by, one for one.
    var keys: [Key]?

    init(
        snapshot: DirectorySnapshot,
        order: SortOrder,
        selection: [UInt32]?,
        count: Int,
        directories: Int
    ) {
        self.snapshot = snapshot
        self.order = order
        self.selection = selection
        self.count = count
        self.directories = directories
    }

    /// Where an item of the list is in the snapshot.
    func position(_ index: Int) -> Int {
        if let arranged { return Int(arranged[index]) }
        var place = index
        if order.descending {
            // Both groups are turned round, each in itself.
            place = index < directories ? directories - 1 - index : count - 1 - (index - directories)
        }
        return selection.map { Int($0[place]) } ?? place
    }

    /// The place of an item, to go on behind it later.
    func place(_ index: Int) -> ListPosition {
        let position = position(index)
        let key: Key = keys?[index] ?? (0, 0)
        return ListPosition(
            isDirectory: position < snapshot.directoryCount,
            name: snapshot.names[position].bytes,
            major: key.major,
            minor: key.minor
        )
    }

    /// The first item behind a place; `count` when there is none.
    func firstIndex(behind position: ListPosition) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if position.isBefore(place(middle), in: order) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
