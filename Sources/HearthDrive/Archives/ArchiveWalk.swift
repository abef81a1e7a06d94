import HearthArchive
import HearthConcurrency
import HearthStorage
import HearthWire
import Synchronization

/// Everything that goes into an archive, each directory before what is in it.
///
/// Holds one page of each open directory and no stack, so that neither width nor depth costs much. Links that lead to files
/// inside the root are those files; links to directories are empty directories, so that no loop can trap the walk. What may not
/// be read, or went away after it was seen, ends the walk with a failure: an archive that quietly lacks something is worse than none.
/// A damaged directory of a vault is left out, and a file in its place says so.
final class ArchiveWalk: Sendable {
    /// Something to write, and where its bytes are.
    struct Item: Sendable {
        let entry: EntryPath
        let volume: any Volume
        let path: VolumePath
        let info: FileInfo
        /// Bytes that lie on no volume.
        var text: [UInt8]?

        /// What it occupies, about.
        var memory: Int { entry.bytes.count + path.names.count * MemoryLayout<FileName>.stride + 200 }
    }

    private struct Entry {
        let name: FileName
        let info: FileInfo
        let isLink: Bool
    }

    /// A directory that is being read.
    private struct Frame {
        var page: [Entry] = []
        var next = 0
        var after: ListPosition?
        var isComplete = false
        /// The directory itself.
        var info: FileInfo
        /// Names in the archive that are no names on the disk.
        var escaped: Set<[UInt8]> = []
    }

    private struct State {
        var top = 0
        /// The directory on top of the stack.
        var place: [FileName] = []
        var entry: EntryPath?
        var frames: [Frame] = []
    }

    private static let pageSize = 500
    /// What the paths of one batch may occupy, about: they are long in deep trees.
    private static let batchBytes = 256 << 10
    private let tops: [ArchiveTop]
    private let format: ArchiveFormat
    private let index: DirectoryIndex
    private let blocking: ThreadPool
    private let state = Mutex(State())

    init(tops: [ArchiveTop], format: ArchiveFormat, index: DirectoryIndex, blocking: ThreadPool) {
        self.tops = tops
        self.format = format
        self.index = index
        self.blocking = blocking
    }

    /// The next items; empty at the end.
    ///
    /// - Throws: 10023 for a directory that may not be read; 10029; 90013 for one with an entry that has lost its name.
    func next() async throws -> [Item] {
        try await blocking.run { [self] in
            var items: [Item] = []
            var bytes = 0
            while items.count < Self.pageSize, bytes < Self.batchBytes, let item = try advance() {
                bytes += item.memory
                items.append(item)
            }
            return items
        }
    }

    private func advance() throws -> Item? {
        try state.withLock { state in
            while let depth = state.frames.indices.last {
                if state.frames[depth].next < state.frames[depth].page.count {
                    let entry = state.frames[depth].page[state.frames[depth].next]
                    state.frames[depth].next += 1
                    return try item(entry, &state)
                }
                if state.frames[depth].isComplete {
                    state.frames.removeLast()
                    if state.frames.isEmpty {
                        state.entry = nil
                    } else {
                        state.place.removeLast()
                        state.entry?.removeLast()
                    }
                } else if try !fill(&state, depth) {
                    return try note(state)
                }
            }
            return try nextTop(&state)
        }
    }

    private func nextTop(_ state: inout State) throws -> Item? {
        guard state.top < tops.count else { return nil }
        let top = tops[state.top]
        state.top += 1
        guard let entry = EntryPath(top.name) else { throw DriveError(.internalError) }
        if top.info.kind == .directory {
            state.place = top.path.names
            state.entry = entry
            state.frames = [Frame(info: top.info)]
        }
        return Item(entry: entry, volume: top.volume, path: top.path, info: top.info)
    }

    private func item(_ entry: Entry, _ state: inout State) throws -> Item {
        let depth = state.frames.count - 1
        let volume = tops[state.top - 1].volume
        let name = try written(entry.name, &state.frames[depth], state.place, volume)
        guard var path = state.entry, path.append(name) else { throw DriveError(.internalError) }
        let place = VolumePath(state.place + [entry.name])
        if entry.info.kind == .directory, !entry.isLink {
            state.place.append(entry.name)
            state.entry = path
            state.frames.append(Frame(info: entry.info))
        }
        return Item(entry: path, volume: volume, path: place, info: entry.info)
    }

    /// The name of an entry in the archive: never the same for two of one directory.
    private func written(
        _ name: FileName,
        _ frame: inout Frame,
        _ place: [FileName],
        _ volume: any Volume
    ) throws -> [UInt8] {
        guard let escaped = EntryPath.escaped(name.bytes, for: format, isFirst: false) else {
            // Appeared after its name was given away.
            if frame.escaped.contains(name.bytes) { throw DriveError(.busy) }
            return name.bytes
        }
        var candidate = escaped
        var attempt = 1
        while let real = FileName(candidate), try volume.entryIfPresent(VolumePath(place + [real])) != nil {
            attempt += 1
            candidate = EntryPath.alternative(escaped, attempt)
        }
        frame.escaped.insert(candidate)
        return candidate
    }

    /// What stands in the place of a directory that cannot be read.
    private func note(_ state: State) throws -> Item {
        guard var path = state.entry, path.append(Self.noteName), let frame = state.frames.last else {
            throw DriveError(.internalError)
        }
        let info = FileInfo(
            kind: .file,
            size: Int64(Self.note.count),
            modified: frame.info.modified,
            changed: frame.info.changed,
            born: nil,
            inode: frame.info.inode,
            device: frame.info.device,
            allocated: 0
        )
        return Item(
            entry: path,
            volume: tops[state.top - 1].volume,
            path: VolumePath(state.place),
            info: info,
            text: Self.note
        )
    }

    private static let noteName = Array("UNREADABLE.txt".utf8)
    private static let note = Array(
        """
        This folder is damaged, or was changed outside Hearth. Nothing of it is in this archive.
        此文件夹已损坏，或在 Hearth 之外被修改过。其中的内容未包含在此压缩包中。

        """.utf8
    )

    /// Reads the next page of a directory.
    ///
    /// - Returns: false for a directory that cannot be read, other than the one that was asked for.
    private func fill(_ state: inout State, _ depth: Int) throws -> Bool {
        do {
            try fill(&state.frames[depth], VolumePath(state.place), tops[state.top - 1].volume)
            return true
        } catch let error as StorageError
            where error.code == .damaged && depth > 0 && state.frames[depth].after == nil
        {
            state.frames[depth].isComplete = true
            return false
        } catch let error as StorageError {
            throw DriveError(error)
        }
    }

    private func fill(_ frame: inout Frame, _ path: VolumePath, _ volume: any Volume) throws {
        let page = try index.page(of: path, on: volume, after: frame.after, limit: Self.pageSize)
        // What has lost its name would be missing without a word.
        if page.damaged > 0 { throw DriveError(.damaged) }
        frame.page = page.items.compactMap { item in
            item.entry.fileName.map { Entry(name: $0, info: item.info, isLink: item.entry.isLink) }
        }
        frame.after = page.next
        frame.isComplete = page.next == nil
        frame.next = 0
    }
}
