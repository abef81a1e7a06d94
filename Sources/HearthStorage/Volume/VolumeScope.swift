/// Which volume a kept list of names belongs to: two volumes with equal scopes show the same names.
package struct VolumeScope: Hashable, Sendable {
    /// The root directory's device.
    package let device: UInt64
    /// The root directory's number.
    package let inode: UInt64
    /// 0 for plain volumes; a new number for every unlocking of an encrypted one.
    package let epoch: UInt64

    /// All members as given.
    package init(device: UInt64, inode: UInt64, epoch: UInt64 = 0) {
        self.device = device
        self.inode = inode
        self.epoch = epoch
    }
}
