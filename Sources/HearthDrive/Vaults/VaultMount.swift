import HearthStorage

/// An open vault at the place where its directory is.
struct VaultMount: Sendable {
    /// A directory, held open.
    struct Place: Hashable, Sendable {
        /// The partition as it was opened: after its disk was away it is another one.
        var partition: ObjectIdentifier
        var device: UInt64
        var inode: UInt64

        init(_ loaded: RootStore.Loaded) {
            partition = ObjectIdentifier(loaded.volume.partition)
            device = loaded.device
            inode = loaded.inode
        }
    }

    let place: Place
    /// Plain names and bytes.
    let volume: EncryptedVolume
}
