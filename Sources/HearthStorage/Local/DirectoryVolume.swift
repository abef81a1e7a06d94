import CLinux
import Glibc

/// A root directory of a ``Partition``: plain files under their own names.
///
/// The root is held open: the volume stays on that directory when it is renamed.
package final class DirectoryVolume: Volume {
    /// The partition that the root lies on.
    package let partition: Partition
    /// Where the root was below the partition when the volume was made.
    package let location: VolumePath
    /// The root directory.
    let root: Descriptor
    let walker: PathWalker
    private let rootIdentity: FileIdentity
    /// Whether every change is durable when its call returns; see ``BatchVolume``.
    let isDurable: Bool

    /// Takes over the open root directory.
    init(
        partition: Partition,
        location: VolumePath,
        root: consuming Descriptor,
        isDurable: Bool = true
    ) throws(StorageError) {
        self.isDurable = isDurable
        self.partition = partition
        self.location = location
        rootIdentity = try FileStatus(of: root.number).identity
        self.root = root
        // At the top of a partition a link could lead to `.hearth`: there none is followed.
        walker = PathWalker(usesKernel: partition.features.openat2, followsLinks: !location.isRoot)
    }

    /// What the partition can do; links are not followed at its top.
    package var capabilities: VolumeCapabilities {
        var capabilities = partition.capabilities
        capabilities.followsLinks = followsLinks
        return capabilities
    }

    /// The partition's id.
    package var partitionID: String { partition.id }

    /// The root directory itself.
    package var scope: VolumeScope? { VolumeScope(device: rootIdentity.device, inode: rootIdentity.inode) }

    /// Room on the partition.
    package func space() throws(StorageError) -> VolumeSpace { try partition.space() }

    var followsLinks: Bool { walker.followsLinks && walker.usesKernel }

    /// Opens a path for reading it in some way.
    func open(_ path: VolumePath, flags: Int32) throws(StorageError) -> Descriptor {
        guard !hides(path) else { throw StorageError(.notFound, "the name belongs to the program") }
        return try walker.open(path.names, below: root.number, flags: flags)
    }

    /// A place whose entry is to be created, replaced or removed; the entry itself is not looked at.
    struct Target: ~Copyable {
        let parent: Descriptor
        let name: FileName
        let isDurable: Bool

        var place: EntryMover.Place { EntryMover.Place(directory: parent.number, name: name) }
        /// Makes the change of the entry survive a power cut.
        func sync() throws(StorageError) {
            if isDurable { try syncDirectory(parent.number) }
        }
    }

    /// Opens the parent of a path for changing it.
    func target(_ path: VolumePath, creating: Bool) throws(StorageError) -> Target {
        guard let name = path.last, let parent = path.parent else {
            throw StorageError(.invalidName, "a root directory cannot be changed as an entry")
        }
        guard !hides(path) else {
            throw StorageError(creating ? .invalidName : .notFound, "the name belongs to the program")
        }
        let descriptor = try walker.open(parent.names, below: root.number, flags: O_RDONLY | O_DIRECTORY)
        return Target(parent: descriptor, name: name, isDurable: isDurable)
    }

    /// Whether a path leads to the program's own directory, which only a volume at the top could.
    func hides(_ path: VolumePath) -> Bool { location.isRoot && partition.isReserved(path) }
}
