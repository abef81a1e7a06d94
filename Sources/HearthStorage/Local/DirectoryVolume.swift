/// A root directory of a ``Partition``: plain files under their own names.
package final class DirectoryVolume: Volume {
    /// The partition that the root lies on.
    package let partition: Partition
    /// Where the root is below the partition.
    package let location: VolumePath

    init(partition: Partition, location: VolumePath) {
        self.partition = partition
        self.location = location
    }

    package var capabilities: VolumeCapabilities { partition.capabilities }
    package var partitionID: String { partition.id }

    package func info(_ path: VolumePath) throws(StorageError) -> FileInfo { throw Partition.unwritten }
    package func forEachEntry(
        of path: VolumePath,
        _ body: (DirectoryEntry) -> Bool
    ) throws(StorageError) { throw Partition.unwritten }
    package func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        throw Partition.unwritten
    }
    package func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile {
        throw Partition.unwritten
    }
    package func makeDirectory(_ path: VolumePath) throws(StorageError) { throw Partition.unwritten }
    package func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int { throw Partition.unwritten }
    package func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        throw Partition.unwritten
    }
    package func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile {
        throw Partition.unwritten
    }
    package func reopenStaged(id: String) throws(StorageError) -> any StagedFile { throw Partition.unwritten }
    package func discardStaged(id: String) throws(StorageError) { throw Partition.unwritten }
    package func stagedIDs() throws(StorageError) -> [String] { throw Partition.unwritten }
    package func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo { throw Partition.unwritten }
    package func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) { throw Partition.unwritten }
    package func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws { throw Partition.unwritten }
    package func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws {
        throw Partition.unwritten
    }
    package func treeSize(
        _ path: VolumePath
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) { throw Partition.unwritten }
    package func space() throws(StorageError) -> VolumeSpace { throw Partition.unwritten }
}
