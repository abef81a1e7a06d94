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
    }

    private let state = Mutex(State())

    func find(_ spot: VaultSpot) -> (stamp: Stamp, directory: VaultDirectory)? {
        let key = Key(parent: spot.directory.id, cipherName: spot.cipherName)
        return state.withLock { $0.items[key] }
    }

    /// Where a directory was last seen; it may have been moved since.
    func home(of id: VaultDirectoryID) -> VaultSpot? { state.withLock { $0.homes[id] } }

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
