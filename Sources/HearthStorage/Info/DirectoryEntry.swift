/// One entry of a directory as it is read from the disk, without `.` and `..`.
package struct DirectoryEntry: Hashable, Sendable {
    /// The bytes of the name; always a valid ``FileName``.
    ///
    /// Of a damaged entry, what the disk calls it.
    package let name: [UInt8]
    /// What it is; a link is resolved beneath the root and counts as its target, `.other` when it leads elsewhere.
    package let kind: FileInfo.Kind
    /// The entry's own number (the link's, not its target's).
    package let inode: UInt64
    /// Whether the entry is a symbolic link.
    package let isLink: Bool
    /// Whether this is an item of a vault whose name cannot be read: kind `.other`, counted and not shown.
    package let isDamaged: Bool

    /// All members as given.
    package init(
        name: [UInt8],
        kind: FileInfo.Kind,
        inode: UInt64,
        isLink: Bool = false,
        isDamaged: Bool = false
    ) {
        self.name = name
        self.kind = kind
        self.inode = inode
        self.isLink = isLink
        self.isDamaged = isDamaged
    }

    /// The name as a path component.
    package var fileName: FileName? { FileName(name) }
}
