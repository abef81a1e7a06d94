import CLinux
import Glibc
import Synchronization

extension Partition {
    /// The attribute that holds the 16 bytes of a root's identity.
    private static let attribute = "user.hearth.id"
    private static let identityLength = 16

    /// Creates a root directory with its identity in one durable step; missing parents are created too.
    ///
    /// - Parameters:
    ///   - path: the new directory; no component may be a link.
    ///   - xattrID: 16 bytes; not kept where the file system has no attributes.
    ///   - fill: puts what belongs into it, durably, before anybody can see it.
    /// - Returns: the new directory.
    /// - Throws: `.alreadyExists`, what `fill` throws; nothing is left behind.
    package func createRoot(
        at path: VolumePath,
        xattrID: [UInt8],
        fill: (DirectoryVolume) throws(StorageError) -> Void = { _ throws(StorageError) in }
    ) throws(StorageError) -> FileInfo {
        guard let name = path.last, let parentPath = path.parent, !isReserved(path) else {
            throw StorageError(.invalidName, "a root directory needs a name of its own")
        }
        let maker = DirectoryMaker(walker: rootWalker)
        _ = try maker.makeDirectories(parentPath.names, below: top.number)
        let parent = try openRoot(parentPath)
        if try FileStatus(of: name, in: parent.number) != nil {
            throw StorageError(.alreadyExists, "a root directory is to be created over something")
        }
        let building = Self.temporaryName()
        try check("mkdirat") { building.withCString { mkdirat(temporary.number, $0, Self.directoryMode) } }
        do throws(StorageError) {
            let root = try openDescriptor(building, in: temporary.number, flags: O_RDONLY | O_DIRECTORY)
            try Self.write(xattrID, to: root.number)
            try fill(try hiddenVolume(building))
            try syncDirectory(root.number)
            try move(building, to: name, in: parent.number)
            try syncDirectory(parent.number)
            return try FileStatus(of: root.number).info
        } catch {
            try? TreeRemoval.remove(building, in: temporary.number, quota: quota)
            throw error
        }
    }

    /// A directory below `.hearth/tmp` as a volume.
    private func hiddenVolume(_ name: FileName) throws(StorageError) -> DirectoryVolume {
        let root = try openDescriptor(name, in: temporary.number, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
        let location = VolumePath([FileName(fixed: ".hearth"), FileName(fixed: "tmp"), name])
        return try DirectoryVolume(partition: self, location: location, root: root)
    }

    /// How the directory at a path can be recognised.
    ///
    /// - Throws: `.notFound`, `.notADirectory`, `.escapes`.
    package func identity(at path: VolumePath) throws(StorageError) -> RootIdentity {
        let root = try openRoot(path)
        let info = try FileStatus(of: root.number).info
        return RootIdentity(xattrID: Self.readIdentity(of: root.number), inode: info.inode, born: info.born)
    }

    /// Writes the identity of a directory; nothing happens where the file system has no attributes.
    ///
    /// - Parameters:
    ///   - xattrID: 16 bytes.
    ///   - path: an existing directory.
    /// - Throws: `.notFound`, `.accessDenied`.
    package func setIdentity(_ xattrID: [UInt8], at path: VolumePath) throws(StorageError) {
        let root = try openRoot(path)
        try Self.write(xattrID, to: root.number)
        try syncDirectory(root.number)
    }

    /// Walks the partition for directories with an identity: several when one was copied with its attributes.
    ///
    /// Does not follow links and leaves out what may not be read and what is mounted from elsewhere.
    package func findDirectory(xattrID: [UInt8]) throws(StorageError) -> [VolumePath] {
        guard capabilities.hasXattrs else { return [] }
        var found: [VolumePath] = []
        let start = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(top.number, ".", $0, 0)
        }
        var walk = try TreeWalk(start, crossesMounts: false)
        try walk.run(
            visit: { path, directory throws(StorageError) in
                if path.count == 1, path[0].bytes.starts(with: Self.reservedPrefix) { return false }
                if !path.isEmpty, Self.readIdentity(of: directory) == xattrID {
                    found.append(VolumePath(path))
                }
                return true
            },
            entry: { _, _, _ throws(StorageError) in }
        )
        return found
    }

    /// Whether a path below the partition is the program's own.
    func isReserved(_ path: VolumePath) -> Bool {
        path.names.first?.bytes.starts(with: Self.reservedPrefix) ?? false
    }

    /// Gives something built under `.hearth/tmp` its place, unless something is there.
    func move(_ building: FileName, to name: FileName, in parent: Int32) throws(StorageError) {
        try naming.withLock { _ throws(StorageError) in
            try mover.move(
                EntryMover.Place(directory: temporary.number, name: building),
                to: EntryMover.Place(directory: parent, name: name),
                replace: false
            )
        }
    }

    private static func write(_ xattrID: [UInt8], to directory: Int32) throws(StorageError) {
        precondition(xattrID.count == identityLength, "an identity has 16 bytes")
        let number = errorNumber { fsetxattr(directory, attribute, xattrID, xattrID.count, 0) }
        guard number == 0 || number == EOPNOTSUPP else { throw StorageError(errno: number, "fsetxattr") }
    }

    private static func readIdentity(of directory: Int32) -> [UInt8]? {
        var value = [UInt8](repeating: 0, count: identityLength)
        let length = fgetxattr(directory, attribute, &value, value.count)
        return length == identityLength ? value : nil
    }
}
