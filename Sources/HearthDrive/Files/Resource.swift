package import HearthStorage

/// A file or directory with the place it lies at: what replies describe.
package struct Resource: Sendable {
    /// The root it lies below.
    package let root: Int
    /// Where, from the root.
    package let path: VolumePath
    /// What the file system says.
    package let info: FileInfo

    /// All parts are required.
    package init(root: Int, path: VolumePath, info: FileInfo) {
        self.root = root
        self.path = path
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
