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
    }

    private struct Entry {
        var name: FileName
        var info: FileInfo
        /// Shown as what it leads to, never entered.
        var isLink: Bool
    }

    /// A directory that is being listed; its own entry is nil for the one the walk began at.
    private struct Frame {
        var own: Entry?
        var after: ListPosition?
        var page: [Entry] = []
        var next = 0
        var isComplete = false
    }

    private struct State {
        /// From the root to the directory on top of the stack; names once, not a path a frame.
        var place: [FileName]
        var frames: [Frame]
        /// Entries that have lost their names, and directories that were left out.
        var damaged = 0
    }

    private static let pageSize = 500
    private let volume: any Volume
    private let index: DirectoryIndex
    private let blocking: ThreadPool
    private let state: Mutex<State>

    init(volume: any Volume, directory: VolumePath, index: DirectoryIndex, blocking: ThreadPool) {
        self.volume = volume
        self.index = index
        self.blocking = blocking
        state = Mutex(State(place: directory.names, frames: [Frame()]))
    }

    /// The next entries; empty at the end.
    package func next(_ count: Int) async throws -> [Item] {
        try await blocking.run { [self] in
            var items: [Item] = []
            while items.count < count, let item = try advance() { items.append(item) }
            return items
        }
    }

    /// How many entries and directories could not be read so far, as in a damaged vault.
    package var damaged: Int { state.withLock { $0.damaged } }

    private func advance() throws -> Item? {
        try state.withLock { state in
            while var frame = state.frames.popLast() {
                if frame.next < frame.page.count {
                    let entry = frame.page[frame.next]
                    frame.next += 1
                    state.frames.append(frame)
                    if entry.info.kind == .directory, !entry.isLink {
                        state.frames.append(Frame(own: entry))
                        state.place.append(entry.name)
                        continue
                    }
                    return item(entry, in: state.place)
                }
                if !frame.isComplete {
                    state.damaged += try fill(&frame, at: VolumePath(state.place))
                    state.frames.append(frame)
                    continue
                }
                if let own = frame.own {
                    state.place.removeLast()
                    return item(own, in: state.place)
                }
            }
            return nil
        }
    }

    private func item(_ entry: Entry, in place: [FileName]) -> Item {
        Item(path: VolumePath(place + [entry.name]), info: entry.info)
    }

    /// Reads the next page.
    ///
    /// - Returns: what it adds to ``damaged``.
    private func fill(_ frame: inout Frame, at path: VolumePath) throws -> Int {
        do {
            let page = try index.page(
                of: path,
                on: volume,
                order: SortOrder(),
                nameFilter: nil,
                after: frame.after,
                limit: Self.pageSize
            )
            frame.page = page.items.compactMap { item in
                FileName(item.entry.name).map { Entry(name: $0, info: item.info, isLink: item.entry.isLink) }
            }
            frame.next = 0
            // Each page tells it for the whole directory.
            let damaged = frame.after == nil ? page.damaged : 0
            // By place, not by number: entries that come and go meanwhile move none of the others.
            frame.after = page.next
            frame.isComplete = page.next == nil
            return damaged
        } catch {
            // The directory that was asked for is another matter.
            let isSkipped = error.code == .damaged && frame.own != nil
            guard error.code == .notFound || error.code == .accessDenied || isSkipped else {
                throw DriveError(error)
            }
            // Removed while we walk, not ours to read, or unreadable in a vault: the rest of the list is still right.
            frame.page = []
            frame.next = 0
            frame.isComplete = true
            return isSkipped ? 1 : 0
        }
    }
}
