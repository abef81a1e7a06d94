/// A vault as a volume: plain names and contents outside, Cryptomator's format 8 on the inner volume.
///
/// Names are UTF-8 in form C. Links of other programs are kind `.other`; none is followed.
package final class EncryptedVolume: Volume {
    /// What is open.
    let vault: Vault
    /// What stands before every path.
    let base: [FileName]

    /// The vault, or one of its directories.
    ///
    /// - Parameters:
    ///   - vault: shared by all its volumes.
    ///   - directory: what is the root here; a path, followed anew by every operation.
    /// - Throws: `.notFound`, `.notADirectory`, `.damaged`.
    package init(_ vault: Vault, at directory: VolumePath = .root) throws(StorageError) {
        self.vault = vault
        base = directory.names
    }

    static let missing = StorageError(.io, "not there yet")
    package var capabilities: VolumeCapabilities { VolumeCapabilities() }
    package var partitionID: String { vault.partitionID }
    package var scope: VolumeScope? { nil }
    package func location(of path: VolumePath) throws(StorageError) -> VolumePath { throw Self.missing }
    package func info(_ path: VolumePath) throws(StorageError) -> FileInfo { throw Self.missing }
    package func forEachEntry(of path: VolumePath, _ body: (DirectoryEntry) -> Bool) throws(StorageError) {
        throw Self.missing
    }
    package func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        throw Self.missing
    }
    package func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile { throw Self.missing }
    package func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo { throw Self.missing }
    package func makeDirectory(_ path: VolumePath) throws(StorageError) { throw Self.missing }
    @discardableResult
    package func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int { throw Self.missing }
    package func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        throw Self.missing
    }
    package func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile { throw Self.missing }
    package func reopenStaged(id: String) throws(StorageError) -> any StagedFile { throw Self.missing }
    package func discardStaged(id: String) throws(StorageError) { throw Self.missing }
    package func stagedIDs() throws(StorageError) -> [String] { throw Self.missing }
    @discardableResult
    package func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    )
        throws(StorageError) -> FileInfo
    { throw Self.missing }
    package func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) { throw Self.missing }
    package func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws { throw Self.missing }
    package func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws { throw Self.missing }
    package func removeFiles(_ names: [FileName], in directory: VolumePath, removed: () throws -> Void) throws
    {
        throw Self.missing
    }
    package func treeSize(
        _ path: VolumePath
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) {
        throw Self.missing
    }
    package func space() throws(StorageError) -> VolumeSpace { try vault.inner.space() }
}
