import CLinux
import Glibc
import Synchronization

/// A pool partition on disk: owns `.hearth/{uploads,tmp,trash}` and hands out volumes for directories below it.
package final class Partition: Sendable {
    /// Equal ids mean the same partition.
    package let id: String
    /// What was found out about the file system when the partition was opened.
    package let capabilities: VolumeCapabilities

    /// The partition's own directory.
    let top: Descriptor
    /// `.hearth/uploads`.
    let uploads: Descriptor
    /// `.hearth/tmp`: what is being built or deleted.
    let temporary: Descriptor
    /// Held around every rename of a visible name, so that a swap that has to be undone meets no other of ours.
    let naming = Mutex(())
    let mover: EntryMover
    let features: KernelFeatures
    /// The account, where the partition has a limit.
    package let quota: Quota?
    /// Whether syncing a new file also makes its name durable.
    let syncCoversNames: Bool

    /// The prefix of names at the top that belong to the program.
    static let reservedPrefix = Array(".hearth".utf8)
    /// The mode of files and directories for people, before the umask.
    static let fileMode: mode_t = 0o666
    static let directoryMode: mode_t = 0o777

    /// Opens a partition and creates what is missing of `.hearth`.
    ///
    /// - Parameters:
    ///   - path: an existing directory of this machine.
    ///   - id: how the domain calls it.
    ///   - features: the system calls to use.
    ///   - limit: how much all files together may occupy, in bytes on the disk; nil for what the disk holds.
    ///   - used: what they occupied when the partition was last open; counts until the first ``scan()``.
    /// - Throws: `.notFound`, `.accessDenied`, `.readOnly`.
    package convenience init(
        path: String,
        id: String,
        features: KernelFeatures = .detected,
        limit: Int64? = nil,
        used: Int64 = 0
    ) throws(StorageError) {
        let top = try openDescriptor("open of a partition", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(AT_FDCWD, path, $0, 0)
        }
        try self.init(top: top, id: id, features: features, limit: limit, used: used)
    }

    /// Takes over the open directory.
    init(
        top: consuming Descriptor,
        id: String,
        features: KernelFeatures,
        limit: Int64?,
        used: Int64
    ) throws(StorageError) {
        self.id = id
        self.features = features
        let own = try Self.openOrCreate(FileName(fixed: ".hearth"), in: top.number)
        let uploads = try Self.openOrCreate(FileName(fixed: "uploads"), in: own.number)
        let temporary = try Self.openOrCreate(FileName(fixed: "tmp"), in: own.number)
        _ = try Self.openOrCreate(FileName(fixed: "trash"), in: own.number)
        capabilities = FileSystemProbe.capabilities(in: temporary.number, features: features)
        syncCoversNames = FileSystemProbe.syncCoversNames(uploads.number)
        mover = EntryMover(
            usesFlags: features.renameFlags,
            top: try FileStatus(of: top.number).identity
        )
        self.top = top
        self.uploads = uploads
        self.temporary = temporary
        quota = limit.map { Quota(limit: $0, used: used) }
        try chargeStaged()
    }

    /// Room on the partition: the limit's, if it has one, and never more than the disk's.
    package func space() throws(StorageError) -> VolumeSpace {
        let disk = try VolumeSpace(of: top.number)
        guard let quota else { return disk }
        return VolumeSpace(capacity: quota.limit, free: min(disk.free, quota.free), used: quota.occupied)
    }

    /// The device that the partition lies on.
    package var device: UInt64 { mover.top.device }
    /// What the kernel calls the mounted device, for example `/dev/sda2`; nil where it does not tell.
    package var source: String? { MountTable.source(of: top.number) }

    /// The volume of one root directory; no component of the path may be a link.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.escapes`, `.accessDenied`; `.invalidName` for `.hearth`.
    package func volume(at path: VolumePath) throws(StorageError) -> DirectoryVolume {
        guard !isReserved(path) else { throw StorageError(.invalidName, "the name belongs to the program") }
        let root = try openRoot(path)
        return try DirectoryVolume(partition: self, location: path, root: root)
    }

    /// Deletes what killed copies and removes left under `.hearth/tmp`.
    ///
    /// For the start of the only server of this partition: a copy that is running loses its ground.
    package func clearTemporary() throws(StorageError) { try clear(leftOvers()) }

    /// What lies under `.hearth/tmp` now; taken before anybody works on the partition, it is what a killed run left.
    package func leftOvers() throws(StorageError) -> [FileName] {
        let listing = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(temporary.number, ".", $0, 0)
        }
        var names: [FileName] = []
        try DirectoryReader.forEach(in: listing.number) { entry throws(StorageError) in
            names.append(entry.fileName)
            return true
        }
        return names
    }

    /// Deletes left-overs, which may take its time.
    package func clear(_ leftOvers: [FileName]) throws(StorageError) {
        for name in leftOvers { try TreeRemoval.remove(name, in: temporary.number, quota: quota) }
    }

    /// A directory below the partition, reached without links.
    func openRoot(_ path: VolumePath) throws(StorageError) -> Descriptor {
        try rootWalker.open(path.names, below: top.number, flags: O_RDONLY | O_DIRECTORY)
    }

    /// For paths from the partition to a root: they come from rows and never contain links.
    var rootWalker: PathWalker { PathWalker(usesKernel: features.openat2, followsLinks: false) }

    /// A name that nothing has yet under `.hearth/tmp`.
    static func temporaryName() -> FileName {
        var random = SystemRandomNumberGenerator()
        var text: [UInt8] = []
        for _ in 0..<32 {
            text.append(Array("0123456789abcdef".utf8)[Int(random.next() & 15)])
        }
        return FileName(unchecked: text)
    }

    private static func openOrCreate(_ name: FileName, in directory: Int32) throws(StorageError) -> Descriptor
    {
        let number = errorNumber { name.withCString { mkdirat(directory, $0, 0o700) } }
        switch number {
        case 0: try syncDirectory(directory)
        case EEXIST: break
        default: throw StorageError(errno: number, "mkdir below .hearth")
        }
        return try openDescriptor(name, in: directory, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }
}
