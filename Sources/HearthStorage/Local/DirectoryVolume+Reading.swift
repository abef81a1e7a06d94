import CLinux
import Glibc

extension DirectoryVolume {
    /// What is at a path; a link inside the root stands for its target.
    package func info(_ path: VolumePath) throws(StorageError) -> FileInfo {
        let entry = try open(path, flags: Int32(HEARTH_O_PATH))
        return try FileStatus(of: entry.number).info
    }

    /// What an entry itself is; the root is itself.
    package func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo {
        guard let name = path.last, let parent = path.parent else { return try info(path) }
        guard !hides(path) else { throw StorageError(.notFound, "the name belongs to the program") }
        let directory = try open(parent, flags: Int32(HEARTH_O_PATH) | O_DIRECTORY)
        guard let status = try FileStatus(of: name, in: directory.number) else {
            throw StorageError(.notFound, "no such entry")
        }
        return status.info
    }

    /// Streams the entries of a directory in the disk's order.
    package func forEachEntry(
        of path: VolumePath,
        _ body: (DirectoryEntry) -> Bool
    ) throws(StorageError) {
        let directory = try open(path, flags: O_RDONLY | O_DIRECTORY)
        let hidesReserved = location.isRoot && path.isRoot
        try DirectoryReader.forEach(in: directory.number) { entry throws(StorageError) in
            if hidesReserved, entry.name.starts(with: Partition.reservedPrefix) { return true }
            let type = try entry.resolvedType(in: directory.number)
            let kind: FileInfo.Kind =
                switch type {
                case .directory: .directory
                case .file: .file
                case .other: .other
                case .link: targetInfo(of: entry.fileName, in: path)?.kind ?? .other
                }
            return body(
                DirectoryEntry(
                    name: Array(entry.name),
                    kind: kind,
                    inode: entry.inode,
                    isLink: type == .link
                )
            )
        }
    }

    /// What some entries of one directory are.
    package func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        let directory = try open(path, flags: Int32(HEARTH_O_PATH) | O_DIRECTORY)
        let hidesReserved = location.isRoot && path.isRoot
        var result: [FileInfo?] = []
        result.reserveCapacity(names.count)
        for name in names {
            let isHidden = hidesReserved && name.bytes.starts(with: Partition.reservedPrefix)
            guard !isHidden, let status = try FileStatus(of: name, in: directory.number) else {
                result.append(nil)
                continue
            }
            result.append(status.isLink ? targetInfo(of: name, in: path) : status.info)
        }
        return result
    }

    /// Opens a regular file for reading.
    package func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile {
        let file = try openFile { flags throws(StorageError) in try open(path, flags: flags) }
        let info = try Self.regularInfo(of: file.number)
        return LocalFile(file, info: info)
    }

    /// Opens something that ought to be a regular file, without waiting for a FIFO or taking over a terminal.
    func openFile(
        _ open: (Int32) throws(StorageError) -> Descriptor
    ) throws(StorageError) -> Descriptor {
        try open(O_RDONLY | O_NONBLOCK | O_NOCTTY)
    }

    /// Refuses everything but regular files.
    static func regularInfo(of descriptor: Int32) throws(StorageError) -> FileInfo {
        let info = try FileStatus(of: descriptor).info
        switch info.kind {
        case .file: return info
        case .directory: throw StorageError(.isADirectory, "a directory was opened as a file")
        case .other: throw StorageError(.notARegularFile, "only regular files are opened")
        }
    }

    /// What a link leads to; nil when that is nothing, or not inside the root.
    private func targetInfo(of name: FileName, in path: VolumePath) -> FileInfo? {
        guard followsLinks else { return nil }
        return try? info(path.appending(name))
    }
}
