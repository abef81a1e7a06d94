import CLinux
import Glibc

/// What `statx` told about an entry itself, links not followed.
struct FileStatus {
    private let raw: hearth_stat

    /// Of an open descriptor, also one opened with `O_PATH`.
    init(of descriptor: Int32) throws(StorageError) {
        var raw = hearth_stat()
        try check("statx") { hearth_statx(descriptor, "", Int32(HEARTH_AT_EMPTY_PATH), &raw) }
        self.raw = raw
    }

    /// Of an entry; nil when there is none.
    init?(of name: FileName, in directory: Int32) throws(StorageError) {
        try self.init(directory) { name.withCString($0) }
    }

    /// Of an entry by a terminated name; nil when there is none.
    init?(of name: UnsafePointer<CChar>, in directory: Int32) throws(StorageError) {
        try self.init(directory) { $0(name) }
    }

    private init?(
        _ directory: Int32,
        _ lend: ((UnsafePointer<CChar>) -> Int32) -> Int32
    ) throws(StorageError) {
        var raw = hearth_stat()
        let number = errorNumber {
            lend { hearth_statx(directory, $0, AT_SYMLINK_NOFOLLOW, &raw) }
        }
        if number == ENOENT { return nil }
        guard number == 0 else { throw StorageError(errno: number, "statx") }
        self.raw = raw
    }

    /// Mode bits without the format: permissions, set-id bits, the sticky bit.
    var permissions: UInt32 { raw.mode & 0o7777 }
    /// `S_IFREG` and so on.
    var format: UInt32 { raw.mode & UInt32(Glibc.S_IFMT) }
    /// Whether the entry is a symbolic link.
    var isLink: Bool { raw.mode & UInt32(Glibc.S_IFMT) == UInt32(Glibc.S_IFLNK) }
    /// Whether another file system, or another part of this one, begins here.
    var isMountRoot: Bool { raw.is_mount_root != 0 }
    /// How many names the file has.
    var links: Int { Int(raw.links) }
    /// Which file it is, for comparing.
    var identity: FileIdentity { FileIdentity(device: raw.device, inode: raw.inode) }

    /// What it is as far as a drive cares; links are `.other`.
    var kind: FileInfo.Kind {
        switch raw.mode & UInt32(Glibc.S_IFMT) {
        case UInt32(Glibc.S_IFDIR): .directory
        case UInt32(Glibc.S_IFREG): .file
        default: .other
        }
    }

    /// All of it in the drive's own terms.
    var info: FileInfo {
        FileInfo(
            kind: kind,
            size: raw.size,
            modified: FileTime(seconds: raw.modified_seconds, nanoseconds: Int32(raw.modified_nanoseconds)),
            changed: FileTime(seconds: raw.changed_seconds, nanoseconds: Int32(raw.changed_nanoseconds)),
            born: raw.has_born == 0
                ? nil : FileTime(seconds: raw.born_seconds, nanoseconds: Int32(raw.born_nanoseconds)),
            inode: raw.inode,
            device: raw.device,
            allocated: raw.blocks * 512
        )
    }
}

/// Which file something is, on this machine until the next mount.
struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}
