import HearthConcurrency
package import HearthStorage
import HearthWire

/// Lists of directories and trees.
extension Files {
    /// One page of a directory.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - caller: who asks.
    ///   - order: of the entries; directories first always.
    ///   - filter: only names that contain it, without regard to case.
    ///   - offset: entries to leave out before the page.
    ///   - cursor: where to begin instead: what an earlier page of the same list gave.
    ///   - limit: entries on the page; 0 for all.
    /// - Returns: the page, with the caller's rights.
    /// - Throws: 10000 when it is gone; 10007 for a file; 10004 for a cursor of another list.
    package func list(
        _ path: ResourcePath,
        _ caller: Caller,
        order: SortOrder,
        filter: [UInt8]?,
        offset: Int,
        cursor: String? = nil,
        limit: Int
    ) async throws -> Listing {
        let (access, directory) = try await access(path, caller)
        let after = try cursor.map {
            let list = ListCursor.Context(
                root: access.root.id,
                directory: directory,
                order: order,
                filter: filter
            )
            return try tags.position(of: $0, list)
        }
        let page = try await page(
            of: directory,
            on: access.volume,
            order: order,
            filter: filter,
            offset: offset,
            after: after,
            limit: limit
        )
        return Listing(access: access, directory: directory, page: page)
    }

    private func page(
        of directory: VolumePath,
        on volume: any Volume,
        order: SortOrder,
        filter: [UInt8]?,
        offset: Int,
        after: ListPosition?,
        limit: Int
    ) async throws -> DirectoryPage {
        let index = index
        // A warm page is a few stats and stays on this thread; a scan goes where it stalls nobody.
        if filter == nil, limit <= 1_000,
            let page = try? index.cachedPage(
                of: directory,
                on: volume,
                order: order,
                offset: offset,
                after: after,
                limit: limit
            )
        {
            return page
        }
        return try await blocking.run {
            do throws(StorageError) {
                return try index.page(
                    of: directory,
                    on: volume,
                    order: order,
                    nameFilter: filter,
                    offset: offset,
                    after: after,
                    limit: limit
                )
            } catch {
                throw Self.listError(error, directory, volume)
            }
        }
    }

    private static func listError(
        _ error: StorageError,
        _ directory: VolumePath,
        _ volume: any Volume
    ) -> DriveError {
        guard error.code == .notADirectory else { return DriveError(error) }
        let isFile = (try? volume.info(directory))?.kind == .file
        return DriveError(isFile ? .destinationNotDirectory : .resourceNotFound, cause: error)
    }

    // MARK: Conditions on a whole directory

    /// The tag of a directory's whole list: changes when entries come, go or are renamed.
    ///
    /// Hold it against `If-Match` with ``ListTag/matches(_:entries:)``.
    ///
    /// - Throws: as a list of the directory.
    package func listTag(of path: ResourcePath, _ caller: Caller) async throws -> String {
        let (access, directory) = try await access(path, caller)
        let index = index
        let volume = access.volume
        let revision = try await blocking.run {
            do throws(StorageError) { return try index.revision(of: directory, on: volume) } catch {
                throw Self.listError(error, directory, volume)
            }
        }
        return try tags.listTag(revision: revision)
    }

    /// All entries of a directory that is as the client saw it, in one look: what the condition held for is what is returned.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - caller: who asks.
    ///   - expected: the tags of `If-Match`, from any page of the list.
    /// - Returns: the root, where the directory is below it, and the names of all that its list shows.
    /// - Throws: as a list of the directory; 90005 when it has changed since, and without any tag.
    package func entries(
        of path: ResourcePath,
        _ caller: Caller,
        matching expected: [String]
    ) async throws -> (access: RootAccess, directory: VolumePath, names: [FileName]) {
        let (access, directory) = try await access(path, caller)
        let index = index
        let volume = access.volume
        let (names, revision) = try await blocking.run {
            do throws(StorageError) { return try index.names(of: directory, on: volume) } catch {
                throw Self.listError(error, directory, volume)
            }
        }
        guard ListTag.matches(expected, entries: try tags.listTag(revision: revision)) else {
            throw DriveError(.preconditionFailed)
        }
        return (access, directory, names)
    }

    /// Everything below a directory, deepest first, in pieces.
    package func walk(_ path: ResourcePath, _ caller: Caller) async throws -> (RootAccess, TreeWalk) {
        let (access, directory) = try await access(path, caller)
        let volume = access.volume
        let info = try await blocking.run { try storage { try volume.info(directory) } }
        guard info.kind == .directory else { throw DriveError(.destinationNotDirectory) }
        return (access, TreeWalk(volume: volume, directory: directory, index: index, blocking: blocking))
    }
}
