import HearthCrypto
import Synchronization

/// Which directory a link led to when it was last read, so that a path costs one look per name.
///
/// Nothing here is trusted by itself: an item counts only while the link's file is the same version.
final class LinkCache: Sendable {
    /// What tells one version of a link's file from another.
    struct Stamp: Equatable {
        let inode: UInt64
        let device: UInt64
        let modified: FileTime
        let changed: FileTime

        init(_ info: FileInfo) {
            inode = info.inode
            device = info.device
            modified = info.modified
            changed = info.changed
        }
    }

    private struct Key: Hashable {
        let parent: VaultDirectoryID
        let cipherName: [UInt8]
    }

    /// Beyond, all are forgotten; each takes about half a kilobyte.
    private static let limit = 16_384
    private struct State {
        var items: [Key: (stamp: Stamp, directory: VaultDirectory)] = [:]
        /// Where each directory was last seen.
        var homes: [VaultDirectoryID: VaultSpot] = [:]
        /// Second links to the same directories; few, where there are any.
        var rivals: [VaultDirectoryID: VaultSpot] = [:]
        /// Directories of which every link was looked at once.
        var surveyed: Set<VaultDirectoryID> = []
    }

    private let state = Mutex(State())

    func find(_ spot: VaultSpot) -> (stamp: Stamp, directory: VaultDirectory)? {
        let key = Key(parent: spot.directory.id, cipherName: spot.cipherName)
        return state.withLock { $0.items[key] }
    }

    /// Where a directory was last seen; it may have been moved since.
    func home(of id: VaultDirectoryID) -> VaultSpot? { state.withLock { $0.homes[id] } }

    /// Another place whose link led to a directory when it was last read.
    func rival(of id: VaultDirectoryID) -> VaultSpot? { state.withLock { $0.rivals[id] } }

    /// Remembers a second link to a directory.
    func insert(rival spot: VaultSpot, of id: VaultDirectoryID) {
        state.withLock { state in
            if state.rivals.count >= Self.limit { state = State() }
            state.rivals[id] = spot
        }
    }

    /// Remembers where a directory is, of which nothing else is known.
    func insert(home spot: VaultSpot, of id: VaultDirectoryID) {
        state.withLock { state in
            if state.homes.count >= Self.limit { state = State() }
            state.homes[id] = spot
        }
    }

    func isSurveyed(_ directory: VaultDirectory) -> Bool {
        state.withLock { $0.surveyed.contains(directory.id) }
    }

    func insert(surveyed directory: VaultDirectory) {
        state.withLock { state in
            if state.surveyed.count >= Self.limit { state = State() }
            state.surveyed.insert(directory.id)
        }
    }

    func insert(_ directory: VaultDirectory, _ stamp: Stamp, at spot: VaultSpot) {
        let key = Key(parent: spot.directory.id, cipherName: spot.cipherName)
        state.withLock { state in
            if state.items.count >= Self.limit { state = State() }
            state.items[key] = (stamp, directory)
            state.homes[directory.id] = spot
        }
    }

    func remove(_ spot: VaultSpot) {
        let key = Key(parent: spot.directory.id, cipherName: spot.cipherName)
        state.withLock { state in _ = state.items.removeValue(forKey: key) }
    }
}
