package import HearthConcurrency

/// Sorted pages of directories; keeps the sorted names of recently listed ones.
///
/// Names alone are kept: what the entries are is looked up for every page. All calls block; any thread.
package final class DirectoryIndex: Sendable {
    /// A directory that changed within this time may change again without its times telling: the kernel's clock for them
    /// ticks every 4 to 10 ms.
    private static let settlingNanoseconds: Int64 = 20_000_000
    /// More links than this are not looked at again for every page.
    private static let linkLimit = 1_000

    private let cache: SnapshotCache
    private let clock: any WallClock

    /// An empty index.
    ///
    /// - Parameters:
    ///   - limitBytes: what all kept lists together may occupy; the least recently used go first.
    ///   - clock: the clock that the file systems' times are held against.
    package init(limitBytes: Int = 32 << 20, clock: any WallClock = SystemClock()) {
        cache = SnapshotCache(limitBytes: limitBytes)
        self.clock = clock
    }

    /// What all kept lists occupy, in bytes.
    package var memory: Int { cache.memory }

    /// Forgets all names seen through a root: when an encrypted one is locked.
    package func forget(_ scope: VolumeScope) {
        cache.removeAll(scope)
    }

    /// One page of a directory.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - volume: where it is.
    ///   - order: how the list is ordered.
    ///   - nameFilter: bytes that names must contain, without regard to case; nil or empty for all.
    ///   - offset: how many items of the whole list to leave out at the start.
    ///   - after: where to begin instead, by the order of the items.
    ///   - limit: how many items at most; 0 for all.
    /// - Returns: the page; empty when the offset lies behind the end.
    /// - Throws: `.notFound`, `.escapes`, `.notADirectory`, `.accessDenied`.
    package func page(
        of path: VolumePath,
        on volume: any Volume,
        order: SortOrder = SortOrder(),
        nameFilter: [UInt8]? = nil,
        offset: Int = 0,
        after: ListPosition? = nil,
        limit: Int = 0
    ) throws(StorageError) -> DirectoryPage {
        let snapshot = try snapshot(of: path, on: volume)
        let list = PageMaker(snapshot: snapshot, path: path, volume: volume)
        return try list.page(
            order,
            filter: nameFilter ?? [],
            from: after.map { .after($0) } ?? .offset(max(0, offset)),
            limit: max(0, limit)
        )
    }

    /// All names of a directory with what a page of it calls its revision.
    ///
    /// - Returns: directories, then files, each in natural order.
    /// - Throws: as ``page(of:on:order:nameFilter:offset:after:limit:)``.
    package func names(
        of path: VolumePath,
        on volume: any Volume
    ) throws(StorageError) -> (names: [FileName], revision: UInt64) {
        let snapshot = try snapshot(of: path, on: volume)
        return ((0..<snapshot.names.count).map { snapshot.names[$0] }, snapshot.revision)
    }

    /// What pages of a directory call its revision.
    ///
    /// - Throws: as ``page(of:on:order:nameFilter:offset:after:limit:)``.
    package func revision(of path: VolumePath, on volume: any Volume) throws(StorageError) -> UInt64 {
        try snapshot(of: path, on: volume).revision
    }

    /// A page ordered by name whose names are in memory: a few stats, no scan.
    ///
    /// - Returns: nil when the directory would have to be read; ``page(of:on:order:nameFilter:offset:after:limit:)`` does.
    /// - Throws: as the full page.
    package func cachedPage(
        of path: VolumePath,
        on volume: any Volume,
        order: SortOrder = SortOrder(),
        offset: Int = 0,
        after: ListPosition? = nil,
        limit: Int
    ) throws(StorageError) -> DirectoryPage? {
        guard order.key == .name, limit > 0, let scope = volume.scope else { return nil }
        let directory = try volume.info(path)
        let key = SnapshotCache.Key(scope: scope, device: directory.device, inode: directory.inode)
        guard let kept = try kept(key, directory, path, volume) else { return nil }
        let list = PageMaker(snapshot: kept, path: path, volume: volume)
        let start = after.map { PageMaker.Start.after($0) } ?? .offset(max(0, offset))
        return try list.page(order, filter: [], from: start, limit: limit)
    }

    private func snapshot(
        of path: VolumePath,
        on volume: any Volume
    ) throws(StorageError) -> DirectorySnapshot {
        guard let scope = volume.scope else { return try DirectorySnapshot(of: path, on: volume) }
        let directory = try volume.info(path)
        let key = SnapshotCache.Key(scope: scope, device: directory.device, inode: directory.inode)
        if let kept = try kept(key, directory, path, volume) { return kept }
        return try cache.inTurn(key) { () throws(StorageError) in
            // Another caller may have read it while this one waited.
            if let kept = try kept(key, try volume.info(path), path, volume) { return kept }
            let started = clock.nowNanoseconds
            let snapshot = try DirectorySnapshot(of: path, on: volume)
            // What makes a name unreadable may be put right without the directory's times telling.
            if snapshot.damaged == 0, try isSettled(snapshot, at: started, path, volume) {
                cache.insert(snapshot, key)
            } else {
                cache.remove(key)
            }
            return snapshot
        }
    }

    private func kept(
        _ key: SnapshotCache.Key,
        _ directory: FileInfo,
        _ path: VolumePath,
        _ volume: any Volume
    ) throws(StorageError) -> DirectorySnapshot? {
        guard let kept = cache.find(key, directory), try kept.linksAreCurrent(in: path, on: volume) else {
            return nil
        }
        return kept
    }

    /// Whether any later change of the directory must show in its times.
    private func isSettled(
        _ snapshot: DirectorySnapshot,
        at started: Int64,
        _ path: VolumePath,
        _ volume: any Volume
    ) throws(StorageError) -> Bool {
        let (before, after) = (snapshot.directory, try volume.info(path))
        guard before.inode == after.inode, before.device == after.device, before.modified == after.modified,
            before.changed == after.changed, snapshot.links.count <= Self.linkLimit
        else {
            return false
        }
        // The change time cannot be set back by programs that restore modification times, as the other one can.
        let sinceModified = started - before.modified.totalNanoseconds
        let sinceChanged = started - before.changed.totalNanoseconds
        return sinceChanged >= Self.settlingNanoseconds
            && !(0..<Self.settlingNanoseconds).contains(sinceModified)
    }
}
