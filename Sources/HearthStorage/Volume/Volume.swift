/// The one way to the bytes of a root directory: listed, read, written, moved.
///
/// All calls block and may come from any thread. No path leads out of the root: links are followed only where
/// their target lies inside it, and the last component of a path that is written to is never followed.
package protocol Volume: Sendable {
    /// What this volume can do.
    var capabilities: VolumeCapabilities { get }
    /// Equal for volumes of one partition: between those, `rename` works and `publish` takes their staged files.
    var partitionID: String { get }

    /// Under what ``DirectoryIndex`` may keep sorted names; nil to keep none.
    var scope: VolumeScope? { get }

    // Reading

    /// What is at a path.
    ///
    /// - Throws: `.notFound`, `.escapes`, `.notADirectory`, `.accessDenied`.
    func info(_ path: VolumePath) throws(StorageError) -> FileInfo
    /// Streams the entries of a directory in the disk's order, without sorting and without holding them.
    ///
    /// Entries of kind `.other` are included; callers drop them. Entries created or removed meanwhile may or may
    /// not appear.
    ///
    /// - Parameters:
    ///   - path: a directory.
    ///   - body: returns false to stop.
    /// - Throws: `.notFound`, `.escapes`, `.notADirectory`, `.accessDenied`.
    func forEachEntry(of path: VolumePath, _ body: (DirectoryEntry) -> Bool) throws(StorageError)
    /// What some entries of one directory are: a page of a list.
    ///
    /// - Returns: one item per name in the same order; nil for one that is gone or may not be followed.
    func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?]
    /// Opens a regular file for reading; never waits for a FIFO and never touches a device.
    ///
    /// - Throws: `.notFound`, `.escapes`, `.isADirectory`, `.notARegularFile`, `.accessDenied`.
    func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile
    /// What an entry itself is: a link is `.other`, wherever it leads, so that it can be renamed and removed.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.escapes` for a parent that leads out.
    func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo

    // Directories and times

    /// Creates one directory; it survives a power cut once this returns.
    ///
    /// - Throws: `.alreadyExists`; `.notFound` when the parent is missing.
    func makeDirectory(_ path: VolumePath) throws(StorageError)
    /// Creates whatever is missing of a path of directories; each survives a power cut once this returns.
    ///
    /// - Returns: how many were created; 0 when all were there.
    /// - Throws: `.notADirectory` when a component is a file; directories created before stay.
    @discardableResult
    func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int
    /// Sets the modification time of a file or directory.
    func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError)

    // Writing

    /// Begins a file, invisible until it is published.
    ///
    /// - Parameters:
    ///   - id: 1–64 of `0-9 a-z A-Z -`; names the file until it is published.
    ///   - size: the final size, if known: that much space is reserved now.
    /// - Returns: the file, empty and open.
    /// - Throws: `.noSpace` with nothing left behind; `.alreadyExists`; `.invalidName`.
    func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile
    /// Opens an unfinished file again, for example after a restart.
    ///
    /// - Throws: `.notFound`.
    func reopenStaged(id: String) throws(StorageError) -> any StagedFile
    /// Throws an unfinished file away.
    ///
    /// - Throws: `.notFound`.
    func discardStaged(id: String) throws(StorageError)
    /// The ids of all unfinished files of the partition, in no order.
    func stagedIDs() throws(StorageError) -> [String]
    /// Gives a staged file its final name, atomically and durably.
    ///
    /// Call the file's `sync()` before: this makes only the name durable. Before and after a crash, the path holds
    /// either the old file or the new one, whole.
    ///
    /// - Throws: `.alreadyExists`, `.changed`, `.isADirectory`, `.notFound` (no parent), `.crossVolume`; the staged
    ///   file is then still there.
    @discardableResult
    func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo

    // Trees

    /// Moves a file, link or directory to another name, atomically and durably.
    ///
    /// - Parameters:
    ///   - path: what to move; a link is moved itself.
    ///   - destination: the new path; its parent exists.
    ///   - volume: where the destination is; may be another volume of the same partition.
    ///   - replace: whether a file (or an empty directory, by a directory) at the destination gives way.
    /// - Throws: `.alreadyExists`, `.intoItself`, `.crossVolume` (copy instead); both sides are then as they were.
    func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError)
    /// Copies a file or a whole tree; it appears at the destination in one step, when it is durable.
    ///
    /// Blocks are shared where the file system can; holes and modification times are kept. Links below a directory
    /// are copied as links, never followed; FIFOs and devices are left out. Deep trees cost neither stack nor
    /// descriptors.
    ///
    /// - Parameters:
    ///   - path: a file or directory; a link inside the root stands for its target.
    ///   - destination: does not exist yet; its parent does.
    ///   - volume: where the destination is.
    ///   - progress: hears the bytes copied since its last call, at least once per file and every 16 MiB. What it
    ///     throws ends the copy, removes what was built and comes out unchanged.
    /// - Throws: ``StorageError`` with nothing left behind, or what `progress` threw.
    func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws
    /// Removes a file, a link (itself) or a whole tree.
    ///
    /// A tree disappears in one step and is deleted afterwards, so that nobody sees half of it.
    ///
    /// - Parameters:
    ///   - path: not the root.
    ///   - progress: hears the number of entries deleted since its last call. What it throws before anything has
    ///     happened (the first call, with 0) leaves all as it was; later, the tree is gone from its place, the rest
    ///     of it goes at ``Partition/clearTemporary()``.
    /// - Throws: ``StorageError``, or what `progress` threw.
    func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws
    /// Removes files and links (themselves) of one directory, and makes that durable once for all of them.
    ///
    /// - Parameters:
    ///   - names: what to remove, in order; what stands before one that cannot be removed is gone.
    ///   - directory: where they are.
    ///   - removed: hears of each when it is gone, before that is durable. What it throws ends the work.
    /// - Throws: ``StorageError``, `.changed` for a directory; what `removed` threw. What was removed is durable then
    ///   as well.
    func removeFiles(_ names: [FileName], in directory: VolumePath, removed: () throws -> Void) throws
    /// The sum of a tree: bytes of content, files, and directories below the path.
    ///
    /// Links are not followed and not counted; directories that may not be read are left out.
    ///
    /// - Parameters:
    ///   - path: the top of the tree.
    ///   - counting: what counts among the files; the bytes are those of all.
    /// - Returns: bytes, files and directories.
    /// - Throws: ``StorageError`` when the top cannot be read.
    func treeSize(
        _ path: VolumePath,
        counting: CountedFiles
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int)
    /// Room on the partition.
    func space() throws(StorageError) -> VolumeSpace
}
