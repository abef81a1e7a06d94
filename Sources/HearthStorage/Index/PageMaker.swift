/// Cuts a page out of a snapshot.
struct PageMaker {
    let snapshot: DirectorySnapshot
    let path: VolumePath
    let volume: any Volume

    /// Where a page begins.
    enum Start {
        /// Behind so many items of the list.
        case offset(Int)
        /// Behind a place in its order.
        case after(ListPosition)
    }

    /// How many entries are looked up at once when all have to be.
    private static let batch = 1_024

    func page(
        _ order: SortOrder,
        filter: [UInt8],
        from start: Start,
        limit: Int
    ) throws(StorageError) -> DirectoryPage {
        let selection = filter.isEmpty ? nil : NameFilter(filter).matches(snapshot.names)
        let list = try sorted(selection, order)
        let total = list.count
        let first =
            switch start {
            case .offset(let offset): min(offset, total)
            case .after(let position): list.firstIndex(behind: position)
            }
        let end = limit == 0 ? total : first + min(limit, total - first)
        return DirectoryPage(
            total: total,
            items: try items((first..<end).map { list.position($0) }),
            directory: snapshot.directory,
            revision: snapshot.revision,
            damaged: snapshot.damaged,
            next: end < total && end > first ? list.place(end - 1) : nil
        )
    }

    private func items(_ positions: [Int]) throws(StorageError) -> [DirectoryPage.Item] {
        var items: [DirectoryPage.Item] = []
        items.reserveCapacity(positions.count)
        let links = Set(snapshot.links.map(\.name))
        for start in stride(from: 0, to: positions.count, by: Self.batch) {
            let names = positions[start..<min(start + Self.batch, positions.count)].map { snapshot.names[$0] }
            for (name, info) in zip(names, try volume.info(of: names, in: path)) {
                guard let info, info.kind != .other else { continue }
                let entry = DirectoryEntry(
                    name: name.bytes,
                    kind: info.kind,
                    inode: info.inode,
                    isLink: links.contains(name)
                )
                items.append((entry, info))
            }
        }
        return items
    }

    private func sorted(_ selection: [UInt32]?, _ order: SortOrder) throws(StorageError) -> SortedList {
        let count = selection?.count ?? snapshot.names.count
        let directories =
            selection.map { $0.prefix { $0 < snapshot.directoryCount }.count } ?? snapshot.directoryCount
        var list = SortedList(
            snapshot: snapshot,
            order: order,
            selection: selection,
            count: count,
            directories: directories
        )
        switch order.key {
        case .name: break
        case .type: list.arranged = byType(list)
        case .mtime, .size: (list.arranged, list.keys) = try byKey(list)
        }
        return list
    }

    /// All positions by something other than the name; a vanished entry sorts as if it were empty.
    private func byKey(_ list: SortedList) throws(StorageError) -> ([UInt32], [SortedList.Key]) {
        let order = list.order
        let positions = list.selection ?? Array(0..<UInt32(list.count))
        var keys: [(key: SortedList.Key, position: UInt32)] = []
        keys.reserveCapacity(positions.count)
        for start in stride(from: 0, to: positions.count, by: Self.batch) {
            let part = positions[start..<min(start + Self.batch, positions.count)]
            let infos = try volume.info(of: part.map { snapshot.names[Int($0)] }, in: path)
            for (position, info) in zip(part, infos) {
                let time = info?.modified ?? FileTime(seconds: 0)
                let key: SortedList.Key =
                    order.key == .mtime ? (time.seconds, time.nanoseconds) : (info?.size ?? 0, 0)
                keys.append((key, position))
            }
        }
        let directories = UInt32(snapshot.directoryCount)
        keys.sort { left, right in
            let leftIsDirectory = left.position < directories
            if leftIsDirectory != (right.position < directories) { return leftIsDirectory }
            // Positions are in natural order. The size of a directory says nothing to people.
            if left.key == right.key || (leftIsDirectory && order.key == .size) {
                return left.position < right.position
            }
            return (left.key < right.key) != order.descending
        }
        return (keys.map(\.position), keys.map(\.key))
    }

    private func byType(_ list: SortedList) -> [UInt32] {
        let positions = list.selection ?? Array(0..<UInt32(list.count))
        let directories = positions.prefix(list.directories)
        var groups: [[UInt8]: [UInt32]] = [:]
        for position in positions[directories.count...] {
            let type = snapshot.names.withName(Int(position)) { NaturalOrder.type(of: $0) }
            groups[type, default: []].append(position)
        }
        let types = groups.keys.sorted { left, right in
            left.lexicographicallyPrecedes(right) != list.order.descending && left != right
        }
        return Array(directories) + types.flatMap { groups[$0] ?? [] }
    }
}
