/// Cuts a page out of a snapshot.
struct PageMaker {
    let snapshot: DirectorySnapshot
    let path: VolumePath
    let volume: any Volume

    /// How many entries are looked up at once when all have to be.
    private static let batch = 1_024

    func page(
        _ order: SortOrder,
        filter: [UInt8],
        offset: Int,
        limit: Int
    ) throws(StorageError) -> DirectoryPage {
        let selection = filter.isEmpty ? nil : NameFilter(filter).matches(snapshot.names)
        let total = selection?.count ?? snapshot.names.count
        let start = min(offset, total)
        let end = limit == 0 ? total : min(total, start + min(limit, total))
        var positions: [Int] = []
        if start < end {
            switch order.key {
            case .name:
                let directories = directoryCount(selection)
                positions = (start..<end).map { index in
                    let place = order.descending ? Self.reversed(index, directories, total) : index
                    return selection.map { Int($0[place]) } ?? place
                }
            case .mtime, .size, .type:
                positions = Array(try sorted(selection, order)[start..<end])
            }
        }
        return DirectoryPage(
            total: total,
            items: try items(positions),
            directory: snapshot.directory,
            revision: snapshot.revision
        )
    }

    /// Turns both groups round, each in itself.
    private static func reversed(_ index: Int, _ directories: Int, _ total: Int) -> Int {
        index < directories ? directories - 1 - index : total - 1 - (index - directories)
    }

    private func directoryCount(_ selection: [UInt32]?) -> Int {
        guard let selection else { return snapshot.directoryCount }
        return selection.prefix { $0 < snapshot.directoryCount }.count
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

    /// All positions by something other than the name; a vanished entry sorts as if it were empty.
    private func sorted(_ selection: [UInt32]?, _ order: SortOrder) throws(StorageError) -> [Int] {
        let positions = selection.map { $0.map(Int.init) } ?? Array(0..<snapshot.names.count)
        if order.key == .type { return sortedByType(positions, order) }
        var keys: [(major: Int64, minor: Int32, position: UInt32)] = []
        keys.reserveCapacity(positions.count)
        for start in stride(from: 0, to: positions.count, by: Self.batch) {
            let part = positions[start..<min(start + Self.batch, positions.count)]
            let infos = try volume.info(of: part.map { snapshot.names[$0] }, in: path)
            for (position, info) in zip(part, infos) {
                let time = info?.modified ?? FileTime(seconds: 0)
                if order.key == .mtime {
                    keys.append((time.seconds, time.nanoseconds, UInt32(position)))
                } else {
                    keys.append((info?.size ?? 0, 0, UInt32(position)))
                }
            }
        }
        let directories = UInt32(snapshot.directoryCount)
        keys.sort { left, right in
            let leftIsDirectory = left.position < directories
            if leftIsDirectory != (right.position < directories) { return leftIsDirectory }
            // Positions are in natural order. The size of a directory says nothing to people.
            if (left.major, left.minor) == (right.major, right.minor)
                || (leftIsDirectory && order.key == .size)
            {
                return left.position < right.position
            }
            return ((left.major, left.minor) < (right.major, right.minor)) != order.descending
        }
        return keys.map { Int($0.position) }
    }

    private func sortedByType(_ positions: [Int], _ order: SortOrder) -> [Int] {
        let directories = positions.prefix { $0 < snapshot.directoryCount }
        var groups: [[UInt8]: [Int]] = [:]
        for position in positions[directories.count...] {
            let type = snapshot.names.withName(position) { Self.type(of: $0) }
            groups[type, default: []].append(position)
        }
        let types = groups.keys.sorted { $0.lexicographicallyPrecedes($1) != order.descending && $0 != $1 }
        return Array(directories) + types.flatMap { groups[$0] ?? [] }
    }

    /// The extension, folded; a dot at the start begins none.
    private static func type(of name: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return [] }
        var text: [UInt8] = []
        NaturalOrder.appendFolded(UnsafeBufferPointer(rebasing: name[(dot + 1)...]), to: &text)
        return text
    }
}
