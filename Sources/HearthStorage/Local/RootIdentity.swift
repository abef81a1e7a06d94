/// How a root directory is recognised when it was moved, restored or duplicated behind our back.
package struct RootIdentity: Hashable, Sendable {
    /// The 16 bytes of the attribute `user.hearth.id`; nil where there is none.
    package let xattrID: [UInt8]?
    /// The directory's number on its device.
    package let inode: UInt64
    /// When the directory was created, where the file system tells.
    package let born: FileTime?

    /// All members as given.
    package init(xattrID: [UInt8]?, inode: UInt64, born: FileTime?) {
        self.xattrID = xattrID
        self.inode = inode
        self.born = born
    }
}
