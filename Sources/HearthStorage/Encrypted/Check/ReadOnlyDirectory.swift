import CLinux
import Glibc

/// A directory of this machine, for looking only: nothing is created anywhere, not even Hearth's own directories.
///
/// Links are not followed. Everything that would write fails with `.readOnly`.
package final class ReadOnlyDirectory: Volume {
    private let root: Descriptor
    private let walker = PathWalker(usesKernel: KernelFeatures.detected.openat2, followsLinks: false)

    /// Opens a directory.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.accessDenied`.
    package init(path: String) throws(StorageError) {
        root = try openDescriptor("open of a vault", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(AT_FDCWD, path, $0, 0)
        }
    }

    /// A plain directory's, without links.
    package var capabilities: VolumeCapabilities {
        var capabilities = VolumeCapabilities()
        capabilities.followsLinks = false
        return capabilities
    }

    /// Of no partition.
    package var partitionID: String { "" }
    /// No names are kept.
    package var scope: VolumeScope? { nil }

    // MARK: Reading

    /// What is at a path.
    package func info(_ path: VolumePath) throws(StorageError) -> FileInfo {
        let entry = try walker.open(path.names, below: root.number, flags: Int32(HEARTH_O_PATH))
        return try FileStatus(of: entry.number).info
    }

    /// What an entry itself is.
    package func entryInfo(_ path: VolumePath) throws(StorageError) -> FileInfo {
        guard let name = path.last, let parent = path.parent else { return try info(path) }
        let flags = Int32(HEARTH_O_PATH) | O_DIRECTORY
        let directory = try walker.open(parent.names, below: root.number, flags: flags)
        guard let status = try FileStatus(of: name, in: directory.number) else {
            throw StorageError(.notFound, "no such entry")
        }
        return status.info
    }

    /// Streams the entries of a directory; links are `.other`.
    package func forEachEntry(
        of path: VolumePath,
        _ body: (DirectoryEntry) -> Bool
    ) throws(StorageError) {
        let directory = try walker.open(path.names, below: root.number, flags: O_RDONLY | O_DIRECTORY)
        try DirectoryReader.forEach(in: directory.number) { entry throws(StorageError) in
            let type = try entry.resolvedType(in: directory.number)
            let kind: FileInfo.Kind =
                switch type {
                case .directory: .directory
                case .file: .file
                case .link, .other: .other
                }
            return body(
                DirectoryEntry(
                    name: Array(entry.name),
                    kind: kind,
                    inode: entry.inode,
                    isLink: type == .link
                )
            )
        }
    }

    /// What some entries of one directory are.
    package func info(of names: [FileName], in path: VolumePath) throws(StorageError) -> [FileInfo?] {
        let flags = Int32(HEARTH_O_PATH) | O_DIRECTORY
        let directory = try walker.open(path.names, below: root.number, flags: flags)
        var result: [FileInfo?] = []
        for name in names {
            let status = try FileStatus(of: name, in: directory.number)
            result.append(status.flatMap { $0.isLink ? nil : $0.info })
        }
        return result
    }

    /// Opens a regular file.
    package func open(_ path: VolumePath) throws(StorageError) -> any ReadableFile {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY
        let file = try walker.open(path.names, below: root.number, flags: flags)
        let info = try DirectoryVolume.regularInfo(of: file.number)
        return LocalFile(file, info: info)
    }

    /// Room on the file system.
    package func space() throws(StorageError) -> VolumeSpace { try VolumeSpace(of: root.number) }

    /// Is not summed up here.
    package func treeSize(
        _ path: VolumePath,
        counting: CountedFiles
    ) throws(StorageError) -> (bytes: Int64, files: Int, directories: Int) { throw Self.refusal }

    /// None.
    package func stagedIDs() throws(StorageError) -> [String] { [] }

    // MARK: Writing

    private static let refusal = StorageError(.readOnly, "the vault was opened for looking only")

    /// Refused.
    package func makeDirectory(_ path: VolumePath) throws(StorageError) { throw Self.refusal }
    /// Refused.
    package func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int { throw Self.refusal }
    /// Refused.
    package func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        throw Self.refusal
    }
    /// Refused.
    package func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile { throw Self.refusal }
    /// Refused.
    package func reopenStaged(id: String) throws(StorageError) -> any StagedFile { throw Self.refusal }
    /// Refused.
    package func discardStaged(id: String) throws(StorageError) { throw Self.refusal }
    /// Refused.
    package func publish(
        _ staged: any StagedFile,
        at path: VolumePath,
        mode: PublishMode
    ) throws(StorageError) -> FileInfo { throw Self.refusal }
    /// Refused.
    package func rename(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        replace: Bool
    ) throws(StorageError) { throw Self.refusal }
    /// Refused.
    package func copy(
        _ path: VolumePath,
        to destination: VolumePath,
        on volume: any Volume,
        progress: (Int64) throws -> Void
    ) throws { throw Self.refusal }
    /// Refused.
    package func remove(_ path: VolumePath, progress: (Int64) throws -> Void) throws { throw Self.refusal }
    /// Refused.
    package func removeFiles(
        _ names: [FileName],
        in directory: VolumePath,
        removed: () throws -> Void
    ) throws { throw Self.refusal }
}
