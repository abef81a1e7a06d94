package import HearthStorage
import HearthWire

/// Which folder a path really lies in.
extension RootStore {
    /// What a change acts on: an entry of a folder's own directory.
    package struct Place: Sendable {
        /// A root whose directory lies above the entry.
        package let root: Int
        /// The entry, never the root itself.
        package let path: VolumePath
        /// The root's directory.
        package let volume: any Volume
    }

    /// The first-level root whose directory holds a root's directory; itself for a first-level root, and for a shared
    /// directory that is in no folder at the moment.
    package func containing(_ id: Int) async throws -> Int {
        let table = try await table()
        guard let root = table.roots[id] else { throw DriveError(.noAccess) }
        return table.folder(around: root.place)?.id ?? id
    }

    /// Where a rename, move or delete of a path acts.
    ///
    /// For a path below a root that is the path itself. For a bare shared directory it is the entry in the folder
    /// around it; the caller's rights were checked on the shared directory.
    ///
    /// - Throws: 10023 for a bare first-level root, which folder management alone changes; 10000 when a shared
    ///   directory is in no folder.
    package func place(of access: RootAccess, _ path: VolumePath) async throws -> Place {
        if !path.isRoot { return Place(root: access.root.id, path: path, volume: access.volume) }
        guard access.root.kind == .direct else {
            throw DriveError(.forbidden, argument: WireDetail.useFolderManagement)
        }
        let table = try await table()
        guard let folder = table.folder(around: access.root.place) else {
            throw DriveError(.resourceNotFound)
        }
        let loaded = try await load(folder.id)
        let below = VolumePath(Array(access.root.path.names.dropFirst(loaded.root.path.names.count)))
        // Whoever put another directory there meanwhile does not lose that one.
        guard try storage({ try loaded.volume.entryInfo(below) }).inode == access.root.inode else {
            throw DriveError(.resourceNotFound)
        }
        return Place(root: folder.id, path: below, volume: loaded.volume)
    }

    /// Whether a user has a root only because somebody shared it with him (wangpan-api, 4.7 g).
    package func isReceived(_ id: Int, by user: Int) async throws -> Bool {
        let table = try await table()
        if table.memberRights(of: user, on: id)?.contains(.read) == true { return false }
        return table.rights(of: user, on: id) != nil
    }
}
