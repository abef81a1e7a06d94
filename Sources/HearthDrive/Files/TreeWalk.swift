import HearthConcurrency
package import HearthStorage
import Synchronization

/// The flat list of a whole tree: for each directory its descendants come before itself (wangpan-api, 4.1).
///
/// Holds one page of each open directory, not the tree; uses no stack, so depth costs nothing but memory for the
/// path. Links are listed as what they lead to but not entered, so no loop can trap the walk.
package final class TreeWalk: Sendable {
    /// An entry with its place.
    package struct Item: Sendable {
        /// From the root of the volume.
        package let path: VolumePath
        /// What the file system says.
        package let info: FileInfo
        /// A symbolic link: shown as what it leads to, never entered.
        let isLink: Bool
    }

    private struct Frame {
        var path: VolumePath
        var info: FileInfo?
        var offset = 0
        var page: [Item] = []
        var next = 0
        var isComplete = false
    }

    private static let pageSize = 500
    private let volume: any Volume
    private let index: DirectoryIndex
    private let blocking: ThreadPool
    private let frames: Mutex<[Frame]>

    init(volume: any Volume, directory: VolumePath, index: DirectoryIndex, blocking: ThreadPool) {
        self.volume = volume
        self.index = index
        self.blocking = blocking
        frames = Mutex([Frame(path: directory)])
    }

    /// The next entries; empty at the end.
    package func next(_ count: Int) async throws -> [Item] {
        try await blocking.run { [self] in
            var items: [Item] = []
            while items.count < count, let item = try advance() { items.append(item) }
            return items
        }
    }

    private func advance() throws -> Item? {
        try frames.withLock { frames in
            while var frame = frames.popLast() {
                if frame.next < frame.page.count {
                    let item = frame.page[frame.next]
                    frame.next += 1
                    frames.append(frame)
                    if item.info.kind == .directory, !item.isLink {
                        frames.append(Frame(path: item.path, info: item.info))
                        continue
                    }
                    return item
                }
                if !frame.isComplete {
                    try fill(&frame)
                    frames.append(frame)
                    continue
                }
                if let info = frame.info { return Item(path: frame.path, info: info, isLink: false) }
            }
            return nil
        }
    }

    private func fill(_ frame: inout Frame) throws {
        do {
            let page = try index.page(
                of: frame.path,
                on: volume,
                order: SortOrder(),
                nameFilter: nil,
                offset: frame.offset,
                limit: Self.pageSize
            )
            frame.page = page.items.compactMap { entry in
                FileName(entry.entry.name).map {
                    Item(path: frame.path.appending($0), info: entry.info, isLink: entry.entry.isLink)
                }
            }
            frame.next = 0
            frame.offset += Self.pageSize
            frame.isComplete = frame.offset >= page.total
        } catch {
            guard error.code == .notFound || error.code == .accessDenied else { throw DriveError(error) }
            // Removed while we walk, or not ours to read: the rest of the list is still right.
            frame.page = []
            frame.next = 0
            frame.isComplete = true
        }
    }
}
