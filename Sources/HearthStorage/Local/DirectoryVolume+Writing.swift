import CLinux
import Glibc

extension DirectoryVolume {
    /// Creates one directory.
    package func makeDirectory(_ path: VolumePath) throws(StorageError) {
        if path.isRoot { throw StorageError(.alreadyExists, "the root itself is there") }
        let target = try target(path, creating: true)
        let number = DirectoryMaker.make(target.name, in: target.parent.number)
        guard number == 0 else { throw StorageError(errno: number, "mkdirat") }
        try target.sync()
    }

    /// Creates whatever is missing of a path of directories.
    @discardableResult
    package func makeDirectories(_ path: VolumePath) throws(StorageError) -> Int {
        guard !hides(path) else { throw StorageError(.invalidName, "the name belongs to the program") }
        let maker = DirectoryMaker(walker: walker, isDurable: isDurable)
        return try maker.makeDirectories(path.names, below: root.number)
    }

    /// Sets the modification time of a file or directory, durably.
    package func setModified(_ time: FileTime, of path: VolumePath) throws(StorageError) {
        let entry = try open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
        guard try FileStatus(of: entry.number).kind != .other else {
            throw StorageError(.notARegularFile, "only files and directories have their time set")
        }
        try check("futimens") { hearth_set_modified(entry.number, time.seconds, Int(time.nanoseconds)) }
        if isDurable { try check("fsync") { fsync(entry.number) } }
    }

    /// Begins a file under `.hearth/uploads`.
    package func stage(id: String, size: Int64?) throws(StorageError) -> any StagedFile {
        let name = try Self.stagedName(id)
        let handle = try openDescriptor(
            name,
            in: partition.uploads.number,
            flags: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
            mode: Partition.fileMode
        )
        let charge = partition.quota?.charge(of: id, allocated: 0)
        do throws(StorageError) {
            let file = try LocalStagedFile(
                id: id,
                partition: partition,
                handle: handle,
                charge: charge,
                isDurable: isDurable
            )
            try file.reserve(upTo: size ?? 0)
            return file
        } catch {
            _ = errorNumber { name.withCString { unlinkat(partition.uploads.number, $0, 0) } }
            partition.quota?.takeCharge(of: id)?.end(used: 0)
            throw error
        }
    }

    /// Opens an unfinished file again.
    package func reopenStaged(id: String) throws(StorageError) -> any StagedFile {
        let handle = try openDescriptor(
            Self.stagedName(id),
            in: partition.uploads.number,
            flags: O_RDWR | O_NOFOLLOW | O_NONBLOCK
        )
        let info = try Self.regularInfo(of: handle.number)
        let charge = partition.quota?.charge(of: id, allocated: info.allocated)
        return try LocalStagedFile(id: id, partition: partition, handle: handle, charge: charge)
    }

    /// Throws an unfinished file away.
    package func discardStaged(id: String) throws(StorageError) {
        let name = try Self.stagedName(id)
        try check("unlinkat") { name.withCString { unlinkat(partition.uploads.number, $0, 0) } }
        partition.quota?.takeCharge(of: id)?.end(used: 0)
    }

    /// The ids of all unfinished files of the partition.
    package func stagedIDs() throws(StorageError) -> [String] {
        let listing = try openDescriptor("openat", flags: O_RDONLY | O_DIRECTORY) {
            hearth_openat(partition.uploads.number, ".", $0, 0)
        }
        var ids: [String] = []
        try DirectoryReader.forEach(in: listing.number) { entry throws(StorageError) in
            let text = String(decoding: entry.name, as: UTF8.self)
            if (try? Self.stagedName(text)) != nil { ids.append(text) }
            return true
        }
        return ids
    }

    /// A staged file's name, which is its id: letters, digits and hyphens, so that it can be no path.
    static func stagedName(_ id: String) throws(StorageError) -> FileName {
        let bytes = Array(id.utf8)
        let isValid = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        guard isValid, (1...64).contains(bytes.count), let name = FileName(bytes) else {
            throw StorageError(
                .invalidName,
                "the id of a staged file has 1 to 64 letters, digits and hyphens"
            )
        }
        return name
    }
}
