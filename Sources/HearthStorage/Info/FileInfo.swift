/// What a file system knows about one file or directory.
package struct FileInfo: Hashable, Sendable {
    /// What an entry is, as far as a drive cares.
    package enum Kind: Hashable, Sendable {
        /// A directory.
        case directory
        /// A regular file.
        case file
        /// A FIFO, socket, device, or a link that leads nowhere or out of the root: never served or listed.
        case other
    }

    /// What the entry is; a link that stays inside the root counts as its target.
    package let kind: Kind
    /// Bytes of content; for an encrypted volume the plain size.
    package let size: Int64
    /// When the content changed, or what the owner set.
    package let modified: FileTime
    /// When content or attributes changed; nobody can set it.
    package let changed: FileTime
    /// When the file was created, where the file system tells.
    package let born: FileTime?
    /// The file's number on its device.
    package let inode: UInt64
    /// The device's number; stable only until the next mount.
    package let device: UInt64
    /// Bytes that the file occupies on the disk; less than `size` where it has holes.
    package let allocated: Int64

    /// All members as given.
    package init(
        kind: Kind,
        size: Int64,
        modified: FileTime,
        changed: FileTime,
        born: FileTime?,
        inode: UInt64,
        device: UInt64,
        allocated: Int64
    ) {
        self.kind = kind
        self.size = size
        self.modified = modified
        self.changed = changed
        self.born = born
        self.inode = inode
        self.device = device
        self.allocated = allocated
    }

    /// Whether both describe the same file with the same content, as far as the file system can tell.
    ///
    /// The change time is left out on purpose: moving a file changes it on most file systems.
    package func isSameVersion(as other: FileInfo) -> Bool {
        inode == other.inode && device == other.device && kind == other.kind && size == other.size
            && modified == other.modified
    }
}
