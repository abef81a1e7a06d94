/// A pool partition on disk: owns `.hearth/{uploads,tmp,trash}` and hands out volumes for directories below it.
package final class Partition: Sendable {
    /// Equal ids mean the same partition.
    package let id: String
    /// What was found out about the file system when the partition was opened.
    package let capabilities: VolumeCapabilities

    /// Opens a partition and creates what is missing of `.hearth`.
    package init(path: String, id: String) throws(StorageError) {
        self.id = id
        capabilities = VolumeCapabilities()
    }

    /// Deletes what killed copies and removes left under `.hearth/tmp`: at start, by the only server of the partition.
    package func clearTemporary() throws(StorageError) { throw Self.unwritten }

    /// The volume of one root directory; no component of the path may be a link.
    package func volume(at path: VolumePath) throws(StorageError) -> DirectoryVolume { throw Self.unwritten }

    /// Creates a root directory with its identity in one durable step; missing parents are created too.
    ///
    /// - Parameters:
    ///   - path: the new directory; no component may be a link.
    ///   - xattrID: 16 bytes; not kept where the file system has no attributes.
    /// - Returns: the new directory.
    /// - Throws: `.alreadyExists`.
    package func createRoot(at path: VolumePath, xattrID: [UInt8]) throws(StorageError) -> FileInfo {
        throw Self.unwritten
    }

    /// How the directory at a path can be recognised.
    package func identity(at path: VolumePath) throws(StorageError) -> RootIdentity { throw Self.unwritten }

    /// Writes the identity of a directory; nothing happens where the file system has no attributes.
    package func setIdentity(_ xattrID: [UInt8], at path: VolumePath) throws(StorageError) {
        throw Self.unwritten
    }

    /// Walks the partition for directories with an identity: several when one was copied with its attributes.
    package func findDirectory(xattrID: [UInt8]) throws(StorageError) -> [VolumePath] { throw Self.unwritten }

    /// Room on the partition.
    package func space() throws(StorageError) -> VolumeSpace { throw Self.unwritten }

    static let unwritten = StorageError(.io, "not written yet")
}
