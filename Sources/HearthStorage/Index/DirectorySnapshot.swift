/// The names of one directory in natural order, directories first, and what they were read from.
final class DirectorySnapshot: Sendable {
    /// A symbolic link, with what it led to; nil when that was not inside the root.
    struct Link: Hashable {
        let name: FileName
        let kind: FileInfo.Kind?
    }

    /// The directory before it was read.
    let directory: FileInfo
    /// The visible names: directories, then files, each in natural order.
    let names: NameList
    /// How many of the names are directories.
    let directoryCount: Int
    /// All links of the directory, also hidden ones: where they lead can change behind the directory's back.
    let links: [Link]
    /// How many items of a vault have names that cannot be read; they are not among the names.
    let damaged: Int

    /// Reads and sorts a directory.
    init(of path: VolumePath, on volume: any Volume) throws(StorageError) {
        directory = try volume.info(path)
        guard directory.kind == .directory else {
            throw StorageError(.notADirectory, "only directories are listed")
        }
        var unsorted = NameList()
        var directories = KeySorter()
        var files = KeySorter()
        var links: [Link] = []
        var damaged = 0
        try volume.forEachEntry(of: path) { entry in
            if entry.isLink {
                let kind = entry.kind == .other ? nil : entry.kind
                links.append(Link(name: FileName(unchecked: entry.name), kind: kind))
            }
            if entry.isDamaged { damaged += 1 }
            if entry.kind == .other { return true }
            let item = unsorted.count
            unsorted.append(entry.name)
            entry.name.withUnsafeBufferPointer { name in
                if entry.kind == .directory {
                    directories.append(item: item) { NaturalOrder.appendKey(of: name, to: &$0) }
                } else {
                    files.append(item: item) { NaturalOrder.appendKey(of: name, to: &$0) }
                }
            }
            return true
        }
        self.links = links
        self.damaged = damaged
        directoryCount = directories.count
        var order = directories.sorted(names: unsorted)
        order.append(contentsOf: files.sorted(names: unsorted))
        names = unsorted.reordered(order)
        revision = Self.revision(directory, names, directories: directoryCount)
    }

    /// What the snapshot occupies, about.
    var memory: Int {
        names.memory + links.reduce(0) { $0 + $1.name.bytes.count + 64 } + 256
    }

    /// Whether the links still lead to the same kinds of things.
    func linksAreCurrent(in path: VolumePath, on volume: any Volume) throws(StorageError) -> Bool {
        if links.isEmpty { return true }
        let infos = try volume.info(of: links.map(\.name), in: path)
        return zip(links, infos).allSatisfy { link, info in
            link.kind == (info?.kind == .other ? nil : info?.kind)
        }
    }

    /// Changes when entries come, go or are renamed; the names count as well, since times move only every few milliseconds.
    let revision: UInt64

    private static func revision(_ directory: FileInfo, _ names: NameList, directories: Int) -> UInt64 {
        // FNV-1a over what changes with the directory.
        let parts = [
            directory.device, directory.inode,
            UInt64(bitPattern: directory.modified.totalNanoseconds),
            UInt64(bitPattern: directory.changed.totalNanoseconds),
            names.digest, UInt64(directories),
        ]
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for part in parts {
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                hash = (hash ^ (part >> shift & 0xFF)) &* 0x100_0000_01b3
            }
        }
        return hash
    }
}
