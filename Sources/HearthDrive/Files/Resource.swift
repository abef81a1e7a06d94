package import HearthStorage

/// A file or directory with the place it lies at: what replies describe.
package struct Resource: Sendable {
    /// The root it lies below.
    package let root: Int
    /// Where, from the root.
    package let path: VolumePath
    /// What it is called; nil for a whole root.
    package let name: FileName?
    /// What the file system says.
    package let info: FileInfo

    /// Without a name it is the path's last.
    package init(root: Int, path: VolumePath, name: FileName? = nil, info: FileInfo) {
        self.root = root
        self.path = path
        self.name = name ?? path.last
        self.info = info
    }
}

/// One page of a directory.
package struct Listing: Sendable {
    /// The root, with the caller's rights.
    package let access: RootAccess
    /// The listed directory.
    package let directory: VolumePath
    /// Its entries, in order.
    package let page: DirectoryPage
}
