package import HearthConcurrency

/// Sorted pages of directories; keeps the sorted names of recently listed ones.
package final class DirectoryIndex: Sendable {
    private let limitBytes: Int
    private let clock: any WallClock

    /// An empty index.
    ///
    /// - Parameters:
    ///   - limitBytes: what all kept lists together may occupy; the least recently used go first.
    ///   - clock: the clock that the file systems' times are held against.
    package init(limitBytes: Int = 32 << 20, clock: any WallClock = SystemClock()) {
        self.limitBytes = limitBytes
        self.clock = clock
    }

    /// One page of a directory.
    ///
    /// - Parameters:
    ///   - path: the directory.
    ///   - volume: where it is.
    ///   - order: how the list is ordered.
    ///   - nameFilter: bytes that names must contain, without regard to case; nil or empty for all.
    ///   - offset: how many items of the whole list to leave out at the start.
    ///   - limit: how many items at most; 0 for all.
    /// - Returns: the page; empty when the offset lies behind the end.
    /// - Throws: `.notFound`, `.escapes`, `.notADirectory`, `.accessDenied`.
    package func page(
        of path: VolumePath,
        on volume: any Volume,
        order: SortOrder = SortOrder(),
        nameFilter: [UInt8]? = nil,
        offset: Int = 0,
        limit: Int = 0
    ) throws(StorageError) -> DirectoryPage {
        throw Partition.unwritten
    }
}
